package recall

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// contextWriter describes episodes within a budget of tokens.
type contextWriter struct {
	tokens explain.Tokens
	budget int
	// lessons are the lessons already written, so that none is repeated.
	lessons map[string]bool
	leftOut LeftOut
}

// write selects the lines. It selects patterns first and then warnings, from their shares of the
// budget; the similar episodes share the rest in turn.
func (t *contextWriter) write(hits []Hit, failed []episodic.Stored, advise func(tokens int) ([]Advice, error)) (TaskContext, error) {
	t.lessons = map[string]bool{}
	patterns, used, err := t.patterns(advise, t.budget/patternPart)
	if err != nil {
		return TaskContext{}, err
	}
	reserved, err := t.tokens.CountTokens(mark(LeftOut{t.leftOut.Patterns, mostSimilar, 9_999, 9_999}, t.budget))
	if err != nil {
		return TaskContext{}, err
	}
	left := t.budget - used - reserved
	warnings, spent, err := t.entries(newEntries(ReasonRecentFailure, failed), left/warningPart)
	if err != nil {
		return TaskContext{}, err
	}
	similar, _, err := t.entries(hitEntries(hits), left-spent)
	if err != nil {
		return TaskContext{}, err
	}
	return t.finish(patterns, append(similar, warnings...))
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

// newEntries returns entries without lines.
func newEntries(why ContextReason, episodes []episodic.Stored) []ContextEntry {
	entries := make([]ContextEntry, len(episodes))
	for i, e := range episodes {
		entries[i] = ContextEntry{Reason: why, Stored: e}
	}
	return entries
}

func hitEntries(hits []Hit) []ContextEntry {
	entries := make([]ContextEntry, len(hits))
	for i, h := range hits {
		entries[i] = ContextEntry{Reason: ReasonSimilar, Stored: h.Stored, Hit: &h}
	}
	return entries
}

// entries fills each entry with lines and leaves out those that do not fit.
func (t *contextWriter) entries(of []ContextEntry, room int) (kept []ContextEntry, spent int, err error) {
	each := min(entryBudget, max(leastEntry, t.budget/budgetPart))
	for _, e := range of {
		if err := t.fill(&e, min(each, room-spent)); err != nil {
			return nil, 0, err
		}
		if len(e.Lines) == 0 {
			t.leftOut.Episodes++
			continue
		}
		spent += e.Tokens
		kept = append(kept, e)
	}
	return kept, spent, nil
}

// finish assembles the lines. Tokens were counted line by line; if the whole text has more, it
// drops the last lines.
func (t *contextWriter) finish(patterns []Advice, entries []ContextEntry) (TaskContext, error) {
	for {
		c := TaskContext{Patterns: patterns, Entries: entries, LeftOut: t.leftOut}
		var lines []string
		for _, p := range patterns {
			lines = append(lines, p.Text)
		}
		for _, e := range entries {
			for _, l := range e.Lines {
				lines = append(lines, l.Text)
			}
		}
		if c.Cut() {
			lines = append(lines, mark(t.leftOut, t.budget))
		}
		c.Text = strings.Join(lines, "\n")
		var err error
		if c.Tokens, err = t.tokens.CountTokens(c.Text); err != nil {
			return TaskContext{}, err
		}
		if c.Tokens <= t.budget || len(entries) == 0 {
			return c, nil
		}
		entries = t.dropLast(entries)
	}
}

// dropLast removes the last line, and its episode if it was the only one.
func (t *contextWriter) dropLast(entries []ContextEntry) []ContextEntry {
	last := &entries[len(entries)-1]
	if len(last.Lines) == 1 {
		t.leftOut.Episodes++
		return entries[:len(entries)-1]
	}
	t.leftOut.Lines++
	last.Tokens -= last.Lines[len(last.Lines)-1].Tokens
	last.Lines = last.Lines[:len(last.Lines)-1]
	return entries
}

// mark says what was left out.
func mark(out LeftOut, budget int) string {
	patterns := ""
	if out.Patterns > 0 {
		patterns = fmt.Sprintf("%d patterns, ", out.Patterns)
	}
	return fmt.Sprintf("(cut to %d tokens: %s%d episodes and %d lines left out, %d lines shortened)",
		budget, patterns, out.Episodes, out.Lines, out.Shortened)
}
