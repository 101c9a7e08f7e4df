package resolvers_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// wide is a query that shows every relation of everything it reaches.
const wide = `query($p: String!, $n: Int!) { episodes(project: $p, first: $n) { totalCount edges { node {
	key access { count } revisions { number } mentions { as episode { key } } outcomeOccurrence { key }
	links { source { key } target { key episode { key } } }
	decisions { causedBy { occurrence { key } link { episode { key } } } leadsTo { occurrence { key ... on Decision { chosen } ... on Event { content } } } mentions { as occurrence { key } } }
	events { causedBy { occurrence { episode { key } } } leadsTo { occurrence { key } } mentions { as } }
} } } }`

// batchesOf is the most statements that wide needs, one for each kind of thing and level.
const batchesOf = 24

// searchAgain is how many statements more a recall may take that had to ask for more chunks
// to find enough episodes.
const searchAgain = 5

func TestBatches_StatementsDoNotGrowWithTheAnswer(t *testing.T) {
	m := open(t)
	for i := range 30 {
		e := storm()
		e["id"] = fmt.Sprintf("storm-%02d", i)
		m.record(e)
	}
	few := m.counted(func() { m.get(wide, map[string]any{"n": 1}) })
	many := m.counted(func() { m.get(wide, map[string]any{"n": 30}) })
	if len(few) == 0 || len(few) > batchesOf {
		t.Errorf("1 episode takes %d statements: %v", len(few), few)
	}
	slices.Sort(few)
	slices.Sort(many)
	if !slices.Equal(few, many) {
		t.Errorf("30 episodes take %d statements where 1 takes %d: %v", len(many), len(few), many)
	}
}

func TestBatches_OfListsAndAnswers(t *testing.T) {
	m := open(t)
	for i := range 20 {
		e := storm()
		e["id"] = fmt.Sprintf("storm-%02d", i)
		m.record(e)
	}
	ids := func(n int) []any {
		var out []any
		for i := range n {
			out = append(out, fmt.Sprintf("Episode:%s/storm-%02d", m.project, i), fmt.Sprintf("Occurrence:%s/storm-%02d/d001", m.project, i),
				"Project:"+m.project)
		}
		return out
	}
	tests := []struct {
		why, query string
		few, many  map[string]any
	}{
		{"occurrences", `query($p: String!, $n: Int!) { occurrences(project: $p, first: $n) { edges { node { episode { key } ... on Decision { chosen } ... on Event { content } causedBy { link { basis } } mentions { as } } } } }`, map[string]any{"n": 1}, map[string]any{"n": 100}},
		{"nodes", `query($i: [ID!]!) { nodes(ids: $i) { ... on Episode { key revisions { number } } ... on Occurrence { episode { key } leadsTo { occurrence { key } } } } }`, map[string]any{"i": ids(1)}, map[string]any{"i": ids(20)}},
		{"recall", `query($p: String!, $n: Int!) { recall(project: $p, text: "gateway storm", first: $n) { hits { episode { key events { causedBy { link { basis } } } } occurrences { key episode { key } } } } }`, map[string]any{"n": 1}, map[string]any{"n": 20}},
		{"mentions", `query($p: String!, $n: Int!) { reference(project: $p, kind: ISSUE, key: "41") { mentions(first: $n) { edges { node { episode { key access { count } } occurrence { key causedBy { link { basis } } } } } } } }`, map[string]any{"n": 1}, map[string]any{"n": 40}},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			few := m.counted(func() { m.get(tt.query, tt.few) })
			many := m.counted(func() { m.get(tt.query, tt.many) })
			// How often the state of the index is read again hangs on the clock.
			many = slices.DeleteFunc(many, func(name string) bool { return name == "get_index_state" })
			if len(many) > len(few)+searchAgain || len(many) > 12 {
				t.Errorf("%d statements for a long answer, %d for a short one: %v", len(many), len(few), many)
			}
		})
	}
}

func TestBatches_OfProjects(t *testing.T) {
	m := open(t)
	query := `query { projects { name createdAt totals { episodes links } index { active { number } total chunks embedded } } }`
	m.record(storm())
	few := m.counted(func() { m.get(query, nil) })
	for i := range 5 {
		other := fmt.Sprintf("%s-%d", m.project, i)
		if _, err := m.service.Recording.Record(t.Context(), other, episodic.Episode{ID: "e", Task: "task"}, episodic.StateIndexed); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := m.service.Recording.PurgeProject(context.WithoutCancel(t.Context()), other); err != nil {
				t.Error(err)
			}
		})
	}
	many := m.counted(func() { m.get(query, nil) })
	if len(many) > len(few)+1 || len(many) > 6 {
		t.Errorf("6 projects take %d statements, 1 takes %d: %v", len(many), len(few), many)
	}
}
