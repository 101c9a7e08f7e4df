package factor

import (
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// Identities returns the identities of factors.
func Identities(factors []Factor) []Identity {
	out := make([]Identity, len(factors))
	for i, f := range factors {
		out[i] = f.Identity
	}
	return out
}

// KeysOf returns the keys of identities.
func KeysOf(all []Identity) []string {
	out := make([]string, len(all))
	for i, id := range all {
		out[i] = id.Key()
	}
	return out
}

// Problems validates a factor named by a user: both parts are given, in one line, and no longer
// than those of derived factors, so that the name can match one.
func (i Identity) Problems(path string) []problem.Problem {
	if i.Variable == "" || i.State == "" {
		return []problem.Problem{problem.Invalid(path, "name the variable and its state")}
	}
	return append(NameProblems(path+".variable", i.Variable, MaxVariable), NameProblems(path+".state", i.State, MaxState)...)
}

// NameProblems validates a name given by a user; an empty name is valid.
func NameProblems(path, name string, limit int) []problem.Problem {
	var c problem.Checker
	if text.OneLine(name) != name {
		c.Invalid(path, "use one line, without control characters and without space at its ends or twice in a row")
	} else {
		c.TooLong(path, name, limit)
	}
	return c.Problems
}

// The maximum lengths of the parts of a factor, in characters; a longer text ends in an ellipsis.
const (
	MaxVariable = 200
	MaxState    = 100
)
