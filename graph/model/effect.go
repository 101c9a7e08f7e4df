package model

import (
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
)

// InterventionAnswer is what an intervention leads to as the schema shows it.
type InterventionAnswer struct {
	effect.Effect
	Project string
}

// Reason returns nil when there is nothing to explain.
func (e InterventionAnswer) Reason() *string { return optional(e.Effect.Reason) }

// Do returns the states that are set.
func (e InterventionAnswer) Do() []FactorName { return NewFactorNames(e.Effect.Do) }

// Target returns nil when its name was not understood.
func (e InterventionAnswer) Target() *FactorName { return named(e.Effect.Target) }

// Chosen returns nil when the question is about no episode.
func (e InterventionAnswer) Chosen() *FactorName { return named(e.Effect.Chosen) }

// Context returns the states that were held.
func (e InterventionAnswer) Context() []FactorName { return NewFactorNames(e.Effect.Context) }

// Dropped returns the states that had to be let go.
func (e InterventionAnswer) Dropped() []FactorName { return NewFactorNames(e.Effect.Dropped) }

// Unused returns the states that say nothing about the target.
func (e InterventionAnswer) Unused() []FactorName { return NewFactorNames(e.Effect.Unused) }

// Model returns nil where the model says nothing.
func (e InterventionAnswer) Model() *ProbabilityEstimate {
	return effectEstimate(e.Effect.Model, e.Project)
}

// Stratified returns nil where stratification says nothing.
func (e InterventionAnswer) Stratified() *ProbabilityEstimate {
	return effectEstimate(e.Effect.Stratified, e.Project)
}

// Observed returns nil where no episode made the choice.
func (e InterventionAnswer) Observed() *ProbabilityEstimate {
	return effectEstimate(e.Effect.Observed, e.Project)
}

// Contrast returns nil when there is nothing to compare with.
func (e InterventionAnswer) Contrast() *Contrast {
	if e.Effect.Contrast == nil {
		return nil
	}
	return &Contrast{*e.Effect.Contrast, e.Project}
}

// Adjustment returns the variables that are adjusted for.
func (e InterventionAnswer) Adjustment() []string { return listed(e.Effect.Adjustment) }

// Carriers returns the links that carry the effect.
func (e InterventionAnswer) Carriers() []FactorLink {
	return NewFactorLinks(e.Project, e.Effect.Carriers, time.Time{})
}

// Bases returns how many of them there are of each basis.
func (e InterventionAnswer) Bases() []link.BasisTotal { return listed(e.Effect.Bases) }

// CutLinks returns the links that were left out to undo circles.
func (e InterventionAnswer) CutLinks() []FactorLink {
	return NewFactorLinks(e.Project, e.Effect.CutLinks, time.Time{})
}

// Assumptions returns what the answer depends on.
func (e InterventionAnswer) Assumptions() []string { return listed(e.Effect.Assumptions) }

// Changes returns what would change the answer.
func (e InterventionAnswer) Changes() []string { return listed(e.Effect.Changes) }

// Explain returns the answer in words.
func (e InterventionAnswer) Explain() string { return e.Text.Text }

// ProbabilityEstimate is a probability by one method.
type ProbabilityEstimate struct {
	effect.Estimate
	Project string
}

func effectEstimate(e *effect.Estimate, project string) *ProbabilityEstimate {
	if e == nil {
		return nil
	}
	return &ProbabilityEstimate{*e, project}
}

// Contrast compares two interventions.
type Contrast struct {
	contrast effect.Contrast
	project  string
}

// Against returns what is compared with.
func (c Contrast) Against() FactorName { return FactorName{c.contrast.Against} }

// Baseline returns the probability with that.
func (c Contrast) Baseline() ProbabilityEstimate {
	return ProbabilityEstimate{c.contrast.Baseline, c.project}
}

// Insufficient returns nil when the comparison is a conclusion.
func (c Contrast) Insufficient() *string { return optional(c.contrast.Insufficient) }

