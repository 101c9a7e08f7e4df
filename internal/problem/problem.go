package problem

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// AsError returns an [InvalidError] with the problems, or nil if there are none.
func AsError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &InvalidError{Problems: problems}
}

// Refuse returns an [InvalidError] with one problem of code [CodeInvalid].
func Refuse(path, format string, args ...any) error {
	return AsError([]Problem{Invalid(path, format, args...)})
}

// RefuseSize returns an [InvalidError] with one problem of code [CodeTooLarge].
func RefuseSize(path, format string, args ...any) error {
	var c Checker
	c.TooLarge(path, format, args...)
	return c.Err()
}

// Invalid returns a problem with [CodeInvalid] and a formatted message.
func Invalid(path, format string, args ...any) Problem {
	return Problem{Path: path, Code: CodeInvalid, Message: fmt.Sprintf(format, args...)}
}

// Sentinel errors that an [InvalidError] matches.
var (
	// ErrInvalid means that the input breaks a rule; [InvalidError] says which and where.
	ErrInvalid = errors.New("invalid input")
	// ErrTooLarge means that the input exceeds a configured size.
	ErrTooLarge = errors.New("too large")
)

// The codes of a [Problem]. Callers may rely on them.
const (
	CodeInvalid           = "INVALID_INPUT"
	CodeDuplicateID       = "DUPLICATE_ID"
	CodeDanglingReference = "DANGLING_REFERENCE"
	CodeTooLarge          = "TOO_LARGE"
)

// Problem is one broken rule.
type Problem struct {
	// Path locates the value in the JSON form of the input, like "events[3].caused_by[0]".
	Path string
	// Code is one of the Code constants.
	Code string
	// Message says what is wrong and what would be valid.
	Message string
}

// InvalidError lists every rule that an input breaks. It matches [ErrInvalid].
type InvalidError struct {
	Problems []Problem
}

// Error joins the problems with semicolons.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems))
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s: %s", p.Path, p.Message))
	}
	return strings.Join(lines, "; ")
}

// Is reports a match with [ErrInvalid], and with [ErrTooLarge] if one of the problems is about
// size.
func (e *InvalidError) Is(target error) bool {
	return target == ErrInvalid || target == ErrTooLarge && slices.ContainsFunc(e.Problems, func(p Problem) bool {
		return p.Code == CodeTooLarge
	})
}
