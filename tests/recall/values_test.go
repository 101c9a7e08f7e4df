package recall_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// found is what the argument changes that a test is about.
type passagesFound struct {
	Recall struct {
		Hits []struct {
			Episode  struct{ Key string }
			Text     string
			Passages []struct {
				Text        string
				Score       float64
				Occurrences []struct{ Key string }
			}
		}
	}
}

// TestValues_passages holds that a hit has as many of its passages as are asked for, best first, the first one that of
// the hit.
func TestValues_passages(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	var decisions []vars
	for i, words := range []string{"walrus", "walrus herring", "walrus herring pier", "nothing"} {
		decisions = append(decisions, vars{"id": fmt.Sprintf("d%03d", i), "chosen": "feed the " + words})
	}
	p.Record(vars{"id": "talk", "task": "Feeding", "decisions": decisions})
	const query = `query($project: String!, $first: Int!) {
		recall(project: $project, text: "walrus herring pier") { hits { episode { key } text passages(first: $first) { text score occurrences { key } } } } }`
	for first := 1; first <= 4; first++ {
		got := harness.Get[passagesFound](p, query, vars{"first": first}).Recall.Hits
		if len(got) != 1 || len(got[0].Passages) != first || got[0].Passages[0].Text != got[0].Text {
			t.Fatalf("%d passages: %+v", first, got)
		}
		var keys []string
		for i, passage := range got[0].Passages {
			keys = append(keys, passage.Occurrences[0].Key)
			if i > 0 && passage.Score >= got[0].Passages[i-1].Score {
				t.Errorf("passage %d scores no less than the one before: %+v", i, got[0].Passages)
			}
		}
		if want := []string{"talk/d002", "talk/d001", "talk/d000", "talk/d003"}[:first]; !slices.Equal(keys, want) {
			t.Errorf("%d passages: %v, want %v", first, keys, want)
		}
	}
}

// TestValues_offset holds that decisions and episodes are skipped, one by one, in the order of the whole list.
func TestValues_offset(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	for i := range 5 {
		words := []string{"walrus", "walrus herring", "walrus herring pier", "walrus herring pier storm", "walrus herring pier storm bell"}[i]
		p.Record(vars{"id": fmt.Sprintf("ep%d", i), "task": words, "decisions": []vars{{"id": "d001", "context": words, "chosen": fmt.Sprintf("choice%d", i)}}})
	}
	const text = "walrus herring pier storm bell"
	const decisions = `query($project: String!, $first: Int!, $offset: Int!) {
		found: similarDecisions(project: $project, context: "` + text + `", first: $first, offset: $offset) { truncated hits { score decision { key } } } }`
	const episodes = `query($project: String!, $first: Int!, $offset: Int!) {
		found: recall(project: $project, text: "` + text + `", first: $first, offset: $offset) { truncated hits { score episode { key } } } }`
	for name, query := range map[string]string{"decisions": decisions, "episodes": episodes} {
		all := p.find(query, vars{"first": 5, "offset": 0})
		if len(all.Hits) != 5 || all.Truncated || all.Hits[0].Episode.Key+all.Hits[0].Decision.Key != map[string]string{"decisions": "ep4/d001", "episodes": "ep4"}[name] {
			t.Fatalf("%s: %+v", name, all)
		}
		for offset := range 6 {
			got := p.find(query, vars{"first": 2, "offset": offset})
			if got.Truncated != (offset+2 < 5) || len(got.Hits) != max(0, min(2, 5-offset)) {
				t.Errorf("%s from %d: %d hits, truncated %v", name, offset, len(got.Hits), got.Truncated)
			}
			for i, h := range got.Hits {
				if want := all.Hits[offset+i]; h.Decision.Key != want.Decision.Key || h.Episode.Key != want.Episode.Key {
					t.Errorf("%s: hit %d from %d is %s%s, not %s%s", name, i, offset, h.Episode.Key, h.Decision.Key, want.Episode.Key, want.Decision.Key)
				}
			}
		}
	}
}
