package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// bridges returns the bridges between episodes as text.
func (f *fixture) bridges(t testing.TB, project string, ids []string, most, limit int) []string {
	t.Helper()
	found, err := f.Graph.ListBridges(t.Context(), project, ids, most, limit)
	must(t, err)
	var out []string
	for _, b := range found {
		arrow := ">"
		switch {
		case b.Relation == episodic.RelationCorrelates:
			arrow = "-"
		case b.Backward:
			arrow = "<"
		}
		if b.Relation == "" {
			out = append(out, fmt.Sprintf("%s %s %s of %d", b.From, b.To, b.Reference.Text(), b.Mentions))
			continue
		}
		out = append(out, fmt.Sprintf("%s %s %s %s %s %s", b.From, b.To, b.FromKey, arrow, b.ToKey, b.Relation))
	}
	return out
}

func exampleLinkBridges(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p,
		prepare(t, "a", 2, linked(linkOf("e1", "b/e1"), linkOf("c/e2", "e2"), linkOf("e2", "never/e1"))),
		prepare(t, "b", 1),
		prepare(t, "c", 2, linked(episodic.Link{Source: "e1", Relation: episodic.RelationCorrelates, Target: "d/e1", Basis: episodic.BasisStated})),
		prepare(t, "d", 1),
	)
	for _, c := range []struct {
		why  string
		ids  []string
		want []string
	}{
		{"links that cross, either way; none inside, none to what is not there", []string{"a"}, []string{"a b a/e1 > b/e1 causes", "a c a/e2 < c/e2 causes"}},
		{"from the other end it leads backward", []string{"b", "never"}, []string{"b a b/e1 < a/e1 causes"}},
		{"between two that are asked for is no bridge", []string{"a", "b", "c"}, []string{"c d c/e1 - d/e1 correlates"}},
		{"a link without a direction is one bridge", []string{"d"}, []string{"d c d/e1 - c/e1 correlates"}},
		{"nothing was asked", nil, nil},
	} {
		got := f.bridges(t, p, c.ids, 10, 100)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	if got := f.bridges(t, p, []string{"a"}, 10, 1); len(got) != 1 {
		t.Errorf("one was asked for: %v", got)
	}
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "b", day()))
	if got := f.bridges(t, p, []string{"a", "b"}, 10, 100); !slices.Equal(got, []string{"a c a/e2 < c/e2 causes"}) {
		t.Errorf("a deleted episode is joined to nothing: %v", got)
	}
}

func exampleReferenceBridges(t *testing.T, f *fixture) {
	p, other := f.project(t), f.project(t)
	says := func(lessons ...string) func(*episodic.Episode) {
		return func(e *episodic.Episode) {
			e.Lessons = lessons
			e.Events[0].Content = "see docs/all.md"
		}
	}
	f.record(t, p,
		prepare(t, "a", 1, says("issue #12", "docs/guide.md", "docs/guide.md again", "commit 1a2b3c4")),
		prepare(t, "b", 1, says("issue #12", "docs/guide.md")), prepare(t, "c", 1, says("docs/guide.md")),
		prepare(t, "d", 1, says("commit 1a2b3c4d5e6f", "issue #13")),
	)
	f.record(t, other, prepare(t, "z", 1, says("issue #12")))
	for _, c := range []struct {
		why         string
		ids         []string
		most, limit int
		want        []string
	}{
		{"rarest first, then by kind, key and the other episode", []string{"a"}, 3, 100, []string{
			"a d commit:1a2b3c4 of 2", "a b issue:12 of 2", "a b file:docs/guide.md of 3", "a c file:docs/guide.md of 3",
		}},
		{"what many mention says little", []string{"a"}, 2, 100, []string{"a d commit:1a2b3c4 of 2", "a b issue:12 of 2"}},
		{"all four mention one file", []string{"d"}, 4, 100, []string{
			"d a commit:1a2b3c4 of 2", "d a file:docs/all.md of 4", "d b file:docs/all.md of 4", "d c file:docs/all.md of 4",
		}},
		{"several asked: each joined to the others only", []string{"b", "a", "a"}, 3, 100, []string{
			"a d commit:1a2b3c4 of 2", "a c file:docs/guide.md of 3", "b c file:docs/guide.md of 3",
		}},
		{"a limit", []string{"a"}, 3, 2, []string{"a d commit:1a2b3c4 of 2", "a b issue:12 of 2"}},
		{"none is that rare", []string{"a"}, 1, 100, nil},
	} {
		if got := f.bridges(t, p, c.ids, c.most, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "b", day()))
	want := []string{"a d commit:1a2b3c4 of 2", "a c file:docs/guide.md of 2"}
	if got := f.bridges(t, p, []string{"a"}, 2, 100); !slices.Equal(got, want) {
		t.Errorf("a deleted episode does not count: %v, want %v", got, want)
	}
}
