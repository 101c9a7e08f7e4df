package recall

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// contextWriter tells episodes within a budget of tokens.
type contextWriter struct {
	tokens explain.Tokens
	budget int
	// lessons are those that were told, so that none is told twice.
	lessons map[string]bool
	leftOut LeftOut
}

// tell chooses the lines. Patterns are chosen first and then warnings, out of their parts of the
// budget; of what is left the similar episodes take theirs in turn.
func (t *contextWriter) tell(hits []Hit, failed []episodic.Stored, advise func(tokens int) ([]Advice, error)) (TaskContext, error) {
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
	warnings, spent, err := t.entries(told(ReasonRecentFailure, failed), left/warningPart)
	if err != nil {
		return TaskContext{}, err
	}
	similar, _, err := t.entries(toldHits(hits), left-spent)
	if err != nil {
		return TaskContext{}, err
	}
	return t.finish(patterns, append(similar, warnings...))
}

// patterns keeps the patterns that there is room for.
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

// told makes entries without lines.
func told(why ContextReason, episodes []episodic.Stored) []ContextEntry {
	entries := make([]ContextEntry, len(episodes))
	for i, e := range episodes {
		entries[i] = ContextEntry{Reason: why, Stored: e}
	}
	return entries
}

func toldHits(hits []Hit) []ContextEntry {
	entries := make([]ContextEntry, len(hits))
	for i, h := range hits {
		entries[i] = ContextEntry{Reason: ReasonSimilar, Stored: h.Stored, Hit: &h}
	}
	return entries
}

// entries gives each entry its lines, and leaves out those that there is no room for.
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

// finish puts the lines together. Tokens were counted line by line; should they be more in one
// text, the last lines go.
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

// dropLast leaves out the last line, and its episode when it was the only one.
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
