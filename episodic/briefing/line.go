package briefing

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// draft is a candidate line.
type draft struct {
	kind LineKind
	key  string
	// label comes before the text and says what it is.
	label, text string
	// chosen is the option of a decision.
	chosen string
	// worth is the score of the match that it tells; 0 for none.
	worth float64
	// lead says that it is the best match of its episode.
	lead bool
	// minor says that it tells what else happened.
	minor bool
	// times is how often something nearly the same would be told; nil for once.
	times *int
}

func (d draft) prefix() string { return "[" + d.key + "] " }

// words returns the line without its key.
func (d draft) words() string {
	parts := []string{d.label}
	if d.times != nil && *d.times > 1 {
		parts[0] += fmt.Sprintf(" (%d times)", *d.times)
	}
	if d.text != "" {
		parts = append(parts, d.text)
	}
	return strings.Join(strings.Fields(strings.Join(parts, ": ")), " ")
}

// line returns the whole line.
func (d draft) line() string { return d.prefix() + d.words() }

// anything accepts every line.
func anything(draft) bool { return true }

// telling accepts the best match, lessons, decisions and errors.
func telling(d draft) bool { return d.lead || d.worth == 0 && !d.minor }

// major accepts all but what else happened.
func major(d draft) bool { return !d.minor }

// drafts returns the candidate lines of an episode in order of priority: its headline, what was
// found, then lessons, decisions and errors in turn, and then what else happened.
func drafts(e ContextEntry, asked []lexis.AskedWord) []draft {
	episode := e.Stored.Episode
	out := []draft{{kind: LineEpisode, key: episode.ID, label: headline(e), text: episode.Task}}
	matches, quoted := matchDrafts(e, asked)
	out = append(out, matches...)
	errors, others := eventDrafts(episode, quoted)
	unquoted := func(list []draft) []draft {
		return slices.DeleteFunc(list, func(d draft) bool { return quoted[d.key+d.text] })
	}
	kinds := [][]draft{unquoted(lessonDrafts(episode)), unquoted(decisionDrafts(episode)), unquoted(errors)}
	for i := range longest(kinds) {
		for _, list := range kinds {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
	}
	return append(out, others...)
}

func longest(lists [][]draft) int {
	n := 0
	for _, list := range lists {
		n = max(n, len(list))
	}
	return n
}

// headline puts the reason, date and outcome before the task, which may be long.
func headline(e ContextEntry) string {
	episode := e.Stored.Episode
	var parts []string
	if e.Reason != "" {
		parts = append(parts, string(e.Reason))
	}
	if !episode.StartedAt.IsZero() {
		parts = append(parts, episode.StartedAt.Time.UTC().Format("2006-01-02"))
	}
	parts = append(parts, "outcome "+string(episode.Outcome))
	return strings.Join(parts, ", ")
}

func decisionDrafts(e episodic.Episode) []draft {
	var out []draft
	for _, d := range e.Decisions {
		out = append(out, draft{
			kind: LineDecision, key: episodic.OccurrenceKey(e.ID, d.ID), label: "decision, outcome " + string(d.Outcome),
			text: strings.Join(reasons(d), "; "), chosen: d.Chosen,
		})
	}
	return out
}

// reasons describes what was chosen in which situation, and why.
func reasons(d episodic.Decision) []string {
	var parts []string
	add := func(label, text string) {
		if text != "" {
			parts = append(parts, label+text)
		}
	}
	add("", d.Context)
	add("chosen ", d.Chosen)
	add("because ", d.Rationale)
	add("instead of ", strings.Join(slices.DeleteFunc(slices.Clone(d.Options), func(o string) bool { return o == d.Chosen }), ", "))
	return parts
}

func lessonDrafts(e episodic.Episode) []draft {
	var out []draft
	for _, lesson := range e.Lessons {
		out = append(out, draft{kind: LineLesson, key: e.ID, label: "lesson", text: lesson})
	}
	return out
}

// eventDrafts returns the errors and the other events, without commits and what is already quoted.
func eventDrafts(e episodic.Episode, quoted map[string]bool) (errors, others []draft) {
	for _, v := range e.Events {
		key := episodic.OccurrenceKey(e.ID, v.ID)
		switch {
		case quoted[key] || v.Type == episodic.EventCommit || v.Content == "" && v.Type != episodic.EventError:
		case v.Type == episodic.EventError:
			errors = append(errors, draft{kind: LineError, key: key, label: "error", text: v.Content})
		default:
			others = append(others, draft{kind: LineEvent, key: key, label: string(v.Type), text: v.Content, minor: true})
		}
	}
	return errors, others
}

// maxFolded is the number of lines of a kind that a line is compared with.
const maxFolded = 200

// alike is the least share of common words of lines that say nearly the same.
const alike = .8

// fold leaves out lines that say nearly the same as one before them, and counts them there. A
// headline stays, because it names its episode, but refers to the earlier one.
func fold(entries []*entry) {
	said := map[string][]spoken{}
	for _, e := range entries {
		var kept []draft
		for _, d := range e.rest {
			group, words := string(d.kind), wordsOf(d.text)
			switch d.kind {
			case LineDecision:
				group = d.label + "\n" + d.chosen // the label has the outcome
			case LineEpisode, LineMatch, LineError, LineEvent:
				words = withoutNumbers(words)
			}
			earlier := said[group]
			at := slices.IndexFunc(earlier, func(s spoken) bool { return s.says(d.text, words) })
			switch {
			case at < 0 && len(earlier) < maxFolded:
				d.times = new(1)
				said[group] = append(earlier, spoken{e.Stored.Episode.ID, d.text, words, d.times})
			case at >= 0 && d.kind != LineEpisode:
				*earlier[at].times++
				continue
			case at >= 0:
				if as := "the task of [" + earlier[at].episode + "]"; len(as) < len(d.text) {
					d.text, e.folded = as, true
				}
			}
			kept = append(kept, d)
		}
		e.rest = kept
	}
}

// spoken is a line that is told, its episode, and how often it would be told.
type spoken struct {
	episode, text string
	words         []string
	times         *int
}

// says reports whether the line says nearly the same as a text with these words.
func (s spoken) says(text string, words []string) bool {
	if len(words) == 0 || len(s.words) == 0 {
		return text == s.text
	}
	if n, m := float64(len(words)), float64(len(s.words)); n < alike*m || m < alike*n {
		return false
	}
	shared := 0
	for i, k := 0, 0; i < len(words) && k < len(s.words); {
		switch strings.Compare(words[i], s.words[k]) {
		case 0:
			shared, i, k = shared+1, i+1, k+1
		case -1:
			i++
		default:
			k++
		}
	}
	return float64(shared) >= alike*float64(len(words)+len(s.words)-shared)
}

// wordsOf returns the distinct words of a text in any case, sorted.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(episodic.FoldCase(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	return slices.Compact(words)
}

func withoutNumbers(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Trim(w, "0123456789") == "" })
}
