package intake

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Mentions lists the references in the head and the occurrences of a normalized episode.
func Mentions(e episodic.Episode) []episodic.Mention {
	var out []episodic.Mention
	for _, list := range [][]string{
		{e.Task}, contextValues(e.Context), e.Goals, e.Constraints, e.Insights, e.Lessons, e.Notes, linkNotes(e.Links),
	} {
		out = append(out, mentionsBy(e.ID, list...)...)
	}
	out = distinct(out)
	for _, d := range e.Decisions {
		texts := append([]string{d.Context, d.Chosen, d.Rationale}, d.Options...)
		out = append(out, distinct(mentionsBy(episodic.OccurrenceKey(e.ID, d.ID), texts...))...)
	}
	for _, v := range e.Events {
		out = append(out, distinct(mentionsBy(episodic.OccurrenceKey(e.ID, v.ID), v.Content))...)
	}
	return out
}

func contextValues(context map[string]string) []string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(context)) {
		out = append(out, context[k])
	}
	return out
}

func linkNotes(links []episodic.Link) []string {
	var out []string
	for _, l := range links {
		out = append(out, l.Note)
	}
	return out
}

func mentionsBy(by string, texts ...string) []episodic.Mention {
	var out []episodic.Mention
	for _, text := range texts {
		for _, m := range FindReferences(text) {
			m.By = by
			out = append(out, m)
		}
	}
	return out
}

// distinct keeps the first mention of each reference. For a commit it keeps the longest SHA, and
// several only if they disagree.
func distinct(list []episodic.Mention) []episodic.Mention {
	shorter := shorterSHAs(list)
	seen := map[episodic.Mention]bool{}
	var out []episodic.Mention
	for _, m := range list {
		id := episodic.Mention{Reference: m.Reference}
		if m.Reference.Kind == episodic.ReferenceCommit {
			id.As = m.As
		}
		if !seen[id] && !shorter[m.As] {
			seen[id] = true
			out = append(out, m)
		}
	}
	return out
}

// shorterSHAs returns the SHAs that are a prefix of a longer one in the list.
func shorterSHAs(list []episodic.Mention) map[string]bool {
	var all []string
	for _, m := range list {
		if m.Reference.Kind == episodic.ReferenceCommit {
			all = append(all, m.As)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	out := map[string]bool{}
	for i := 1; i < len(all); i++ {
		if strings.HasPrefix(all[i], all[i-1]) {
			out[all[i-1]] = true
		}
	}
	return out
}

// FindReferences returns the references in a text, in the order of the text, with duplicates.
// By is empty and As is the matched text. It is a pure function.
//
// A commit is 7 to 40 hexadecimal digits in lower case, with letters and digits unless there
// are 40 or the word commit, sha or revision precedes it. A pull request is "PR 12", "PR #12",
// "pull request #12" or "pull/12"; an issue is "issue 12", "issue #12", each number of "issues 12 and
// 13", "issues/12" or a plain "#12". The
// last may be a pull request too: nothing but the text distinguishes them. A repository in the
// text, as in "owner/repo#12", becomes part of the key. A file is a path with a slash and an
// extension, or a bare name with the extension of a source or settings file, but not a URL.
func FindReferences(text string) []episodic.Mention {
	f := &referenceFinder{text: text, taken: make([]bool, len(text))}
	f.qualified()
	f.addresses()
	f.files()
	f.numbers()
	f.commits()
	slices.SortStableFunc(f.found, func(a, b found) int { return cmp.Compare(a.from, b.from) })
	out := make([]episodic.Mention, 0, len(f.found))
	for _, m := range f.found {
		out = append(out, episodic.Mention{Reference: m.Reference, As: text[m.from:m.to]})
	}
	return out
}
