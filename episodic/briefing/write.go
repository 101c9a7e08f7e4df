package briefing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/explain"
)

// contextWriter describes episodes within a budget of tokens.
type contextWriter struct {
	tokens explain.Tokens
	budget int
	// leftOut counts the patterns and choices that are left out, and those that are shortened.
	leftOut LeftOut
}

// contextParts are what a context may tell.
type contextParts struct {
	// asked are the words of the question that say something.
	asked []lexis.AskedWord
	// failures have a similar failure, hits are similar otherwise, recent failed in the last days.
	failures, hits []recall.Hit
	recent         []episodic.Stored
	// advise returns patterns of at most so many tokens each.
	advise  func(tokens int) ([]Advice, error)
	choices func() ([]Choice, error)
}

// write selects the lines. Patterns come first, then choices and warnings, each from its share of
// the budget; the similar episodes share the rest.
func (t *contextWriter) write(p contextParts) (TaskContext, error) {
	var c TaskContext
	left := t.budget
	patterns, spent, err := t.patterns(p.advise, t.budget/patternPart)
	if err != nil {
		return c, err
	}
	c.Patterns, left = patterns, left-spent
	if c.Choices, spent, err = t.choices(p.choices, t.budget/choicePart); err != nil {
		return c, err
	}
	most := LeftOut{t.leftOut.Patterns, t.leftOut.Choices, 2 * mostSimilar, 9_999, 9_999}
	reserved, err := t.tokens.CountTokens(mark(most, t.budget))
	if err != nil {
		return c, err
	}
	left -= spent + reserved
	similar := interleave(hitEntries(ReasonSimilarFailure, p.failures, p.asked), hitEntries(ReasonSimilar, p.hits, p.asked))
	recent := newEntries(ReasonRecentFailure, p.recent)
	fold(slices.Concat(similar, recent))
	slices.SortStableFunc(similar, func(a, b *entry) int { return cmp.Compare(a.repeats(), b.repeats()) })
	spent, err = t.describe(recent, len(recent), left/warningPart)
	if err == nil {
		_, err = t.describe(similar, max(leastSimilar, t.budget/tokensEach), left-spent)
	}
	if err != nil {
		return c, err
	}
	return t.finish(c, append(ordered(similar), recent...))
}

// patterns keeps the patterns that fit.
func (t *contextWriter) patterns(advise func(tokens int) ([]Advice, error), room int) (kept []Advice, spent int, err error) {
	all, err := advise(room - 1)
	if err != nil {
		return nil, 0, err
	}
	for _, a := range all {
		if a.Tokens, err = t.tokens.CountTokens(a.Text + "\n"); err != nil {
			return nil, 0, err
		}
		if a.Text == "" || spent+a.Tokens > room {
			t.leftOut.Patterns++
			continue
		}
		if a.Shortened {
			t.leftOut.Shortened++
		}
		spent += a.Tokens
		kept = append(kept, a)
	}
	return kept, spent, nil
}

// choices keeps the choices that fit, cut if necessary.
func (t *contextWriter) choices(count func() ([]Choice, error), room int) (kept []Choice, spent int, err error) {
	all, err := count()
	if err != nil {
		return nil, 0, err
	}
	for _, c := range all {
		whole := c.words()
		prefix := "[" + c.Options[0].Factor + "] "
		if c.Text, c.Tokens, err = t.fit(prefix, whole, room-spent); err != nil {
			return nil, 0, err
		}
		switch c.Text {
		case "":
			t.leftOut.Choices++
			continue
		case prefix + whole:
		default:
			t.leftOut.Shortened++
		}
		spent += c.Tokens
		kept = append(kept, c)
	}
	return kept, spent, nil
}

// describe fills the entries: what was found first, in full; then a few lessons, decisions and errors of each of the
// first ones; then more of what was found, those lines in full and further ones; then the other entries, and at last
// what else happened. Where the budget ends, the best entries are told best.
func (t *contextWriter) describe(all []*entry, first, room int) (spent int, err error) {
	first = min(first, len(all))
	each := min(entryBudget, max(leastEntry, t.budget/budgetPart))
	if spent, err = t.quote(all, int(quotedPart*float64(room))); err != nil {
		return 0, err
	}
	few := func(e *entry, room int) error {
		return t.fill(e, min(each, room, entryBudget-e.Tokens), lineBudget, telling)
	}
	steps := []fillStep{{all[:first], few}, {all[:first], t.lengthen}}
	if spent, err = t.take(steps, spent, room); err != nil {
		return 0, err
	}
	more, err := t.quote(all, room-spent)
	if err != nil {
		return 0, err
	}
	rest := func(wanted func(draft) bool) func(e *entry, room int) error {
		return func(e *entry, room int) error {
			return t.fill(e, min(entryBudget-e.Tokens, room), entryBudget, wanted)
		}
	}
	return t.take([]fillStep{{all[:first], rest(major)}, {all[first:], few}, {all, rest(anything)}}, spent+more, room)
}

// fillStep is one way to fill some entries.
type fillStep struct {
	entries []*entry
	fill    func(e *entry, room int) error
}

// take fills entries step by step and returns what is spent of the room.
func (t *contextWriter) take(steps []fillStep, spent, room int) (int, error) {
	for _, step := range steps {
		for _, e := range step.entries {
			before := e.Tokens
			if err := step.fill(e, room-spent); err != nil {
				return 0, err
			}
			spent += e.Tokens - before
		}
	}
	return spent, nil
}

// finish assembles the lines. Tokens were counted line by line; if the whole text has more, it
// drops the last lines.
func (t *contextWriter) finish(c TaskContext, entries []*entry) (TaskContext, error) {
	for {
		c.LeftOut, c.Entries = t.leftOut, nil
		var lines []string
		for _, p := range c.Patterns {
			lines = append(lines, p.Text)
		}
		for _, one := range c.Choices {
			lines = append(lines, one.Text)
		}
		for _, e := range entries {
			if len(e.Lines) == 0 {
				c.LeftOut.Episodes++
				continue
			}
			c.LeftOut.Lines += len(e.rest)
			c.LeftOut.Shortened += e.shortened()
			c.Entries = append(c.Entries, e.shown())
			for _, l := range c.Entries[len(c.Entries)-1].Lines {
				lines = append(lines, l.Text)
			}
		}
		if c.Cut() {
			lines = append(lines, mark(c.LeftOut, t.budget))
		}
		c.Text = strings.Join(lines, "\n")
		var err error
		if c.Tokens, err = t.tokens.CountTokens(c.Text); err != nil {
			return TaskContext{}, err
		}
		if c.Tokens <= t.budget || len(c.Entries) == 0 {
			return c, nil
		}
		dropLast(entries)
	}
}

// dropLast takes the last line back that was told.
func dropLast(entries []*entry) {
	for _, e := range slices.Backward(entries) {
		if n := len(e.Lines); n > 0 {
			e.Tokens -= e.Lines[n-1].Tokens
			e.rest = append(e.rest, e.told[n-1])
			e.Lines, e.told = e.Lines[:n-1], e.told[:n-1]
			return
		}
	}
}

// mark says what was left out.
func mark(out LeftOut, budget int) string {
	more := ""
	if out.Patterns > 0 {
		more += fmt.Sprintf("%d patterns, ", out.Patterns)
	}
	if out.Choices > 0 {
		more += fmt.Sprintf("%d choices, ", out.Choices)
	}
	return fmt.Sprintf("(cut to %d tokens: %s%d episodes and %d lines left out, %d lines shortened)",
		budget, more, out.Episodes, out.Lines, out.Shortened)
}
