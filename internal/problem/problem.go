package problem

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

func TooLong(path, text string, most int) []Problem {
	if n := utf8.RuneCountInString(text); n > most {
		return []Problem{Invalid(path, "%d characters; at most %d are taken", n, most)}
	}
	return nil
}

func AsError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &InvalidError{Problems: problems}
}

func Invalid(path, format string, args ...any) Problem {
	return Problem{Path: path, Code: CodeInvalid, Message: fmt.Sprintf(format, args...)}
}

// The errors that broken rules wrap.
var (
	// ErrInvalid means that the input breaks a rule; see [InvalidError] for where.
	ErrInvalid = errors.New("invalid input")
	// ErrTooLarge means that the input is over a configured size.
	ErrTooLarge = errors.New("too large")
)

// The codes of a [Problem], stable for callers.
const (
	CodeInvalid           = "INVALID_INPUT"
	CodeDuplicateID       = "DUPLICATE_ID"
	CodeDanglingReference = "DANGLING_REFERENCE"
	CodeTooLarge          = "TOO_LARGE"
)

// Problem is one broken rule.
type Problem struct {
	// Path leads to the value in the JSON form of the input, like "events[3].caused_by[0]".
	Path string
	// Code is one of the Code constants.
	Code string
	// Message says what is wrong and what would be right.
	Message string
}

// InvalidError lists every rule that an input breaks. It is an [ErrInvalid].
type InvalidError struct {
	Problems []Problem
}

// Error lists the problems, one after the other.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems))
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s: %s", p.Path, p.Message))
	}
	return strings.Join(lines, "; ")
}

// Is makes errors.Is(err, ErrInvalid) true, and errors.Is(err, ErrTooLarge) when a size is
// among the problems.
func (e *InvalidError) Is(target error) bool {
	return target == ErrInvalid || target == ErrTooLarge && slices.ContainsFunc(e.Problems, func(p Problem) bool {
		return p.Code == CodeTooLarge
	})
}
