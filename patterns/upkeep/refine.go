package upkeep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/statistics"
	"github.com/causeway-memory/causeway/patterns/validation"
)

const (
	// refineLeast is the least number of trials with a state, and without it, for the state to be
	// tested.
	refineLeast = 5
	// refineFactors is the most states tested; the most frequent are taken.
	refineFactors = 1_000
	// maxTrigger is the most states in a trigger.
	maxTrigger = 2
)

// Refinement names a further state under which a pattern under review holds up.
type Refinement struct {
	Named

	// State was the case before the action. With are the trials whose episodes record it, Without the
	// others.
	State         factor.Identity
	With, Without statistics.Share
	// P is the p-value of Fisher's one-sided test; Adjusted is P after Benjamini-Hochberg over the
	// Looked states of all patterns of the run.
	P, Adjusted float64
	Looked      int
	// Applied says that the state became part of the trigger and the evidence starts anew. That
	// happens to mined patterns only; patterns that people wrote are left to them.
	Applied bool
}

// refining tests states over the trials of patterns under review.
type refining struct {
	resolver match.FactorResolver
	factors  []factor.Identity
	patterns []*validation.Tallied
	// had counts, by pattern and factor, the trials that had the factor; all counts every trial.
	had [][]statistics.Share
	all []statistics.Share
}

// refine looks for states that separate the successes of patterns under review from their failures.
func (c *consolidating) refine(ctx context.Context) error {
	r := &refining{resolver: match.NewFactorResolver(c.run.Rules)}
	for _, p := range c.run.Patterns {
		if p.Status == patterns.StatusUnderReview && len(p.Matches) > 0 {
			r.patterns = append(r.patterns, p)
		}
	}
	if len(r.patterns) == 0 {
		return nil
	}
	keys, err := r.prepare(ctx, c.factors, c.request.Project)
	if err != nil {
		return err
	}
	if _, err := c.store.ScanEpisodes(ctx, c.request.Project, keys, r.add); err != nil {
		return err
	}
	for _, found := range r.found(c.run.Criteria) {
		if !c.request.DryRun {
			if found.Applied, err = c.apply(ctx, found); err != nil {
				return err
			}
		}
		c.out.Refinements = append(c.out.Refinements, found)
	}
	return nil
}

// prepare chooses the states to test: frequent ones, and those of the variables in the patterns'
// matches.
func (r *refining) prepare(ctx context.Context, factors layer.Reader, project string) (keys []string, err error) {
	var matches []patterns.Match
	for _, p := range r.patterns {
		matches = append(matches, p.Matches...)
	}
	own, err := factors.StatesOf(ctx, project, r.resolver.Variables(matches...))
	if err != nil {
		return nil, err
	}
	frequent, err := episodic.AllItems(episodic.MaxPage, func(page episodic.Page) ([]factor.Factor, error) {
		return factors.ListFactors(ctx, layer.FactorQuery{Project: project, Filter: layer.FactorFilter{Least: 2 * refineLeast}, Page: page})
	}, factor.Factor.Key)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(frequent, func(a, b factor.Factor) int {
		return cmp.Or(cmp.Compare(b.Frequency(), a.Frequency()), strings.Compare(a.Key(), b.Key()))
	})
	seen := map[string]bool{}
	for _, f := range slices.Concat(own, frequent[:min(len(frequent), refineFactors)]) {
		if key := f.Key(); !seen[key] {
			seen[key] = true
			keys, r.factors = append(keys, key), append(r.factors, f.Identity)
		}
	}
	r.all, r.had = make([]statistics.Share, len(r.patterns)), make([][]statistics.Share, len(r.patterns))
	for i := range r.had {
		r.had[i] = make([]statistics.Share, len(r.factors))
	}
	return keys, nil
}

