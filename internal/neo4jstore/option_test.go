package neo4jstore_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/google/go-cmp/cmp"
)

// drawnOptions lists what decisions considered and chose, as text.
func drawnOptions(t *testing.T, project string) []string {
	t.Helper()
	rows := raw[[]any](t, `MATCH (d:Decision {project: $project})-[r:CONSIDERED|CHOSE]->(o:Option {project: $project})
		RETURN collect(d.key + ' ' + type(r) + ' ' + o.key + ' ' + o.text)`, map[string]any{"project": project})
	out := []string{}
	for _, r := range rows {
		out = append(out, fmt.Sprint(r))
	}
	slices.Sort(out)
	return out
}

func deciding(options []string, chosen string) func(*episodic.Episode) {
	return func(e *episodic.Episode) {
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Options: options, Chosen: chosen, Outcome: episodic.OutcomeUnknown}}
	}
}

func TestStore_options(t *testing.T) {
	s := store(t)
	for name, c := range map[string]struct {
		why     string
		options []string
		chosen  string
		want    []string
	}{
		"one of them": {
			"the option taken is the considered one, not a twin of it",
			[]string{"left", "right"},
			"right",
			[]string{"a/d1 CHOSE a/d1#1 right", "a/d1 CONSIDERED a/d1#0 left", "a/d1 CONSIDERED a/d1#1 right"},
		},
		"none of them": {
			"what was not listed was not considered",
			[]string{"left"},
			"right",
			[]string{"a/d1 CHOSE a/d1#1 right", "a/d1 CONSIDERED a/d1#0 left"},
		},
		"no list":   {"a choice without alternatives", nil, "right", []string{"a/d1 CHOSE a/d1#0 right"}},
		"no choice": {"options of which none was taken", []string{"left"}, "", []string{"a/d1 CONSIDERED a/d1#0 left"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := project(t, s)
			record(t, s, p, prepare(t, "a", 1, deciding(c.options, c.chosen), func(e *episodic.Episode) { e.Decisions[0].Context = "Which way" }))
			if diff := cmp.Diff(c.want, drawnOptions(t, p)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestStore_optionsGoWithTheirDecision(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1, deciding([]string{"left", "right"}, "left")))
	record(t, s, p, prepare(t, "a", 1, deciding([]string{"up"}, "up")))
	if diff := cmp.Diff([]string{"a/d1 CHOSE a/d1#0 up", "a/d1 CONSIDERED a/d1#0 up"}, drawnOptions(t, p)); diff != "" {
		t.Errorf("a revision replaces the options (-want +got):\n%s", diff)
	}
	must(t, s.DeleteEpisode(t.Context(), p, "a", time.Now()))
	n := raw[int64](t, `MATCH (o:Option {project: $project}) RETURN count(o)`, map[string]any{"project": p})
	if n != 0 {
		t.Errorf("%d options outlived their decision", n)
	}
}

// A cluster may lag behind what was written; one server does not.
func TestOpen_bookmarks(t *testing.T) {
	for uri, want := range map[string]bool{
		"bolt://h:7687": false, "bolt+s://h:7687": false, "bolt+ssc://h:7687": false, "neo4j://h:7687": true, "neo4j+s://h:7687": true,
	} {
		if got := neo4jstore.HasBookmarks(uri); got != want {
			t.Errorf("%s: bookmarks %t", uri, got)
		}
	}
}
