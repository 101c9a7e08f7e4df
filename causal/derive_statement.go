package causal

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// PutStatements states links between factors, or replaces what the same origin stated before,
// and brings the layer up to date. Of several with one id the last one counts. It returns how
// many are new or other than before.
func PutStatements(tx DerivationTx, statements []Statement) (changed int, err error) {
	rules, err := tx.Rules()
	if err != nil {
		return 0, err
	}
	last := make(map[string]Statement, len(statements))
	for _, s := range statements {
		last[s.ID()] = s
	}
	ids := slices.Sorted(maps.Keys(last))
	known, err := tx.Statements(ids)
	if err != nil {
		return 0, err
	}
	before := byID(known)
	var out, in []PlacedStatement
	merges := rules.resolver()
	for _, id := range ids {
		old, was := before[id]
		if was && last[id].Same(old.Statement) {
			continue
		}
		if was {
			out = append(out, old)
		}
		in = append(in, merges.place(last[id]))
	}
	return len(in), restate(tx, rules, out, in)
}

// RemoveStatement takes a statement back. It returns ErrNotFound when there is none.
func RemoveStatement(tx DerivationTx, id string) error {
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

// DeriveMarked derives episodes that are marked, and puts statements back into the layer that
// are not in it. It returns how many it dealt with.
func DeriveMarked(tx DerivationTx, ids []string, limit int) (int, error) {
	unplaced, err := tx.Unplaced(limit)
	if err != nil {
		return 0, err
	}
	if len(unplaced) > 0 {
		rules, err := tx.Rules()
		if err != nil {
			return 0, err
		}
		if err := restate(tx, rules, nil, rules.placeAll(unplaced)); err != nil {
			return 0, err
		}
	}
	return len(unplaced) + len(ids), Derive(tx, ids)
}

// restate takes statements out of the layer and puts others in.
func restate(tx DerivationTx, rules Rules, out, in []PlacedStatement) error {
	if len(out)+len(in) == 0 {
		return nil
	}
	factors, err := restatedFactors(tx, out, in)
	if err != nil {
		return err
	}
	var used []Factor
	var unused []string
	for _, key := range slices.Sorted(maps.Keys(factors)) {
		if f := factors[key]; f.used() {
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

func replaceStatements(tx DerivationTx, out, in []PlacedStatement) error {
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

// restatedFactors are the factors that the statements name, with how many name them now.
func restatedFactors(tx DerivationTx, out, in []PlacedStatement) (map[string]Factor, error) {
	ends := map[string]Identity{}
	for _, s := range slices.Concat(out, in) {
		for _, end := range s.ends() {
			ends[end.Key()] = end
		}
	}
	known, err := tx.Factors(slices.Sorted(maps.Keys(ends)))
	if err != nil {
		return nil, err
	}
	factors := make(map[string]Factor, len(ends))
	for key, identity := range ends {
		f := known[key]
		f.Identity = identity
		factors[key] = f
	}
	count := func(of []PlacedStatement, by int) {
		for _, s := range of {
			for _, end := range s.ends() {
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

// restateLinks counts the statements of the links that they made and make.
func restateLinks(tx DerivationTx, rules Rules, out, in []PlacedStatement) error {
	made := map[string]PlacedStatement{}
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
			l = FactorLink{Key: key, Relation: s.Relation}
			l.Source, l.Target = linkEnds(s.SourceNow, s.Relation, s.TargetNow)
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
	return putLinks(tx, links, rules.closed())
}

// ends are the factors that the statement names in the layer: none while it is not in it, one
// when merges made one of them.
func (s PlacedStatement) ends() []Identity {
	switch {
	case s.SourceNow == Identity{}:
		return nil
	case s.SourceNow == s.TargetNow:
		return []Identity{s.SourceNow}
	default:
		return []Identity{s.SourceNow, s.TargetNow}
	}
}

// linkEnds are the ends of a link as it is kept: without direction in the order of their keys.
func linkEnds(source Identity, relation episodic.Relation, target Identity) (from, to Identity) {
	if relation == episodic.RelationCorrelates && target.Key() < source.Key() {
		return target, source
	}
	return source, target
}

// place says what a statement makes of the layer.
func (r resolver) place(s Statement) PlacedStatement {
	p := PlacedStatement{Statement: s, SourceNow: r.merged(s.Source), TargetNow: r.merged(s.Target)}
	if p.SourceNow != p.TargetNow {
		p.Link = FactorLinkKey(p.SourceNow.Key(), s.Relation, p.TargetNow.Key())
	}
	return p
}

func (r Rules) placeAll(statements []PlacedStatement) []PlacedStatement {
	out, merges := make([]PlacedStatement, len(statements)), r.resolver()
	for i, s := range statements {
		out[i] = merges.place(s.Statement)
	}
	return out
}

// Same reports whether two statements of one id say the same.
func (s Statement) Same(other Statement) bool {
	return equal(s.Strength, other.Strength) && equal(s.Confidence, other.Confidence) &&
		s.Note == other.Note && slices.Equal(s.Episodes, other.Episodes)
}

func equal(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func byID(statements []PlacedStatement) map[string]PlacedStatement {
	out := make(map[string]PlacedStatement, len(statements))
	for _, s := range statements {
		out[s.ID()] = s
	}
	return out
}

// countChange notes that the layer is another one than before.
func countChange(tx DerivationTx) error {
	d, err := tx.State()
	if err != nil {
		return err
	}
	d.Graph++
	return tx.PutState(d)
}
