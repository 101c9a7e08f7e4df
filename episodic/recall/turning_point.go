package recall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// maxTurn is the maximum number of characters that a turning point quotes of a text.
const maxTurn = 80

// turn says of episodes in order of time what turned with them. Those of unknown time turn nothing: nothing says what was
// before them.
func turn(about string, hits []Hit) {
	t := teller{words: lexis.TellingWords(about), chosen: map[string]choice{}}
	for i, h := range hits {
		if !h.Stored.Episode.StartedAt.IsZero() {
			hits[i].TurningPoints = t.episode(h)
		}
	}
}

// teller knows what was before an episode.
type teller struct {
	words  []lexis.AskedWord
	failed bool
	// outcome is the last known one, in episode in.
	outcome episodic.Outcome
	in      string
	// chosen has the last choice on each matter.
	chosen map[string]choice
}

// choice is an option that was taken.
type choice struct{ option, key string }

func (t *teller) episode(h Hit) []string {
	var out []string
	e := h.Stored.Episode
	about := t.keysOf(h)
	if what := wentWrong(e, about); what != "" && !t.failed {
		t.failed = true
		out = append(out, "first failure: "+what)
	}
	if e.Outcome != episodic.OutcomeUnknown {
		if t.outcome != "" && t.outcome != e.Outcome {
			out = append(out, fmt.Sprintf("outcome %s after %s in %s", e.Outcome, t.outcome, t.in))
		}
		t.outcome, t.in = e.Outcome, e.ID
	}
	for _, i := range inOrder(e) {
		if d := e.Decisions[i]; about[episodic.OccurrenceKey(e.ID, d.ID)] {
			if turned := t.decision(e.ID, d); turned != "" {
				out = append(out, turned)
			}
		}
	}
	return out
}

// decision compares a choice with the last one on its matter; empty for no other option.
func (t *teller) decision(episode string, d episodic.Decision) string {
	matter, option := matterOf(d)
	if matter == "" || option == "" {
		return ""
	}
	key := episodic.OccurrenceKey(episode, d.ID)
	before, known := t.chosen[matter]
	t.chosen[matter] = choice{option, key}
	if !known || folded(before.option) == folded(option) {
		return ""
	}
	return fmt.Sprintf("%s chooses %s; before, %s chose %s", key, episodic.OneLine(option, maxTurn), before.key, episodic.OneLine(before.option, maxTurn))
}

// matterOf returns what a decision is about and what it chooses: the variable and state of its factor, or else its
// options, or else its context.
func matterOf(d episodic.Decision) (matter, option string) {
	if variable, state, ok := strings.Cut(d.Factor, "="); ok {
		return "factor " + strings.TrimSpace(variable), cmp.Or(d.Chosen, strings.TrimSpace(state))
	}
	if d.Factor != "" {
		return "factor " + d.Factor, d.Chosen
	}
	if len(d.Options) > 1 {
		options := make([]string, len(d.Options))
		for i, o := range d.Options {
			options[i] = folded(o)
		}
		slices.Sort(options)
		return "options " + strings.Join(options, "\n"), d.Chosen
	}
	if d.Context == "" {
		return "", d.Chosen
	}
	return "context " + folded(d.Context), d.Chosen
}

// folded is a text by which equal ones are found whatever their case, forms of words and signs.
func folded(s string) string { return strings.Join(lexis.Analyze(s), " ") }

// keysOf returns the occurrences of an episode that are about the subject: of passages that have a word of it, and, read
// with the task, no fewer than the best passage.
func (t *teller) keysOf(h Hit) map[string]bool {
	all := func(text string) int { return len(lexis.MatchingWords(t.words, text+" "+h.Stored.Episode.Task)) }
	least := all(h.Best.Text)
	out := map[string]bool{}
	for _, p := range append(h.Passages, Passage{ChunkHit: h.Best, Words: h.Words}) {
		if len(p.Words) == 0 || all(p.Text) < least {
			continue
		}
		for _, key := range p.Occurrences {
			out[key] = true
		}
	}
	return out
}

// wentWrong says what went wrong in an episode with what is about the subject, or that all of it did; empty for nothing.
func wentWrong(e episodic.Episode, about map[string]bool) string {
	for _, v := range e.Events {
		if key := episodic.OccurrenceKey(e.ID, v.ID); v.Type == episodic.EventError && about[key] {
			return key + " " + episodic.OneLine(v.Content, maxTurn)
		}
	}
	for _, d := range e.Decisions {
		if key := episodic.OccurrenceKey(e.ID, d.ID); d.Outcome == episodic.OutcomeFailure && about[key] {
			return key + " " + episodic.OneLine(cmp.Or(d.Chosen, d.Context), maxTurn)
		}
	}
	if e.Outcome == episodic.OutcomeFailure || e.Outcome == episodic.OutcomePartial {
		return "outcome " + string(e.Outcome)
	}
	return ""
}

// inOrder returns the positions of the decisions by time as far as it is known, or else in the writer's order.
func inOrder(e episodic.Episode) []int {
	out := make([]int, len(e.Decisions))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int {
		at, bt := e.Decisions[a].At, e.Decisions[b].At
		if at.IsZero() || bt.IsZero() {
			return 0
		}
		return at.Time.Compare(bt.Time)
	})
	return out
}
