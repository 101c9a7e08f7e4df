package decisive

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Act is something that a run did: a call of a tool or a decision.
type Act struct {
	// ID is the short id of the occurrence.
	ID string
	// Call is what was called with what, or what was chosen.
	Call string
	// Kind is what acts of different runs have in common: a variable with its state, or the tool with the shape of its arguments;
	// empty if nothing names it.
	Kind string
	// Changes says that it is a decision, Failed that it ended with an error.
	Changes, Failed bool
}

// Acts returns what a run did, in order. Words of people and agents are none.
func Acts(e episodic.Episode) []Act {
	var out []Act
	for _, t := range turnsOf(e) {
		if t.call != "" {
			out = append(out, Act{ID: t.id, Call: t.call, Kind: t.kind(), Changes: t.changes, Failed: t.failed})
		}
	}
	return out
}

// kind is what the turn has in common with those of other runs. A decision about a factor has the option as its state.
func (t turn) kind() string {
	switch {
	case !t.changes || t.ownKind || strings.Contains(t.factor, "="):
		return t.factor
	case t.factor == "":
		return t.call
	default:
		return t.factor + "=" + t.call
	}
}
