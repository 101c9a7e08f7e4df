package episodic

import (
	"fmt"
	"strings"
)

// questionCheck gathers what is wrong with a question.
type questionCheck struct{ problems []Problem }

func (c *questionCheck) add(path, code, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

// text refuses what is too long, and what is empty unless it may be.
func (c *questionCheck) text(path, text string, optional bool) {
	if !optional && strings.TrimSpace(text) == "" {
		c.add(path, CodeInvalid, "is empty; ask in words")
	}
	if len(text) > maxQuestion {
		c.add(path, CodeTooLarge, "%d bytes; at most %d are taken", len(text), maxQuestion)
	}
}

// within refuses a number outside of its bounds.
func (c *questionCheck) within(path string, n, least, most int) {
	if n < least || n > most {
		c.add(path, CodeInvalid, "%d is outside %d to %d", n, least, most)
	}
}

// filter refuses a range of time that ends before it begins.
func (c *questionCheck) filter(f EpisodeFilter) {
	if !f.Since.IsZero() && !f.Until.IsZero() && f.Until.Before(f.Since) {
		c.add("filter.since", CodeInvalid, "is after until; no episode can have begun then")
	}
}

// err is an [InvalidError] when something is wrong.
func (c *questionCheck) err() error {
	if len(c.problems) > 0 {
		return &InvalidError{Problems: c.problems}
	}
	return nil
}

// emptyNote says why a question found nothing.
func emptyNote(text string) string {
	words, telling := 0, 0
	eachRun(text, func(run string) {
		words++
		if len(appendRun(nil, run)) > 0 {
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
