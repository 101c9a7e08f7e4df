package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// FactorLink is a link between two factors as the schema shows it.
type FactorLink struct {
	link.FactorLink
	Project string
	// AsOf is until when its episodes are counted, as its evidence then is; zero takes all.
	AsOf time.Time
}

// NewFactorLinks gives links of one project the shape of the schema.
func NewFactorLinks(project string, found []link.FactorLink, asOf time.Time) []FactorLink {
	out := make([]FactorLink, len(found))
	for i, l := range found {
		out[i] = FactorLink{FactorLink: l, Project: project, AsOf: asOf}
	}
	return out
}

// IsNode marks a type that has a global id.
func (FactorLink) IsNode() {}

// ID returns the global id.
func (l FactorLink) ID() string {
	return GlobalID{Type: TypeFactorLink, Project: l.Project, Key: l.Key}.String()
}

// Strength returns nil when the counts give none.
func (l FactorLink) Strength() *float64 { return l.Measure.Strength }

// N11 returns how many episodes have both factors.
func (l FactorLink) N11() int { return l.Pair.N11 }

// N10 returns how many episodes have the source only.
func (l FactorLink) N10() int { return l.Pair.N10 }

// N01 returns how many episodes have the target only.
func (l FactorLink) N01() int { return l.Pair.N01 }

// N00 returns how many episodes have neither.
func (l FactorLink) N00() int { return l.Pair.N00 }

// Compared returns how many episodes compare the two.
func (l FactorLink) Compared() int { return l.Pair.Episodes() }

// Forward returns in how many episodes the source came first.
func (l FactorLink) Forward() int { return l.Pair.Forward }

// Backward returns in how many episodes the target came first.
func (l FactorLink) Backward() int { return l.Pair.Backward }

// DeltaP returns nil when it is not measured.
func (l FactorLink) DeltaP() *Estimate {
	return estimate(l.Measure.DeltaP, l.Measure.DeltaLow, l.Measure.DeltaHigh)
}

// Posterior returns nil when no episode tells.
func (l FactorLink) Posterior() *Estimate {
	return estimate(l.Measure.Posterior, l.Measure.PosteriorLow, l.Measure.PosteriorHigh)
}

func estimate(value, low, high *float64) *Estimate {
	if value == nil || low == nil || high == nil {
		return nil
	}
	return &Estimate{Value: *value, Low: *low, High: *high}
}

// Confidence returns nil when it is not measured.
func (l FactorLink) Confidence() *float64 { return l.Measure.Confidence }

// Unmeasured reports whether no comparison is possible.
func (l FactorLink) Unmeasured() bool { return l.Measure.Unmeasured }

// Unsupported reports whether the counts do not bear the relation out.
func (l FactorLink) Unsupported() bool { return l.Measure.Unsupported }

// AmbiguousDirection reports whether the target came first too often.
func (l FactorLink) AmbiguousDirection() bool { return l.Measure.AmbiguousDirection }

// SuggestedRelation returns nil when the counts suggest none, or the one that the link has.
func (l FactorLink) SuggestedRelation() *episodic.Relation {
	if l.Measure.Suggested == "" {
		return nil
	}
	return &l.Measure.Suggested
}

// FirstSeen returns nil when no episode tells.
func (l FactorLink) FirstSeen() *time.Time { return known(l.FactorLink.FirstSeen) }

// LastSeen returns nil when no episode tells.
func (l FactorLink) LastSeen() *time.Time { return known(l.FactorLink.LastSeen) }

// Visibility returns the strictest rule under which it is shown.
func (l FactorLink) Visibility() link.ShowRule {
	strictest := link.ShowAll
	for _, rule := range link.ShowRules() {
		if l.ShownUnder(rule) {
			strictest = rule
		}
	}
	return strictest
}

// ShownUnder reports whether a rule shows it.
func (l FactorLink) ShownUnder(rule link.ShowRule) bool { return l.Grade() >= rule.Grade() }

// FactorLinkConnection is a page of links between factors.
type FactorLinkConnection struct{ Connection[FactorLinkEdge] }

// Nodes returns the items alone.
func (c FactorLinkConnection) Nodes() []FactorLink { return nodes(c.Edges) }

// FactorLinkEdge is one link of a page.
type FactorLinkEdge struct{ Edge[FactorLink] }

// Evidence is one episode that speaks for or against a link.
type Evidence struct {
	Evidence link.Evidence
	Link     link.FactorLink
	Project  string
	Kind     link.EvidenceKind
}

// Cell returns nil when the episode does not tell the states of both variables.
func (e Evidence) Cell() *EvidenceCell {
	if !e.Evidence.Compared {
		return nil
	}
	cell := map[link.Cell]EvidenceCell{
		{Source: true, Target: true}: EvidenceCellBoth, {Source: true}: EvidenceCellSourceOnly,
		{Target: true}: EvidenceCellTargetOnly, {}: EvidenceCellNeither,
	}[e.Evidence.Cell]
	return &cell
}

// Basis returns nil when the episode does not state the link.
func (e Evidence) Basis() *episodic.Basis {
	if e.Evidence.Basis == "" {
		return nil
	}
	return &e.Evidence.Basis
}

// Seen returns nil when it is unknown when the episode began.
func (e Evidence) Seen() *time.Time { return known(e.Evidence.Seen) }

// Text says it in words.
func (e Evidence) Text() string { return e.Evidence.Text(e.Link) }

// EvidenceConnection is a page of evidence.
type EvidenceConnection struct{ Connection[EvidenceEdge] }

// Nodes returns the items alone.
func (c EvidenceConnection) Nodes() []Evidence { return nodes(c.Edges) }

// EvidenceEdge is one episode of a page of evidence.
type EvidenceEdge struct{ Edge[Evidence] }
