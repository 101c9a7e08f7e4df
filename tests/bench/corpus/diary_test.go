package corpus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
)

func TestDiary_EpisodesAreValid(t *testing.T) {
	d := corpus.NewDiary(200)
	outcomes := map[episodic.Outcome]int{}
	for n := range d.Size() {
		e := d.Episode(n)
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatalf("episode %d: %v", n, err)
		}
		outcomes[p.Episode.Outcome]++
		id, alternative := d.Decision(n)
		at := slices.IndexFunc(e.Decisions, func(d episodic.Decision) bool { return d.ID == id })
		if at < 0 || e.Decisions[at].Chosen == alternative || !slices.Contains(e.Decisions[at].Options, alternative) {
			t.Errorf("episode %d has no decision %s with the other option %q", n, id, alternative)
		}
		if !leads(e, id, episodic.OutcomeID) {
			t.Errorf("episode %d: nothing leads from %s to the outcome", n, id)
		}
	}
	if outcomes[episodic.OutcomeSuccess] < 30 || outcomes[episodic.OutcomeFailure] < 30 {
		t.Errorf("the outcomes are %v", outcomes)
	}
}

// leads says whether links of the episode lead from one occurrence to another.
func leads(e episodic.Episode, from, to string) bool {
	next := []string{from}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		for _, l := range e.Links {
			if l.Source == at {
				if l.Target == to {
					return true
				}
				next = append(next, l.Target)
			}
		}
	}
	return false
}

func TestDiary_QuestionsOf(t *testing.T) {
	d := corpus.NewDiary(400)
	in := func(question string) (texts int) {
		word := strings.Fields(question)[0]
		for n := range d.Size() {
			e := d.Episode(n)
			if slices.ContainsFunc(e.Events, func(e episodic.Event) bool { return slices.Contains(strings.Fields(e.Content), word) }) {
				texts++
			}
		}
		return texts
	}
	for _, q := range d.QuestionsOf(corpus.RareWords, 10) {
		if n := in(q); n > 20 {
			t.Errorf("%q is not rare: %d of 400 episodes have it", q, n)
		}
	}
	for _, q := range d.QuestionsOf(corpus.CommonWords, 10) {
		if n := in(q); n < 60 || len(lexis.Analyze(q)) == 0 {
			t.Errorf("%q is not common: %d of 400 episodes have it", q, n)
		}
	}
	if got := d.QuestionsOf(corpus.MixedWords, 3); len(got) != 3 {
		t.Errorf("questions are %q", got)
	}
}
