package recall_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/questions"
)

// evidence are the means over questions about dialogues.
type evidence struct{ all, words, reworded, several, used float64 }

// TestDialogue_context holds how much of the evidence is in the context of a question about conversations, and how much
// of the budget is used. What was measured is in docs/recall.md.
func TestDialogue_context(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	episodes, list, err := questions.Dialogues()
	if err != nil {
		t.Fatal(err)
	}
	m := memoryOver(t, (*fixture).open)
	s := askedSet{m, memory.NewEpisodes(memory.EpisodeParts{
		Store: m.store, Index: m.index, Embedder: m.embedder(""), Tokens: tokens.New(),
	}, m.clock)}
	m.recordAll(s.asked, episodes)
	m.maintain(s.asked)
	for budget, floor := range map[int]evidence{500: {words: .9, several: .45, reworded: .1, used: .95}, 1_000: {words: .95, several: .65, reworded: .15, used: .97}, 2_000: {words: .95, several: .8, reworded: .2, used: .97}} {
		got := s.held(list, budget)
		t.Logf("%d tokens: evidence held %+v of %d questions", budget, got, len(list))
		if got.words < floor.words || got.several < floor.several || got.reworded < floor.reworded || got.used < floor.used {
			t.Errorf("%d tokens: %+v, want at least %+v", budget, got, floor)
		}
		if plain := s.heldPlain(list, budget); got.all < plain {
			t.Errorf("%d tokens: a context holds %.3f of the evidence, the best passages of the hits alone %.3f", budget, got.all, plain)
		}
	}
}

func (s askedSet) held(list []questions.Dialogue, budget int) (out evidence) {
	var words, reworded, several []float64
	for _, q := range list {
		c, err := s.asked.Briefing.ContextFor(s.t.Context(), briefing.ContextQuestion{Project: s.project, Task: q.Text, Budget: budget})
		if err != nil {
			s.t.Fatal(err)
		}
		share := heldIn(c.Text, q)
		out.used += float64(c.Tokens) / float64(budget) / float64(len(list))
		out.all += share / float64(len(list))
		switch {
		case q.Several:
			several = append(several, share)
		case q.Reworded:
			reworded = append(reworded, share)
		default:
			words = append(words, share)
		}
	}
	out.words, out.reworded, out.several = mean(words), mean(reworded), mean(several)
	return out
}

// heldPlain packs the text of the hits, best first, as long as it fits.
func (s askedSet) heldPlain(list []questions.Dialogue, budget int) float64 {
	counter, sum := tokens.New(), 0.0
	for _, q := range list {
		a := s.recall(s.asked, recall.Question{Text: q.Text, Limit: 40})
		text := ""
		for _, h := range a.Hits {
			more := text + h.Best.Text + "\n"
			if n, err := counter.CountTokens(more); err != nil || n > budget {
				break
			}
			text = more
		}
		sum += heldIn(text, q)
	}
	return sum / float64(len(list))
}

// heldIn is the share of the turns of a question that stand in a text.
func heldIn(text string, q questions.Dialogue) float64 {
	n := 0
	for _, said := range q.Said {
		if strings.Contains(text, said) {
			n++
		}
	}
	return float64(n) / float64(len(q.Said))
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / max(1, float64(len(list)))
}
