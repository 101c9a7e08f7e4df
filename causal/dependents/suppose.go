package dependents

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// supposition is what is different without a thing.
type supposition struct {
	*watch

	// patterns are those that a taken episode is evidence of, with their counts before and after, by key.
	patterns map[string]*change[patterns.Pattern]
	// evidence are their trials before.
	evidence []patterns.Evidence
}

// suppose derives the layer without the thing in a transaction that is taken back. It fills in the statement if the thing is
// one.
func suppose(tx Tx, thing Thing) (*supposition, error) {
	if err := derive.CountUncounted(tx); err != nil {
		return nil, err
	}
	if id := thing.Of.Statement; id != "" {
		found, err := tx.Statements([]string{id})
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			thing.Statements = append(thing.Statements, one.Statement)
		}
	}
	s := &supposition{watch: newWatch(tx, thing), patterns: map[string]*change[patterns.Pattern]{}}
	if err := s.derive(); err != nil {
		return nil, err
	}
	ptx, any := tx.PatternTx()
	if !any || len(s.gone) == 0 {
		return s, nil
	}
	return s, s.follow(ptx)
}

// derive brings the layer up to date without the thing.
func (s *supposition) derive() error {
	ids := s.thing.Taken()
	for _, l := range s.thing.Links {
		ids = append(ids, l.Episode)
	}
	if err := derive.Derive(s, text.Sorted(ids)); err != nil {
		return err
	}
	for _, one := range s.thing.Statements {
		if err := derive.RemoveStatement(s, one.ID()); err != nil {
			return err
		}
	}
	if err := derive.CountUncounted(s); err != nil {
		return err
	}
	return s.Flush()
}

// follow brings the patterns up to date.
func (s *supposition) follow(tx patterns.Tx) error {
	rows, err := tx.EvidenceIn(text.Sorted(s.gone))
	if err != nil || len(rows) == 0 {
		return err
	}
	touched := map[string]bool{}
	for _, row := range rows {
		touched[row.Pattern] = true
	}
	keys := slices.Sorted(maps.Keys(touched))
	if s.evidence, err = tx.EvidenceOf(keys); err != nil {
		return err
	}
	before, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	if err := evidence.Follow(tx, s.present(), s.gone); err != nil {
		return err
	}
	after, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	for _, key := range keys {
		was, is := before[key], after[key]
		s.patterns[key] = &change[patterns.Pattern]{&was, &is}
	}
	return nil
}

// present returns the contributions that were put and not removed again.
func (s *supposition) present() []contribution.Contribution {
	return slices.DeleteFunc(slices.Clone(s.put), func(c contribution.Contribution) bool { return slices.Contains(s.gone, c.Episode) })
}
