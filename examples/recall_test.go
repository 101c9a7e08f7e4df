package examples_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// ranked returns the ids of the episodes begun before until, best first, by the sum of
// the rarities of the question's terms in their best chunk: a plain stand-in for an engine.
func ranked(all []episodic.Prepared, text string, until time.Time) []string {
	type one struct {
		episode string
		terms   []string
	}
	var chunks []one
	seen := map[string]float64{}
	for _, p := range all {
		if at := p.Episode.StartedAt; at.IsZero() || !at.Time.Before(until) {
			continue
		}
		for _, c := range chunk.Chunks(episodic.Stored{Project: "p", Episode: p.Episode, Revision: 1}).Chunks {
			terms := strings.Fields(c.Own)
			slices.Sort(terms)
			terms = slices.Compact(terms)
			chunks = append(chunks, one{p.Episode.ID, terms})
			for _, term := range terms {
				seen[term]++
			}
		}
	}
	best := map[string]float64{}
	for _, c := range chunks {
		score := 0.0
		for _, term := range lexis.Analyze(text) {
			if _, holds := slices.BinarySearch(c.terms, term); holds {
				score += math.Log(float64(len(chunks)) / seen[term])
			}
		}
		best[c.episode] = max(best[c.episode], score)
	}
	ids := []string{}
	for id, score := range best {
		if score > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if best[a] != best[b] {
			return int(math.Copysign(1, best[b]-best[a]))
		}
		return strings.Compare(a, b)
	})
	return ids
}

func TestQuestions_Recall(t *testing.T) {
	q := question(t, "recall")
	until, err := time.Parse(time.DateOnly, q.Variables["until"].(string))
	if err != nil {
		t.Fatal(err)
	}
	text := q.Variables["text"].(string)
	got := ranked(story(t), text, until)
	first := got[:min(len(got), q.Variables["first"].(int))]
	for _, want := range q.Expect.Episodes {
		if !slices.Contains(first, want) {
			t.Errorf("%s is not among the first of %q: %v", want, text, got)
		}
	}
}
