package recall_test

import (
	"math"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
)

func TestEvidence(t *testing.T) {
	words := []episodic.ChunkHit{
		{Episode: "ep-1", Text: "the customer was charged twice"}, {Episode: "ep-2", Text: "the customer paid"}, {Episode: "ep-3", Text: "a customer called"},
	}
	near := make([]episodic.ChunkHit, 100)
	for i := range near {
		near[i] = episodic.ChunkHit{Episode: "far", Score: .3 + .1*float64(i%2)} // mean .35, deviation .05
	}
	cosine := func(f float64) recall.ScoreTerms { return recall.ScoreTerms{Similarity: &f} }
	day := time.Date(2026, 4, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why, question string
		hit           recall.Hit
		near          []episodic.ChunkHit
		want          recall.Evidence
	}{
		{"all words in the hit", "Was a customer charged twice?", recall.Hit{Best: words[0]}, nil, recall.Evidence{Coverage: 1}},
		{"no word anywhere", "pancakes", recall.Hit{Best: words[0]}, nil, recall.Evidence{Absent: 1}},
		{"another chunk has the word", "charged", recall.Hit{Best: words[1]}, nil, recall.Evidence{Missed: 1}},
		{"a vector stands out", "pancakes", recall.Hit{Best: words[0], Terms: cosine(.6)}, near, recall.Evidence{Absent: 1, Cosine: .6, Above: 5}},
		{"a vector below the others", "pancakes", recall.Hit{Best: words[0], Terms: cosine(-.15)}, near, recall.Evidence{Absent: 1, Above: -10}},
		{"among few none stands out", "pancakes", recall.Hit{Best: words[0], Terms: cosine(.6)}, near[:9], recall.Evidence{Absent: 1, Cosine: .6}},
		{"the day that it began", "2 April 2026", recall.HitOf(words[0], day), nil, recall.Evidence{Coverage: 1}},
		{"the same in another form", "2026-04-02", recall.HitOf(words[0], day), nil, recall.Evidence{Coverage: 1}},
		{"another day", "3 May 2027", recall.HitOf(words[0], day), nil, recall.Evidence{Missed: 1}},
	} {
		got := recall.EvidenceOf(lexis.Analyze(c.question), words, c.near, c.hit)
		for _, d := range []float64{
			got.Coverage - c.want.Coverage, got.Missed - c.want.Missed, got.Absent - c.want.Absent, got.Cosine - c.want.Cosine, got.Above - c.want.Above,
		} {
			if math.Abs(d) > 1e-9 {
				t.Errorf("%s: %q has %+v, want %+v", c.why, c.question, got, c.want)
				break
			}
		}
	}
}

// TestProbability holds the rules of all providers to what cannot be otherwise.
func TestProbability(t *testing.T) {
	for _, provider := range []string{"", "learned", "static", "local"} {
		probability := func(e recall.Evidence) float64 {
			p, known := recall.Probability(provider, e)
			if !known || !(p > 0 && p < 1) {
				t.Errorf("%q gives %+v %v, known %v", provider, e, p, known)
			}
			return p
		}
		none := probability(recall.Evidence{Absent: 1, Cosine: .3})
		all := probability(recall.Evidence{Coverage: 1, Cosine: .5, Above: 2})
		if none > .1 || all < .7 {
			t.Errorf("%q: words that nobody used answer with %.2f, all words in one part with %.2f", provider, none, all)
		}
		if missed := probability(recall.Evidence{Coverage: .4, Missed: .5, Cosine: .5}); missed >= probability(recall.Evidence{Coverage: .4, Cosine: .5}) {
			t.Errorf("%q: that another part has more of the words does not count", provider)
		}
		last := 0.0
		for i := range 11 {
			p := probability(recall.Evidence{Coverage: float64(i) / 10, Missed: 1 - float64(i)/10, Cosine: .5, Above: 2})
			if p < last {
				t.Errorf("%q: more of the words answer with %.3f after %.3f", provider, p, last)
			}
			last = p
		}
	}
	static, _ := recall.Probability("static", recall.Evidence{Absent: 1, Cosine: .5, Above: 7})
	if near, _ := recall.Probability("static", recall.Evidence{Absent: 1, Cosine: .5, Above: 2.5}); static < .7 || near > .1 {
		t.Errorf("a vector that stands out answers with %.2f, one among others with %.2f", static, near)
	}
	if _, known := recall.Probability("openai", recall.Evidence{Coverage: 1}); known {
		t.Error("the numbers of an endpoint's vectors are not calibrated")
	}
}
