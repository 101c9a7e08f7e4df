package sqlitestore

import (
	"fmt"
	"reflect"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// followed is what a derivation changed and the patterns of the project have to follow.
type followed struct {
	// rules are those before.
	rules contribution.Rules
	put   []contribution.Contribution
	gone  []string
}

// follow brings the evidence of the patterns of the project up to date after a derivation.
func (d *derivation) follow() error {
	if !d.patterned {
		return nil
	}
	tx := d.patterns()
	if !reflect.DeepEqual(d.follows.rules, d.rules) {
		if err := evidence.FollowRules(tx, d.follows.rules, d.rules); err != nil {
			return fmt.Errorf("bring patterns into line with the rules of factors: %w", err)
		}
	}
	if err := evidence.Follow(tx, d.follows.put, d.follows.gone); err != nil {
		return fmt.Errorf("bring patterns into line with %d episodes: %w", len(d.follows.put)+len(d.follows.gone), err)
	}
	return nil
}
