package agentrun

import (
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// Described is a call as an episode would tell it.
type Described struct {
	// Call says what is called with what, in one line; Kind is the factor of calls like it.
	Call, Kind string
	// Changes says that the call would be a decision.
	Changes bool
}

// Describe returns how [Map] would tell a call of a tool before its result is known; arguments are the JSON of its arguments.
func Describe(tool, arguments string) Described {
	c := understand(Step{Kind: KindCall, Tool: tool, Arguments: arguments}, 0)
	out := Described{Call: clip(c.inWords(maxCall), maxCall), Kind: strings.ReplaceAll(c.label, "=", "-"), Changes: c.effect == effectChanges}
	if out.Changes {
		out.Kind = c.factor()
	}
	out.Kind = text.OneLine(strings.ToValidUTF8(text.Shorten(out.Kind, maxFactor), ""))
	return out
}
