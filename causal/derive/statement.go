package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// PutStatements adds statements, or replaces earlier ones of the same origin, and brings the layer up
// to date. If several have one id, the last one counts. It returns the number of new or changed
// statements.
func PutStatements(tx Tx, statements []link.Statement) (changed int, err error) {
	rules, err := tx.Rules()
	if err != nil {
		return 0, err
	}
	last := make(map[string]link.Statement, len(statements))
	for _, s := range statements {
		last[s.ID()] = s
	}
	ids := slices.Sorted(maps.Keys(last))
	known, err := tx.Statements(ids)
	if err != nil {
		return 0, err
	}
	before := byID(known)
	var out, in []contribution.PlacedStatement
	merges := rules.Resolver()
	for _, id := range ids {
		old, was := before[id]
		if was && last[id].Same(old.Statement) {
			continue
		}
		if was {
			out = append(out, old)
		}
		in = append(in, merges.Place(last[id]))
	}
	return len(in), restate(tx, rules, out, in)
}

// RemoveStatement removes a statement. It returns ErrNotFound if it does not exist.
func RemoveStatement(tx Tx, id string) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	known, err := tx.Statements([]string{id})
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return episodic.ErrNotFound
	}
	return restate(tx, rules, known, nil)
}

// RefreshMarked derives marked episodes and places up to limit statements that are not in the layer.
// It returns the number of both.
func RefreshMarked(tx Tx, ids []string, limit int) (int, error) {
	unplaced, err := tx.Unplaced(limit)
	if err != nil {
		return 0, err
	}
	if len(unplaced) > 0 {
		rules, err := tx.Rules()
		if err != nil {
			return 0, err
		}
		if err := restate(tx, rules, nil, rules.PlaceAll(unplaced)); err != nil {
			return 0, err
		}
	}
	return len(unplaced) + len(ids), Derive(tx, ids)
}

// restate removes statements from the layer and adds others.
func restate(tx Tx, rules contribution.Rules, out, in []contribution.PlacedStatement) error {
	if len(out)+len(in) == 0 {
		return nil
	}
	if err := countUncounted(tx, rules.ClosedVariables()); err != nil {
		return err
	}
	factors, err := restatedFactors(tx, out, in)
	if err != nil {
		return err
	}
	var used []factor.Factor
	var unused []string
	for _, key := range slices.Sorted(maps.Keys(factors)) {
		if f := factors[key]; f.Used() {
			used = append(used, f)
		} else {
			unused = append(unused, key)
		}
	}
	if err := tx.PutFactors(used); err != nil {
		return err
	}
	if err := replaceStatements(tx, out, in); err != nil {
		return err
	}
	if err := restateLinks(tx, rules, out, in); err != nil {
		return err
	}
	if len(unused) > 0 {
		if err := tx.RemoveFactors(unused); err != nil {
			return err
		}
	}
	return countChange(tx)
}

func replaceStatements(tx Tx, out, in []contribution.PlacedStatement) error {
	stay := byID(in)
	var gone []string
	for _, s := range out {
		if _, stays := stay[s.ID()]; !stays {
			gone = append(gone, s.ID())
		}
	}
	if len(gone) > 0 {
		if err := tx.RemoveStatements(gone); err != nil {
			return err
		}
	}
	if len(in) == 0 {
		return nil
	}
	return tx.PutStatements(in)
}

// restatedFactors returns the factors that the statements name, with updated statement counts.
func restatedFactors(tx Tx, out, in []contribution.PlacedStatement) (map[string]factor.Factor, error) {
	ends := map[string]factor.Identity{}
	for _, s := range slices.Concat(out, in) {
		for _, end := range s.Ends() {
			ends[end.Key()] = end
		}
	}
	known, err := tx.Factors(slices.Sorted(maps.Keys(ends)))
	if err != nil {
		return nil, err
	}
	factors := make(map[string]factor.Factor, len(ends))
	for key, identity := range ends {
		f := known[key]
		f.Identity = identity
		factors[key] = f
	}
	count := func(of []contribution.PlacedStatement, by int) {
		for _, s := range of {
			for _, end := range s.Ends() {
				f := factors[end.Key()]
				f.Statements += by
				factors[end.Key()] = f
			}
		}
	}
	count(out, -1)
	count(in, 1)
	return factors, nil
}

// restateLinks updates the statement counts of the links that the statements make.
func restateLinks(tx Tx, rules contribution.Rules, out, in []contribution.PlacedStatement) error {
	made := map[string]contribution.PlacedStatement{}
	for _, s := range slices.Concat(out, in) {
		if s.Link != "" {
			made[s.Link] = s
		}
	}
	if len(made) == 0 {
		return nil
	}
	keys := slices.Sorted(maps.Keys(made))
	known, err := tx.Links(keys)
	if err != nil {
		return err
	}
	now, err := tx.StatementsFor(keys)
	if err != nil {
		return err
	}
	links := make(map[string]*linkChange, len(made))
	for key, s := range made {
		l, there := known[key]
		if !there {
			l = link.FactorLink{Key: key, Relation: s.Relation}
			l.Source, l.Target = link.Ends(s.SourceNow, s.Relation, s.TargetNow)
		}
		l.Statements, l.StatedStrength = 0, nil
		links[key] = &linkChange{FactorLink: l, fresh: !there, changed: true}
	}
	for _, s := range now {
		l := links[s.Link]
		l.Statements++
		if s.Strength != nil && (l.StatedStrength == nil || *s.Strength > *l.StatedStrength) {
			l.StatedStrength = s.Strength
		}
	}
	return putLinks(tx, links, rules.ClosedVariables())
}

func byID(statements []contribution.PlacedStatement) map[string]contribution.PlacedStatement {
	out := make(map[string]contribution.PlacedStatement, len(statements))
	for _, s := range statements {
		out[s.ID()] = s
	}
	return out
}

// countChange increments the revision of the layer.
func countChange(tx Tx) error {
	d, err := tx.State()
	if err != nil {
		return err
	}
	d.Graph++
	return tx.PutState(d)
}
