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

// Effect is what an intervention leads to as the schema shows it.
type Effect struct {
	effect.Effect
	Project string
}

// Reason returns nil when there is nothing to explain.
func (e Effect) Reason() *string { return optional(e.Effect.Reason) }

// Do returns the states that are set.
func (e Effect) Do() []FactorName { return NewFactorNames(e.Effect.Do) }

// Target returns nil when its name was not understood.
func (e Effect) Target() *FactorName { return named(e.Effect.Target) }

// Chosen returns nil when the question is about no episode.
func (e Effect) Chosen() *FactorName { return named(e.Effect.Chosen) }

// Context returns the states that were held.
func (e Effect) Context() []FactorName { return NewFactorNames(e.Effect.Context) }

// Dropped returns the states that had to be let go.
func (e Effect) Dropped() []FactorName { return NewFactorNames(e.Effect.Dropped) }

// Unused returns the states that say nothing about the target.
func (e Effect) Unused() []FactorName { return NewFactorNames(e.Effect.Unused) }

// Model returns nil where the model says nothing.
func (e Effect) Model() *EffectEstimate { return effectEstimate(e.Effect.Model, e.Project) }

// Stratified returns nil where stratification says nothing.
func (e Effect) Stratified() *EffectEstimate { return effectEstimate(e.Effect.Stratified, e.Project) }

// Observed returns nil where no episode made the choice.
func (e Effect) Observed() *EffectEstimate { return effectEstimate(e.Effect.Observed, e.Project) }

// Contrast returns nil when there is nothing to compare with.
func (e Effect) Contrast() *EffectContrast {
	if e.Effect.Contrast == nil {
		return nil
	}
	return &EffectContrast{*e.Effect.Contrast, e.Project}
}

// Adjustment returns the variables that are adjusted for.
func (e Effect) Adjustment() []string { return listed(e.Effect.Adjustment) }

// Carriers returns the links that carry the effect.
func (e Effect) Carriers() []FactorLink {
	return NewFactorLinks(e.Project, e.Effect.Carriers, time.Time{})
}

// Bases returns how many of them there are of each basis.
func (e Effect) Bases() []link.BasisTotal { return listed(e.Effect.Bases) }

// CutLinks returns the links that were left out to undo circles.
func (e Effect) CutLinks() []FactorLink {
	return NewFactorLinks(e.Project, e.Effect.CutLinks, time.Time{})
}

// Assumptions returns what the answer depends on.
func (e Effect) Assumptions() []string { return listed(e.Effect.Assumptions) }

// Changes returns what would change the answer.
func (e Effect) Changes() []string { return listed(e.Effect.Changes) }

// Derivation returns how far the factors are.
func (e Effect) Derivation() Derivation { return Derivation{e.Effect.Derivation, e.Project} }

// Explain returns the answer in words.
func (e Effect) Explain() string { return e.Text.Text }

// EffectEstimate is a probability by one method.
type EffectEstimate struct {
	effect.Estimate
	Project string
}

func effectEstimate(e *effect.Estimate, project string) *EffectEstimate {
	if e == nil {
		return nil
	}
	return &EffectEstimate{*e, project}
}

// EffectContrast compares two interventions.
type EffectContrast struct {
	contrast effect.Contrast
	project  string
}

// Against returns what is compared with.
func (c EffectContrast) Against() FactorName { return FactorName{c.contrast.Against} }

// Baseline returns the probability with that.
func (c EffectContrast) Baseline() EffectEstimate {
	return EffectEstimate{c.contrast.Baseline, c.project}
}

// Insufficient returns nil when the comparison is a conclusion.
func (c EffectContrast) Insufficient() *string { return optional(c.contrast.Insufficient) }

// Difference returns the risk difference.
func (c EffectContrast) Difference() MeasureEstimate { return interval(c.contrast.Difference) }

// Treated returns nil where it cannot be told.
func (c EffectContrast) Treated() *MeasureEstimate { return someInterval(c.contrast.Treated) }

// Ratio returns nil when the baseline is 0.
func (c EffectContrast) Ratio() *MeasureEstimate { return someInterval(c.contrast.Ratio) }

// NumberNeeded returns nil when there is no difference.
func (c EffectContrast) NumberNeeded() *float64 { return c.contrast.Needed }

// EValue returns nil when there is no ratio.
func (c EffectContrast) EValue() *float64 { return c.contrast.EValue }

// EValueLow returns nil when there is no ratio.
func (c EffectContrast) EValueLow() *float64 { return c.contrast.EValueLow }

// EffectStratum is the part of the episodes that agree in what is adjusted for.
type EffectStratum struct {
	Stratum effect.Stratum
	Project string
}

// Key names the stratum among those of its answer.
func (s EffectStratum) Key() string { return StratumKey(s.Stratum) }

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
func (s EffectStratum) States() []FactorName { return NewFactorNames(s.Stratum.States) }

// Weight returns which share of the episodes it is.
func (s EffectStratum) Weight() float64 { return s.Stratum.Weight }

// N returns how many episodes it has.
func (s EffectStratum) N() int { return s.Stratum.N }

// Chosen returns how many of them made the choice.
func (s EffectStratum) Chosen() int { return s.Stratum.Chosen }

// Reached returns how many of these reached the target.
func (s EffectStratum) Reached() int { return s.Stratum.Reached }

// EffectStratumConnection is a page of strata.
type EffectStratumConnection struct{ Connection[EffectStratumEdge] }

// EffectStratumEdge is one stratum of a page.
type EffectStratumEdge struct{ Edge[EffectStratum] }

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

func interval(i model.Interval) MeasureEstimate {
	return MeasureEstimate{Value: i.Value, Low: i.Low, High: i.High}
}

func someInterval(i *model.Interval) *MeasureEstimate {
	if i == nil {
		return nil
	}
	m := interval(*i)
	return &m
}
