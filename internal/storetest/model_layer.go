package storetest

import (
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// factorLayer is a whole factor layer with its counts.
type factorLayer struct {
	factors   map[string]factor.Factor
	variables map[string]factor.Variable
	links     map[string]link.FactorLink
}

// layer counts everything.
func (p *held) layer() factorLayer {
	out := factorLayer{map[string]factor.Factor{}, map[string]factor.Variable{}, map[string]link.FactorLink{}}
	for _, c := range p.contributed {
		out.countFactors(c)
		out.countVariables(c)
		for _, s := range c.Supports {
			l := out.link(s.Source, s.Relation, s.Target)
			*basisCount(&l.Evidence, s.Basis)++
			l.FirstSeen, l.LastSeen = spanned(l.FirstSeen, l.LastSeen, c.Seen)
			out.links[l.Key] = l
		}
	}
	for _, c := range p.rules.Closed {
		v := out.variables[c.Variable]
		v.Name, v.Closed, v.AbsentState = c.Variable, true, c.AbsentState
		out.variables[c.Variable] = v
	}
	for id, ends := range p.placed {
		out.countStatement(p.statements[id], ends)
	}
	for key, l := range out.links {
		l.Pair = p.contributed.compare(link.Pair{
			Source: l.Source, Target: l.Target, SourceClosed: p.closed(l.Source), TargetClosed: p.closed(l.Target),
		}, time.Time{})
		l.Measure = link.Measured(l.Relation, l.Pair)
		out.links[key] = l
	}
	return out
}

func (l factorLayer) countFactors(c contribution.Contribution) {
	for _, o := range c.Observations {
		f := l.factors[o.Key()]
		f.Identity = o.Identity
		switch c.Outcome {
		case episodic.OutcomeSuccess:
			f.Outcomes.Success++
		case episodic.OutcomePartial:
			f.Outcomes.Partial++
		case episodic.OutcomeFailure:
			f.Outcomes.Failure++
		default:
			f.Outcomes.Unknown++
		}
		f.Kinds.Decision += o.Kinds.Decision
		f.Kinds.Event += o.Kinds.Event
		f.Kinds.Outcome += o.Kinds.Outcome
		f.Kinds.Context += o.Kinds.Context
		f.FirstSeen, f.LastSeen = spanned(f.FirstSeen, f.LastSeen, c.Seen)
		l.factors[o.Key()] = f
	}
}

func (l factorLayer) countVariables(c contribution.Contribution) {
	known := map[string]bool{}
	for _, o := range c.Observations {
		known[o.Variable] = true
	}
	for name := range known {
		v := l.variables[name]
		v.Name = name
		v.Recorded++
		l.variables[name] = v
	}
}

func (l factorLayer) countStatement(s link.Statement, ends [2]factor.Identity) {
	named := map[factor.Identity]bool{ends[0]: true, ends[1]: true}
	for i := range named {
		f := l.factors[i.Key()]
		f.Identity = i
		f.Statements++
		l.factors[i.Key()] = f
	}
	if ends[0] == ends[1] {
		return
	}
	stated := l.link(ends[0], s.Relation, ends[1])
	stated.Statements++
	if s.Strength != nil && (stated.StatedStrength == nil || *s.Strength > *stated.StatedStrength) {
		stated.StatedStrength = s.Strength
	}
	l.links[stated.Key] = stated
}

// link returns the link between two factors and creates it if needed.
func (l factorLayer) link(source factor.Identity, relation episodic.Relation, target factor.Identity) link.FactorLink {
	if relation == episodic.RelationCorrelates && target.Key() < source.Key() {
		source, target = target, source
	}
	out := l.links[link.FactorLinkKey(source.Key(), relation, target.Key())]
	out.Key, out.Source, out.Target, out.Relation = link.FactorLinkKey(source.Key(), relation, target.Key()), source, target, relation
	return out
}

func basisCount(c *link.BasisCounts, b episodic.Basis) *int {
	return map[episodic.Basis]*int{
		episodic.BasisStated: &c.Stated, episodic.BasisExtracted: &c.Extracted, episodic.BasisTemporal: &c.Temporal, episodic.BasisMeasured: &c.Measured,
	}[b]
}

func (p *held) closed(i factor.Identity) bool {
	return slices.ContainsFunc(p.rules.Closed, func(c contribution.Closed) bool { return c.Variable == i.Variable })
}

// contributions are by episode.
type contributions map[string]contribution.Contribution

// sight is the observation of a factor in an episode: whether it has the factor, since when, and
// whether the state of the variable is known at all.
type sight struct {
	has, known bool
	order      *int64
}

func tells(c contribution.Contribution, i factor.Identity, closed bool) sight {
	out := sight{known: closed}
	for _, o := range c.Observations {
		if o.Identity == i {
			out.has, out.order = true, o.Order
		}
		out.known = out.known || o.Variable == i.Variable
	}
	return out
}

// inTime reports whether an episode that began at seen counts until a time.
func inTime(seen, until time.Time) bool {
	return until.IsZero() || !seen.IsZero() && !seen.After(until)
}

// compare counts the table of two factors.
func (all contributions) compare(pair link.Pair, until time.Time) link.PairCounts {
	var n link.PairCounts
	for _, c := range all {
		s, t := tells(c, pair.Source, pair.SourceClosed), tells(c, pair.Target, pair.TargetClosed)
		if !s.known || !t.known || !inTime(c.Seen, until) {
			continue
		}
		switch {
		case s.has && t.has:
			n.N11++
			if s.order != nil && t.order != nil && *s.order < *t.order {
				n.Forward++
			}
			if s.order != nil && t.order != nil && *s.order > *t.order {
				n.Backward++
			}
		case s.has:
			n.N10++
		case t.has:
			n.N01++
		default:
			n.N00++
		}
	}
	return n
}

// sortedLinks returns the links by key.
func (l factorLayer) sortedLinks() []link.FactorLink {
	var out []link.FactorLink
	for _, key := range slices.Sorted(maps.Keys(l.links)) {
		out = append(out, l.links[key])
	}
	return out
}