// add counts an episode for every pattern of which it is a trial with a known verdict.
func (r *refining) add(e patterns.EpisodeStates) error {
	observed := patterns.Observed{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
	for _, s := range e.States {
		observed.Observations = append(observed.Observations, contribution.Observation{Identity: r.factors[s.Factor], Order: s.Order})
	}
	reading := r.resolver.Read(observed)
	for i, p := range r.patterns {
		if !validation.Since(e.Seen, p.From) || reading.JudgeAny(p.Matches) != match.ResultTrial {
			continue
		}
		success := 0
		switch p.Rule.Verdict(e.Outcome, e.Errors, "") {
		case patterns.VerdictSupports:
			success = 1
		case patterns.VerdictContradicts:
		default:
			continue
		}
		r.all[i].N++
		r.all[i].K += success
		for _, s := range e.States {
			if reading.Before(p.Matches, s.Order) {
				r.had[i][s.Factor].N++
				r.had[i][s.Factor].K += success
			}
		}
	}
	return nil
}

// found returns the best significant state of each pattern.
func (r *refining) found(c patterns.Criteria) []Refinement {
	var all []Refinement
	var p []float64
	for i, of := range r.patterns {
		asked := r.resolver.Variables(of.Matches...)
		for j, had := range r.had[i] {
			without := statistics.Share{K: r.all[i].K - had.K, N: r.all[i].N - had.N}
			if had.N < refineLeast || without.N < refineLeast || slices.Contains(asked, r.factors[j].Variable) {
				continue
			}
			table := statistics.Table{With: had, Without: without}
			one := Refinement{Named: Named{of.Key, of.Name}, State: r.factors[j], With: had, Without: without, P: table.FisherGreater().P}
			if of.AntiPattern {
				one.P = table.FisherLess().P
			}
			all, p = append(all, one), append(p, one.P)
		}
	}
	best := map[string]Refinement{}
	for i, adjusted := range statistics.BenjaminiHochberg(p) {
		one := all[i]
		one.Adjusted, one.Looked = adjusted, len(all)
		if was, there := best[one.Pattern]; adjusted <= c.Alpha && r.enough(c, one) && (!there || one.P < was.P) {
			best[one.Pattern] = one
		}
	}
	var out []Refinement
	for _, key := range validation.SortedKeys(best) {
		out = append(out, best[key])
	}
	return out
}

// enough reports whether the pattern would reach the required rate with the state.
func (r *refining) enough(c patterns.Criteria, one Refinement) bool {
	for _, p := range r.patterns {
		if p.Key == one.Pattern && p.AntiPattern {
			return one.With.Rate() <= 1-c.MinRate
		}
	}
	return one.With.Rate() >= c.MinRate
}

// apply adds the state to the triggers of a mined pattern, whose evidence starts anew.
func (c *consolidating) apply(ctx context.Context, one Refinement) (bool, error) {
	at := slices.IndexFunc(c.run.Patterns, func(p *validation.Tallied) bool { return p.Key == one.Pattern })
	p := c.run.Patterns[at]
	full := slices.ContainsFunc(p.Matches, func(m patterns.Match) bool { return len(m.Trigger) >= maxTrigger })
	if p.Origin != patterns.OriginMined || full {
		return false, nil
	}
	reason := fmt.Sprintf("refined by %s: %d of %d succeeded with it, %d of %d without; adjusted p %.2g of %d states",
		one.State.Label(), one.With.K, one.With.N, one.Without.K, one.Without.N, one.Adjusted, one.Looked)
	_, err := c.catalog.Update(ctx, patterns.UpdateRequest{Project: c.request.Project, Key: p.Key, Reason: reason, Refined: true, Surveyed: &p.Pattern, Edit: func(d *patterns.Definition) {
		for i := range d.Matches {
			d.Matches[i].Trigger = append(d.Matches[i].Trigger, one.State)
		}
		d.Trigger += " and " + one.State.Label()
	}})
	var invalid *problem.InvalidError
	switch {
	case errors.As(err, &invalid), errors.Is(err, episodic.ErrConflict), errors.Is(err, episodic.ErrNotFound):
		return false, nil // invalid, or the pattern changed meanwhile; continue with the others
	case err != nil:
		return false, err
	}
	p.Status = patterns.StatusCandidate
	return true, nil
}