// Difference returns the risk difference.
func (c Contrast) Difference() Estimate { return interval(c.contrast.Difference) }

// Treated returns nil where it cannot be told.
func (c Contrast) Treated() *Estimate { return someInterval(c.contrast.Treated) }

// Ratio returns nil when the baseline is 0.
func (c Contrast) Ratio() *Estimate { return someInterval(c.contrast.Ratio) }

// NumberNeeded returns nil when there is no difference.
func (c Contrast) NumberNeeded() *float64 { return c.contrast.Needed }

// EValue returns nil when there is no ratio.
func (c Contrast) EValue() *float64 { return c.contrast.EValue }

// EValueLow returns nil when there is no ratio.
func (c Contrast) EValueLow() *float64 { return c.contrast.EValueLow }

// Stratum is the part of the episodes that agree in what is adjusted for.
type Stratum struct {
	Stratum effect.Stratum
	Project string
}

// Key names the stratum among those of its answer.
func (s Stratum) Key() string { return StratumKey(s.Stratum) }

// StratumKey names a stratum among those of its answer by its states, in whatever order.
func StratumKey(s effect.Stratum) string {
	keys := make([]string, len(s.States))
	for i, state := range s.States {
		keys[i] = state.Key()
	}
	slices.Sort(keys)
	return "of " + strings.Join(keys, " ")
}

// States returns the states in which the episodes agree.
func (s Stratum) States() []FactorName { return NewFactorNames(s.Stratum.States) }

// Weight returns which share of the episodes it is.
func (s Stratum) Weight() float64 { return s.Stratum.Weight }

// N returns how many episodes it has.
func (s Stratum) N() int { return s.Stratum.N }

// Chosen returns how many of them made the choice.
func (s Stratum) Chosen() int { return s.Stratum.Chosen }

// Reached returns how many of these reached the target.
func (s Stratum) Reached() int { return s.Stratum.Reached }

// StratumConnection is a page of strata.
type StratumConnection struct{ Connection[StratumEdge] }

// Nodes returns the items alone.
func (c StratumConnection) Nodes() []Stratum { return nodes(c.Edges) }

// StratumEdge is one stratum of a page.
type StratumEdge struct{ Edge[Stratum] }

// SimilarCase is an episode that is like the one in question.
type SimilarCase struct {
	Case    effect.Similar
	Project string
}

// Shared returns how many states it shares.
func (s SimilarCase) Shared() int { return s.Case.Shared }

// Compared returns how many states were compared.
func (s SimilarCase) Compared() int { return s.Case.Compared }

// Reached returns nil when the episode does not tell.
func (s SimilarCase) Reached() *bool { return s.Case.Reached }

// SimilarCaseConnection is a page of similar episodes.
type SimilarCaseConnection struct{ Connection[SimilarCaseEdge] }

// Nodes returns the items alone.
func (c SimilarCaseConnection) Nodes() []SimilarCase { return nodes(c.Edges) }

// SimilarCaseEdge is one similar episode of a page.
type SimilarCaseEdge struct{ Edge[SimilarCase] }

// NewFactorNames gives names the shape of the schema.
func NewFactorNames(found []factor.Identity) []FactorName {
	out := make([]FactorName, len(found))
	for i, id := range found {
		out[i] = FactorName{id}
	}
	return out
}

// NamedFactor returns nil for no name.
func NamedFactor(id factor.Identity) *FactorName { return named(id) }

// named returns nil for no name.
func named(id factor.Identity) *FactorName {
	if id == (factor.Identity{}) {
		return nil
	}
	return &FactorName{id}
}

// listed is a list that is empty rather than null.
func listed[T any](found []T) []T {
	if found == nil {
		return []T{}
	}
	return found
}

func interval(i model.Interval) Estimate {
	return Estimate{Value: i.Value, Low: i.Low, High: i.High}
}

func someInterval(i *model.Interval) *Estimate {
	if i == nil {
		return nil
	}
	m := interval(*i)
	return &m
}
