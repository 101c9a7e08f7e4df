package corpus_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/google/go-cmp/cmp"
)

func TestNetwork_EpisodesHaveFactorsInCommon(t *testing.T) {
	n := corpus.NewNetwork(13)
	factors, links := map[string]int{}, 0
	for i := range 200 {
		p, err := intake.Prepare(n.Episode(i))
		if err != nil {
			t.Fatalf("episode %d: %v", i, err)
		}
		c := contribution.Contribute(p.Episode, contribution.Rules{}, nil)
		links += len(c.Supports)
		for _, o := range c.Observations {
			factors[o.Variable]++
		}
	}
	if len(factors) != 14 || factors["outcome"] != 200 || factors[n.Variable(12)] != 200 {
		t.Errorf("the variables are %v; want 13 and the outcome, each in all 200 episodes", factors)
	}
	if links < 200*11 {
		t.Errorf("%d links in 200 episodes; want one or two for each of 11 variables", links)
	}
}

func TestNetwork_SameNumberSameEpisode(t *testing.T) {
	if diff := cmp.Diff(corpus.NewNetwork(8).Episode(5), corpus.NewNetwork(8).Episode(5)); diff != "" {
		t.Error(diff)
	}
}
