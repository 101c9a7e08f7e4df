package recall

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/problem"
)

// QuestionCheck collects the problems of a question.
type QuestionCheck struct{ Problems []problem.Problem }

func (c *QuestionCheck) add(path, code, format string, args ...any) {
	c.Problems = append(c.Problems, problem.Problem{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

// text rejects a text that is too long, or empty unless optional.
func (c *QuestionCheck) text(path, text string, optional bool) {
	if !optional && strings.TrimSpace(text) == "" {
		c.add(path, problem.CodeInvalid, "is empty; ask in words")
	}
	if len(text) > maxQuestion {
		c.add(path, problem.CodeTooLarge, "%d bytes; at most %d are taken", len(text), maxQuestion)
	}
}

// within rejects a number outside its bounds.
func (c *QuestionCheck) within(path string, n, least, most int) {
	if n < least || n > most {
		c.add(path, problem.CodeInvalid, "%d is outside %d to %d", n, least, most)
	}
}

// Filter rejects a time range that ends before it begins.
func (c *QuestionCheck) Filter(f episodic.EpisodeFilter) {
	if !f.Since.IsZero() && !f.Until.IsZero() && f.Until.Before(f.Since) {
		c.add("filter.since", problem.CodeInvalid, "is after until; no episode can have begun then")
	}
}

// Err returns a [problem.InvalidError] if there are problems.
func (c *QuestionCheck) Err() error {
	if len(c.Problems) > 0 {
		return &problem.InvalidError{Problems: c.Problems}
	}
	return nil
}

// emptyNote says why a question has no results.
func emptyNote(text string) string {
	words, telling := 0, 0
	lexis.EachRun(text, func(run string) {
		words++
		if len(lexis.AppendRun(nil, run)) > 0 {
			telling++
		}
	})
	switch {
	case words == 0:
		return "the question holds no word"
	case telling == 0:
		return "the question holds nothing but words that stand in every text; ask with the words that matter"
	default:
		return "nothing that the filter lets through shares a word with the question or is like it"
	}
}
