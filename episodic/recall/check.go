package recall

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/problem"
)

// QuestionCheck collects the problems of a question.
type QuestionCheck struct{ problem.Checker }

// Text rejects a text that is too long, or empty unless optional.
func (c *QuestionCheck) Text(path, text string, optional bool) {
	if !optional && strings.TrimSpace(text) == "" {
		c.Invalid(path, "is empty; ask in words")
	}
	if len(text) > maxQuestion {
		c.TooLarge(path, "%d bytes; at most %d are taken", len(text), maxQuestion)
	}
}

// alpha rejects a weight of the vectors outside 0 to 1.
func (c *QuestionCheck) alpha(weight *float64) {
	if weight != nil && !(*weight >= 0 && *weight <= 1) {
		c.Invalid("alpha", "%v is outside 0, words only, to 1, vectors only", *weight)
	}
}

// share rejects what is no share.
func (c *QuestionCheck) share(path string, share float64) {
	if !(share >= 0 && share <= 1) {
		c.Invalid(path, "%v is outside 0 to 1", share)
	}
}

// Within rejects a number outside its bounds.
func (c *QuestionCheck) Within(path string, n, least, most int) {
	if n < least || n > most {
		c.Invalid(path, "%d is outside %d to %d", n, least, most)
	}
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

// pastEnd says that an offset leaves nothing of what matches.
func pastEnd(found, offset int) string {
	return fmt.Sprintf("no more than %d match, so an offset of %d leaves none", found, offset)
}
