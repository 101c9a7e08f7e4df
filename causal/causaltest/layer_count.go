package causaltest

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Count implements [derive.LinksTx] by reading every episode.
func (l *Layer) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	for i, p := range pairs {
		for _, c := range l.contributions {
			source, knowsSource := observation(c, p.Source, p.SourceClosed)
			target, knowsTarget := observation(c, p.Target, p.TargetClosed)
			if knowsSource && knowsTarget {
				countPair(&out[i], source, target)
			}
		}
	}
	return out, nil
}

// observation returns the observation of a factor in an episode, nil if the episode does not have it, and
// whether the state of its variable is known there.
func observation(c contribution.Contribution, i factor.Identity, closed bool) (o *contribution.Observation, known bool) {
	for k := range c.Observations {
		if c.Observations[k].Identity == i {
			return &c.Observations[k], true
		}
		known = known || c.Observations[k].Variable == i.Variable
	}
	return nil, known || closed
}

func countPair(c *link.PairCounts, source, target *contribution.Observation) {
	switch {
	case source != nil && target != nil:
		c.N11++
		if source.Order != nil && target.Order != nil {
			switch cmp.Compare(*source.Order, *target.Order) {
			case -1:
				c.Forward++
			case 1:
				c.Backward++
			}
		}
	case source != nil:
		c.N10++
	case target != nil:
		c.N01++
	default:
		c.N00++
	}
}

// StatementsWhere returns the statements that match, ordered by id.
func (l *Layer) StatementsWhere(wanted func(contribution.PlacedStatement) bool) []contribution.PlacedStatement {
	var out []contribution.PlacedStatement
	for _, id := range slices.Sorted(maps.Keys(l.StatementRows)) {
		if s := l.StatementRows[id]; wanted(s) {
			out = append(out, s)
		}
	}
	return out
}

// Placed reports whether a statement is in the layer.
func Placed(s contribution.PlacedStatement) bool { return s.SourceNow != factor.Identity{} }

// Statements implements [derive.StatementsTx].
func (l *Layer) Statements(ids []string) ([]contribution.PlacedStatement, error) {
	return l.StatementsWhere(func(s contribution.PlacedStatement) bool { return slices.Contains(ids, s.ID()) }), nil
}

// StatementsAt implements [derive.StatementsTx].
func (l *Layer) StatementsAt(factors []string) ([]contribution.PlacedStatement, error) {
	return l.StatementsWhere(func(s contribution.PlacedStatement) bool {
		return Placed(s) && (slices.Contains(factors, s.SourceNow.Key()) || slices.Contains(factors, s.TargetNow.Key()))
	}), nil
}

// StatementsFor implements [derive.StatementsTx].
func (l *Layer) StatementsFor(links []string) ([]contribution.PlacedStatement, error) {
	return l.StatementsWhere(func(s contribution.PlacedStatement) bool { return Placed(s) && slices.Contains(links, s.Link) }), nil
}

// Unplaced implements [derive.StatementsTx].
func (l *Layer) Unplaced(int) ([]contribution.PlacedStatement, error) {
	return l.StatementsWhere(func(s contribution.PlacedStatement) bool { return !Placed(s) }), nil
}

// PutStatements implements [derive.StatementsTx].
func (l *Layer) PutStatements(list []contribution.PlacedStatement) error {
	return put(l.StatementRows, list, func(s contribution.PlacedStatement) string { return s.ID() })
}
