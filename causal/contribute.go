package causal

import "github.com/causeway-memory/causeway/episodic"

// Contribute returns what an episode adds to the factor layer under the rules. foreign gives
// the factors of occurrences of other episodes that its links name; links to others are left
// out until they are there. It is a pure function.
func Contribute(e episodic.Episode, rules Rules, foreign map[string]Identity) Contribution {
	return Contribution{Episode: e.ID, Outcome: e.Outcome}
}
