package factor

import (
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

func Identities(factors []Factor) []Identity {
	out := make([]Identity, len(factors))
	for i, f := range factors {
		out[i] = f.Identity
	}
	return out
}

// KeysOf returns the keys of factors.
func KeysOf(all []Identity) []string {
	out := make([]string, len(all))
	for i, id := range all {
		out[i] = id.Key()
	}
	return out
}

// Problems says what is wrong with the name of a factor that a person gives: both parts are
// there, in one line, and no longer than those of derived factors, so that it can be one.
func (i Identity) Problems(path string) []problem.Problem {
	if i.Variable == "" || i.State == "" {
		return []problem.Problem{problem.Invalid(path, "name the variable and its state")}
	}
	return append(NameProblems(path+".variable", i.Variable, MaxVariable), NameProblems(path+".state", i.State, MaxState)...)
}

// NameProblems says what is wrong with a name that a person gives; an empty one is fine.
func NameProblems(path, name string, most int) []problem.Problem {
	if text.OneLine(name) != name {
		return []problem.Problem{problem.Invalid(path, "use one line, without control characters and without space at its ends or twice in a row")}
	}
	return problem.TooLong(path, name, most)
}

// The most characters of the parts of a factor; a longer text ends in an ellipsis.
const (
	MaxVariable = 200
	MaxState    = 100
)
