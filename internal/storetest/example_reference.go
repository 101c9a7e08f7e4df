package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

func referenceExamples() []example {
	return []example{{"references", exampleReferences}, {"mentions", exampleMentions}}
}

// mentioning records three episodes that mention a file, issues, and a commit in three lengths.
func (f *fixture) mentioning(t testing.TB) (project string) {
	t.Helper()
	p := f.project(t)
	mentions := func(lesson, content string) func(*episodic.Episode) {
		return func(e *episodic.Episode) { e.Lessons, e.Events[0].Content = []string{lesson}, content }
	}
	f.record(t, p,
		prepare(t, "a", 1, mentions("see docs/guide.md", "commit 1a2b3c4d5e6f")),
		prepare(t, "b", 1, mentions("issue #12", "commit 1a2b3c4 broke docs/guide.md")),
		prepare(t, "c", 1, mentions("issue #7", "commit 1a2b3c4ffff is another one")),
	)
	return p
}

func exampleReferences(t *testing.T, f *fixture) {
	p := f.mentioning(t)
	for _, c := range []struct {
		why  string
		q    episodic.ReferenceQuery
		want string
	}{
		{"all by kind and key", episodic.ReferenceQuery{}, "commit 1a2b3c4 3, file docs/guide.md 2, issue 12 1, issue 7 1"},
		{"one kind", episodic.ReferenceQuery{Kind: episodic.ReferenceIssue}, "issue 12 1, issue 7 1"},
		{"the beginning of a key", episodic.ReferenceQuery{Kind: episodic.ReferenceIssue, Prefix: "1"}, "issue 12 1"},
		{"the beginning of any key", episodic.ReferenceQuery{Prefix: "1"}, "commit 1a2b3c4 3, issue 12 1"},
		{"a SHA longer than the key", episodic.ReferenceQuery{Kind: episodic.ReferenceCommit, Prefix: "1a2b3c4d5e6f7"}, "commit 1a2b3c4 3"},
		{"a SHA of another commit with a short mention", episodic.ReferenceQuery{Prefix: "1a2b3c4e"}, "commit 1a2b3c4 3"},
		{"no such commit", episodic.ReferenceQuery{Kind: episodic.ReferenceCommit, Prefix: "9"}, ""},
	} {
		found, err := pages(2, func(page episodic.Page) ([]episodic.ReferenceCount, error) {
			c.q.Project, c.q.Page = p, page
			return f.Graph.ListReferences(t.Context(), c.q)
		}, func(r episodic.ReferenceCount) string { return string(r.Reference.Kind) + " " + r.Reference.Key })
		must(t, err)
		var got []string
		for _, r := range found {
			got = append(got, fmt.Sprintf("%s %s %d", r.Reference.Kind, r.Reference.Key, r.Episodes))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
	}
}

func exampleMentions(t *testing.T, f *fixture) {
	p := f.mentioning(t)
	commit := episodic.Reference{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"}
	for sha, want := range map[string]string{
		"": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4, c/e1 1a2b3c4ffff", "1a2b3c4d": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4", "1a2b3c4d5e6f77": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4",
	} {
		found, err := pages(2, func(page episodic.Page) ([]episodic.Mention, error) {
			return f.Graph.ListMentions(t.Context(), episodic.MentionQuery{Project: p, Reference: commit, SHA: sha, Page: page})
		}, func(m episodic.Mention) string { return m.By })
		must(t, err)
		var got []string
		for _, m := range found {
			got = append(got, m.By+" "+m.As)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("mentions of %q: %v, want %s", sha, got, want)
		}
	}
	by, err := f.Graph.MentionsBy(t.Context(), p, []string{"b", "b/e1", "gone", "gone/e1"})
	must(t, err)
	if len(by) != 2 || len(by["b"]) != 1 || len(by["b/e1"]) != 2 || by["b"][0].Reference.Key != "12" {
		t.Errorf("mentions by an episode and an occurrence: %+v", by)
	}
}
