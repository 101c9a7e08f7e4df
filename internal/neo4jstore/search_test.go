package neo4jstore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

func TestStore_SearchText(t *testing.T) {
	s := store(t)
	p, other := project(t, s), project(t, s)
	zebra := func(e *episodic.Episode) {
		e.Domain = "zoo"
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: "feed the zebras", Rationale: "they were hungry", Outcome: episodic.OutcomeSuccess}}
	}
	record(t, s, p, prepare(t, "a", 2, zebra), prepare(t, "b", 1, func(e *episodic.Episode) { e.Lessons = []string{"Never wake a zebra"} }))
	record(t, s, other, prepare(t, "c", 1, zebra))
	for _, c := range []struct {
		why, text string
		filter    episodic.EpisodeFilter
		want      string
	}{
		{"another form of the word, heads and decisions", "zebra", episodic.EpisodeFilter{}, "a decision, b head"},
		{"filters apply", "zebra", episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
		{"an event", "Step 2?", episodic.EpisodeFilter{Domain: "zoo"}, "a events, a events"},
		{"no operator of the search language is one", `zebra AND NOT +wake -the "quoted (un closed: [x TO y] ~ ^ \ / * ? { && || !`, episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
		{"the name of the project is no word", p, episodic.EpisodeFilter{}, ""},
		{"no word at all", "?!*", episodic.EpisodeFilter{}, ""},
		{"nothing has it", "giraffe", episodic.EpisodeFilter{}, ""},
		{"very many words", strings.Repeat("zebra giraffe lion ", 10_000), episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
	} {
		hits, err := s.SearchText(t.Context(), episodic.ChunkQuery{IndexGeneration: episodic.IndexGeneration{Project: p}, Text: c.text, Filter: c.filter, Limit: 2})
		must(t, err)
		var got []string
		for i, h := range hits {
			got = append(got, fmt.Sprintf("%s %s", h.Episode, h.Part))
			if h.Text == "" || h.Score <= 0 || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("%s: hit %+v", c.why, h)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
	}
	hits, err := s.SearchText(t.Context(), episodic.ChunkQuery{IndexGeneration: episodic.IndexGeneration{Project: p}, Text: "zebra", Limit: 5, Offset: 1})
	if err != nil || len(hits) != 1 {
		t.Errorf("past the first: %+v, %v", hits, err)
	}
	for part, want := range map[episodic.ChunkPart]string{
		episodic.PartHead: "b 0", episodic.PartDecision: "a 1", episodic.PartEvents: "",
	} {
		q := episodic.ChunkQuery{IndexGeneration: episodic.IndexGeneration{Project: p}, Text: "zebra", Limit: 5, Parts: []episodic.ChunkPart{part}}
		hits, err := s.SearchText(t.Context(), q)
		must(t, err)
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprintf("%s %d", h.Episode, h.Number))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("narrowed to parts %s: %v, want %s", part, got, want)
		}
	}
	// Each part has a number of its own in its episode, like a chunk.
	numbers := map[int]bool{}
	hits, err = s.SearchText(t.Context(), episodic.ChunkQuery{IndexGeneration: episodic.IndexGeneration{Project: p}, Text: "step zebra task", Filter: episodic.EpisodeFilter{Domain: "zoo"}, Limit: 9})
	must(t, err)
	for _, h := range hits {
		numbers[h.Number] = true
	}
	if len(hits) != 4 || len(numbers) != 4 {
		t.Errorf("a head, a decision and two events have the numbers %v: %+v", numbers, hits)
	}
}
