package recall_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// weighed is an answer with what its arguments decide.
type weighed struct {
	Recall struct {
		Note     *string
		Answered *bool
		Hits     []weighedHit
	}
}

type weighedHit struct {
	Score       float64
	Probability *float64
	Text        string
	Episode     struct{ Key string }
	Occurrences []struct{ Key string }
	Terms       struct{ WordShare, VectorShare, Alpha, Coverage *float64 }
	Passages    []struct{ Text string }
}

const weighedQuery = `query($project: String!, $text: String, $like: String, $alpha: Float, $least: Float, $each: Boolean! = false, $parts: Int! = 3, $ranking: Ranking! = SIMILARITY) {
	recall(project: $project, text: $text, like: $like, alpha: $alpha, minRelevance: $least, passages: $each, ranking: $ranking) {
		note answered hits { score probability text episode { key } occurrences { key } passages(first: $parts) { text } terms { wordShare vectorShare alpha coverage } } } }`

func (a weighed) keys() []string {
	var keys []string
	for _, h := range a.Recall.Hits {
		keys = append(keys, h.Episode.Key)
	}
	return keys
}

func shareOf(share *float64) float64 {
	if share == nil {
		return 0
	}
	return *share
}

// newTalk makes a project with vectors: repairs, and a talk whose turns fill several parts.
func newTalk(t *testing.T) *project {
	t.Helper()
	p := newProject(t)
	var all []vars
	for i := range 60 {
		all = append(all, vars{"id": fmt.Sprint("ep-", i), "timestamp": "2026-05-01T00:00:00Z", "outcome": "success", "task": fmt.Sprintf("repair pump %d of the harbour", i), "decisions": []vars{}, "events": []vars{}})
	}
	p.ImportAll(all...)
	turns := []vars{}
	for i := range 30 {
		content := fmt.Sprintf("nothing new under the sun of day %d, only work and more of the same work as ever, with the walrus of", i)
		if i == 17 {
			content = "my walrus likes herring"
		}
		turns = append(turns, vars{"id": fmt.Sprintf("t%02d", i), "actor": "Zoë", "content": content})
	}
	p.Record(vars{"id": "talk", "task": "Conversation", "events": turns})
	harness.Eventually(t, "all chunks have a vector", func() bool {
		x := p.index()
		return x.Active.Provider != nil && x.Building == nil && x.Chunks > 60 && x.Embedded == x.Chunks
	})
	return p
}

// TestWeights asks with weights and bounds of all kinds: each does what it says, and what is outside is refused by its name.
func TestWeights(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newTalk(t)
	ask := func(v vars) weighed { return harness.Get[weighed](p, weighedQuery, v) }
	t.Run("alpha", func(t *testing.T) {
		for _, h := range ask(vars{"text": "which pump of the harbor?", "alpha": 0}).Recall.Hits {
			if h.Terms.Alpha != nil || h.Terms.VectorShare != nil || h.Score != shareOf(h.Terms.WordShare) {
				t.Errorf("words only: %+v", h)
			}
		}
		if meant := ask(vars{"text": "dockside machinery", "alpha": 1}).Recall.Hits; len(meant) == 0 || meant[0].Terms.WordShare != nil || *meant[0].Terms.Alpha != 1 || meant[0].Score != 1 {
			t.Errorf("meaning only: %+v", meant)
		}
		for _, h := range ask(vars{"text": "which pump of the harbour?", "alpha": .3}).Recall.Hits {
			if sum := .7*shareOf(h.Terms.WordShare) + .3*shareOf(h.Terms.VectorShare); *h.Terms.Alpha != .3 || math.Abs(h.Score-sum) > 1e-9 {
				t.Errorf("in between: %v, want %v", h.Score, sum)
			}
		}
		known, strange := ask(vars{"text": "pump of the harbour"}).Recall.Hits, ask(vars{"text": "dockside machinery"}).Recall.Hits
		if *known[0].Terms.Alpha > .1 || *strange[0].Terms.Alpha < .8 {
			t.Errorf("by itself the weight is %v for words of the memory and %v for others", *known[0].Terms.Alpha, *strange[0].Terms.Alpha)
		}
	})
	t.Run("passages", func(t *testing.T) {
		each := ask(vars{"text": "what does the walrus like?", "each": true}).Recall.Hits
		if len(each) < 3 || each[0].Occurrences[0].Key != "talk/t17" || !strings.Contains(each[0].Text, "Zoë: my walrus likes herring") {
			t.Errorf("the turn that says it comes first: %+v", each)
		}
		one := ask(vars{"text": "what does the walrus like?", "parts": 2}).Recall.Hits
		if len(one) == 0 || len(one[0].Passages) != 2 || slices.ContainsFunc(one[1:], func(h weighedHit) bool { return h.Episode.Key == "talk" }) {
			t.Errorf("an episode is one hit with as many passages as asked for: %+v", one)
		}
		for _, n := range []int{-1, 0, 11} {
			p.Refused("passages", weighedQuery, vars{"text": "the walrus", "parts": n}, "INVALID_INPUT first")
		}
	})
	t.Run("minRelevance", func(t *testing.T) {
		all := ask(vars{"text": "what does the walrus like?"})
		if !*all.Recall.Answered || !slices.Equal(ask(vars{"text": "what does the walrus like?", "least": 0}).keys(), all.keys()) {
			t.Errorf("no bound and a bound of 0 keep all: %+v", all)
		}
		nothing := ask(vars{"text": "how to fold a paper crane", "least": .9})
		if len(nothing.Recall.Hits) != 0 || *nothing.Recall.Answered || !strings.Contains(*nothing.Recall.Note, "nothing here answers this") {
			t.Errorf("%+v", nothing)
		}
		for why, v := range map[string]vars{
			"below 0": {"text": "x", "least": -.1}, "above 1": {"text": "x", "least": 1.1}, "like an episode": {"like": "ep-1", "least": .5}, "by time": {"text": "x", "ranking": "TIME", "least": .5},
		} {
			p.Refused(why, weighedQuery, v, "INVALID_INPUT minRelevance")
		}
	})
	t.Run("names", func(t *testing.T) {
		for _, text := range []string{"Zoë's walrus", "ZOE and the walrus", "zoe\u0308 walrus"} {
			if hits := ask(vars{"text": text}).Recall.Hits; len(hits) == 0 || hits[0].Episode.Key != "talk" || *hits[0].Terms.Coverage < .999 {
				t.Errorf("%s: %+v", text, hits)
			}
		}
		for name, want := range map[string]int{"Zoë": 1, "zoe": 0, "Zoltan": 0} {
			if got := p.find(recallQuery, vars{"text": "the walrus", "filter": vars{"actors": []string{name}}}); len(got.Hits) != want {
				t.Errorf("filtered by %s: %v", name, got.keys())
			}
		}
	})
}
