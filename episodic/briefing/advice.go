package briefing

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic/recall"
)

// Adviser returns patterns that are known to work or to fail.
type Adviser interface {
	// Advise returns at most limit patterns that apply to the task of a question or to tasks of the kind
	// that similar episodes had, best first; with an error, patterns of recovery come first. Each text is one line that begins with the key in brackets
	// and has at most the given number of tokens; it is empty if the pattern cannot be described in so few.
	Advise(ctx context.Context, q ContextQuestion, similar []recall.Hit, limit, tokens int) ([]Advice, error)
}

// Advice is a pattern that applies to a task.
type Advice struct {
	// Pattern is the key of the pattern.
	Pattern string
	// Score is that of the pattern; patterns that the words of the task name come before others.
	Score float64
	// Unproven says that it has trials enough, and no validation has proved it.
	Unproven bool
	Text     string
	// Tokens is the number of tokens of the text, including the line break after it.
	Tokens int
	// Shortened says that the text is incomplete.
	Shortened bool
}

// OptionCounter counts how the options of decisions ended.
type OptionCounter interface {
	// CountOptions returns the choices that the decisions with these keys made, at most limit: those that
	// most of the decisions made come first. It leaves out choices of which no option was taken twice.
	CountOptions(ctx context.Context, project string, decisions []string, limit int) ([]Choice, error)
}

// Choice is what is chosen again and again, with the counts of each option over all episodes.
type Choice struct {
	// Variable names what is chosen.
	Variable string
	// Options are those that were taken, most often first.
	Options []OptionCount
	// Text is one line that begins with the key of the first option in brackets; Tokens is the number
	// of its tokens, including the line break.
	Text   string
	Tokens int
}

// OptionCount counts the episodes of known outcome in which an option was taken.
type OptionCount struct {
	// Factor is the key of the option's factor, State the option.
	Factor, State string
	// Successes, Partial and Failures count the episodes by their outcome.
	Successes, Partial, Failures int
}

// Episodes is the number of episodes of known outcome.
func (o OptionCount) Episodes() int { return o.Successes + o.Partial + o.Failures }

// words describes the choice with the counts of its options.
func (c Choice) words() string {
	parts := make([]string, len(c.Options))
	for i, o := range c.Options {
		parts[i] = fmt.Sprintf("%s: %d of %d failed", o.State, o.Failures, o.Episodes())
		if o.Partial > 0 {
			parts[i] += fmt.Sprintf(", %d in part", o.Partial)
		}
	}
	return strings.Join(strings.Fields("so far, "+c.Variable+": "+strings.Join(parts, "; ")), " ")
}
