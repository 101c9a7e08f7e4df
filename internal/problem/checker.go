package problem

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Checker collects the problems of one input. The zero value is ready to use.
type Checker struct {
	// Problems are in the order in which they were found.
	Problems []Problem
}

// Add appends problems that were found elsewhere.
func (c *Checker) Add(found ...Problem) { c.Problems = append(c.Problems, found...) }

// Invalid appends a problem of code [CodeInvalid].
func (c *Checker) Invalid(path, format string, args ...any) {
	c.Add(Problem{Path: path, Code: CodeInvalid, Message: fmt.Sprintf(format, args...)})
}

// TooLarge appends a problem of code [CodeTooLarge].
func (c *Checker) TooLarge(path, format string, args ...any) {
	c.Add(Problem{Path: path, Code: CodeTooLarge, Message: fmt.Sprintf(format, args...)})
}

// TooLong appends a problem if the text has more than limit characters.
func (c *Checker) TooLong(path, text string, limit int) {
	if n := utf8.RuneCountInString(text); n > limit {
		c.Invalid(path, "%d characters; at most %d are taken", n, limit)
	}
}

// Err returns an [InvalidError] of all problems, nil if there are none.
func (c *Checker) Err() error { return AsError(c.Problems) }

// OneOf rejects a word outside the given set.
func OneOf[T ~string](c *Checker, path string, word T, set []T) {
	if slices.Contains(set, word) {
		return
	}
	names := make([]string, len(set))
	for i, s := range set {
		names[i] = string(s)
	}
	c.Invalid(path, "%q is not one of %s", word, strings.Join(names, ", "))
}
