package sqlitestore

import "github.com/causeway-memory/causeway/causal"

// followed is what a derivation changed and the patterns of the project have to follow.
type followed struct {
	// rules are those before.
	rules causal.Rules
	put   []causal.Contribution
	gone  []string
}

// follow brings the evidence of the patterns of the project up to date after a derivation.
func (d *derivation) follow() error {
	if !d.patterned {
		return nil
	}
	return nil
}
