package neo4jstore

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// moved is what a derivation changed that the evidence of patterns follows from.
type moved struct {
	put  []contribution.Contribution
	gone []string
	// before are the rules before the first change of them; nil without one.
	before *contribution.Rules
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
	m := d.moved
	d.moved = moved{}
	if d.state.patterns == 0 {
		return nil
	}
	t := &patternTx{tx: d.tx, project: d.project, rules: d.state.rules}
	if m.before != nil {
		after, err := d.Rules()
		if err != nil {
			return err
		}
		if err := evidence.FollowRules(t, *m.before, after); err != nil {
			return err
		}
	}
	if len(m.put) == 0 && len(m.gone) == 0 {
		return nil
	}
	return evidence.Follow(t, m.latest(), m.gone)
}

// latest are the contributions as they were put last.
func (m moved) latest() []contribution.Contribution {
	last := make(map[string]int, len(m.put))
	for i, c := range m.put {
		last[c.Episode] = i
	}
	var out []contribution.Contribution
	for i, c := range m.put {
		if last[c.Episode] == i {
			out = append(out, c)
		}
	}
	return out
}
