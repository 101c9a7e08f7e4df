package decisive

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// Contradictions returns the steps of a run that go against validated patterns.
func Contradictions(e episodic.Episode, rules contribution.Rules, validated []patterns.Pattern) []Contradiction {
	return contradictionsOf(e, rules, validated)
}
