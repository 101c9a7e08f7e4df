package validation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/match"
)

// Named returns the keys of the patterns to which others refer.
func (r *Run) Named() map[string]bool {
	out := map[string]bool{}
	for _, p := range r.Patterns {
		for _, to := range p.Related {
			out[to.Pattern] = true
		}
		for _, to := range p.Leads {
			out[to.Pattern] = true
		}
		for _, name := range p.Guidance.Alternatives {
			out[patterns.KeyOf(name)] = true
		}
	}
	return out
}

// Used returns when the pattern was last observed, applied, created or given its status.
func (p *Tallied) Used() time.Time {
	out := p.CreatedAt
	for _, t := range []time.Time{p.latest, p.LastUsed, p.StatusAt} {
		if t.After(out) {
			out = t
		}
	}
	return out
}

// Report is the result of a run over the patterns of a project.
type Report struct {
	// Run identifies the run; Family patterns were tested together.
	Run    string
	Family int
	// At is the time of the run, Since the start of the window.
	At, Since time.Time
	Criteria  patterns.Criteria
	// Episodes is the number of episodes read, Pending the number missing in the factor layer.
	Episodes, Pending int
	// Mended is the number of rows of evidence and counts that were repaired: 0 unless something went
	// wrong.
	Mended int
	// Skipped is the number of results that were dropped because their patterns changed meanwhile.
	Skipped int
	// Results are by key.
	Results []Validated
}

// Validated is the result of one pattern.
type Validated struct {
	Pattern, Name string
	Validation    patterns.Validation
}

// Validate tests all patterns of a project except deprecated ones as one family and stores the
// results and the status changes. If keys are given, it stores and returns only their results; the
// family stays the same, because testing patterns one by one would eventually find something by
// chance. It stores nothing for a rule or thresholds other than the defaults. It returns ErrNotFound
// for a key that is not tested, ErrProjectNotFound, and a [problem.InvalidError] for criteria out of
// range. If others change what the run has read, it starts over, a limited number of times; then
// the error wraps [episodic.ErrConflict].
func (s *Service) Validate(ctx context.Context, project string, keys []string, c patterns.Criteria) (Report, error) {
	for try := 1; ; try++ {
		run, err := s.validateOnce(ctx, project, keys, c)
		if err == nil {
			return run.Finished(), nil
		}
		if !errors.Is(err, episodic.ErrConflict) || try == validateTries || ctx.Err() != nil {
			return Report{}, fmt.Errorf("validate the patterns of %s: %w", project, err)
		}
	}
}

// validateTries is how often a run is made before others who keep changing what it reads are
// reported.
const validateTries = 20

func (s *Service) validateOnce(ctx context.Context, project string, keys []string, c patterns.Criteria) (*Run, error) {
	if err := s.Settle(ctx, project); err != nil {
		return nil, err
	}
	run, err := s.Run(ctx, project, c, nil)
	if err == nil {
		err = run.choose(keys)
	}
	if err == nil && Decides(c) {
		err = s.KeepRun(ctx, project, run)
	}
	return run, err
}

// Examine returns the validation of one pattern as a run over the whole project would, and stores
// nothing.
func (s *Service) Examine(ctx context.Context, project, key string, c patterns.Criteria) (patterns.Validation, error) {
	run, err := s.Run(ctx, project, c, nil)
	if err == nil {
		err = run.choose([]string{key})
	}
	if err != nil {
		return patterns.Validation{}, fmt.Errorf("examine the pattern %s of %s: %w", key, project, err)
	}
	return run.Finished().Results[0].Validation, nil
}

// Run is a validation run in progress.
type Run struct {
	Report

	// Patterns are ordered by key; Tested has their validations in the same order.
	Patterns []*Tallied
	Tested   []patterns.Validation
	// Rules are the rules about factors that the run used.
	Rules contribution.Rules
	// unadjusted means that the actions have more causes than can be read.
	unadjusted bool
	// chosen are the keys to store and return; nil for all.
	chosen map[string]bool
	// Kept are the keys of the patterns whose results were stored.
	Kept map[string]bool
}

// patternPage is the number of patterns read in one statement.
const patternPage = 1000

// Run tests all patterns that are not deprecated together with more, which are not stored yet.
func (s *Service) Run(ctx context.Context, project string, c patterns.Criteria, more []patterns.Pattern) (*Run, error) {
	c = WithDefaults(c)
	if err := Validate(c); err != nil {
		return nil, err
	}
	all, err := s.undeprecated(ctx, project)
	if err != nil {
		return nil, err
	}
	at := s.catalog.Instant()
	run := &Run{Report: Report{
		Run: at.Format("20060102T150405.000000Z"), At: at, Since: Start(c, at, time.Time{}), Criteria: c,
	}}
	for _, p := range append(all, more...) {
		one := &Tallied{Pattern: p, Rule: p.Rule, From: Start(c, at, p.CountedFrom)}
		if c.Rule != "" {
			one.Rule = c.Rule
		}
		run.Patterns = append(run.Patterns, one)
	}
	slices.SortFunc(run.Patterns, func(a, b *Tallied) int { return strings.Compare(a.Key, b.Key) })
	derived, err := s.count(ctx, project, run)
	if err != nil {
		return nil, err
	}
	run.Episodes, run.Pending = derived.Episodes, derived.Underived
	run.judge()
	return run, nil
}

// undeprecated returns all patterns that are not deprecated.
func (s *Service) undeprecated(ctx context.Context, project string) ([]patterns.Pattern, error) {
	statuses := slices.DeleteFunc(patterns.Statuses(), func(s patterns.Status) bool { return s == patterns.StatusDeprecated })
	return s.All(ctx, project, patterns.Filter{Statuses: statuses})
}

// All returns all patterns that match.
func (s *Service) All(ctx context.Context, project string, f patterns.Filter) ([]patterns.Pattern, error) {
	return episodic.AllItems(patternPage, func(page episodic.Page) ([]patterns.Pattern, error) {
		return s.store.ListPatterns(ctx, patterns.Query{Project: project, Filter: f, Order: patterns.OrderKey, Page: page})
	}, patterns.OrderKey.Cursor)
}

// selectedFrom returns the number of candidates from which the trials of a pattern selected it; 0
// once it was refined, because then its trials are others.
func selectedFrom(p patterns.Pattern) int {
	if p.Origin != patterns.OriginMined || p.Mined == nil || p.CountedFrom.After(p.Mined.At) {
		return 0
	}
	return p.Mined.Looked
}

// judge tests the patterns by their counts.
func (r *Run) judge() {
	tested := make([]Tested, len(r.Patterns))
	for i, p := range r.Patterns {
		tested[i] = Tested{
			Anti: p.AntiPattern, Status: p.Status, Rule: p.Rule, CountedFrom: p.CountedFrom, Candidates: selectedFrom(p.Pattern), Figures: p.Figures,
			AdjustedFor: p.strata.variables, Strata: p.strata.list(), Unadjusted: r.unadjusted && len(p.Matches) > 0,
			Half: r.Rules.NullRate == contribution.NullHalf,
		}
	}
	r.Tested = Judge(r.Criteria, r.Run, r.At, tested)
	for _, v := range r.Tested {
		r.Family = max(r.Family, v.Family)
	}
}

// choose limits the results that are stored and returned.
func (r *Run) choose(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	r.chosen = make(map[string]bool, len(keys))
	for _, key := range keys {
		if !slices.ContainsFunc(r.Patterns, func(p *Tallied) bool { return p.Key == key }) {
			return fmt.Errorf("pattern %q among those that are not deprecated: %w", key, episodic.ErrNotFound)
		}
		r.chosen[key] = true
	}
	return nil
}

// Finished returns the report of the run.
func (r *Run) Finished() Report {
	out := r.Report
	out.Results = []Validated{}
	for i, p := range r.Patterns {
		if r.chosen == nil || r.chosen[p.Key] {
			out.Results = append(out.Results, Validated{Pattern: p.Key, Name: p.Name, Validation: r.Tested[i]})
		}
	}
	return out
}

// Settle derives the stale episodes again, so that a run does not miss any.
func (s *Service) Settle(ctx context.Context, project string) error {
	return derive.RefreshStale(ctx, s.factors, project, nil)
}

// Whole returns an error that wraps [episodic.ErrConflict] if the run missed episodes.
func (r *Run) Whole() error {
	if r.Pending > 0 {
		return fmt.Errorf("the factors of %d episodes are being derived, try again: %w", r.Pending, episodic.ErrConflict)
	}
	return nil
}

// KeepRun stores the results of a run and the status changes. It skips patterns that changed since
// they were read.
func (s *Service) KeepRun(ctx context.Context, project string, r *Run) error {
	if len(r.Patterns) == 0 {
		return nil
	}
	if err := r.Whole(); err != nil {
		return err
	}
	return s.store.ChangePatterns(ctx, project, false, r.At, func(tx patterns.Tx) error {
		r.Mended, r.Skipped, r.Kept = 0, 0, map[string]bool{}
		rules, err := tx.Rules()
		if err == nil && !reflect.DeepEqual(rules, r.Rules) {
			err = episodic.ErrConflict // the episodes would read differently now
		}
		if err != nil {
			return err
		}
		now, err := r.recount(tx)
		if err != nil {
			return err
		}
		var put []patterns.Pattern
		var changes []patterns.Change
		for i, p := range r.Patterns {
			if r.chosen != nil && !r.chosen[p.Key] {
				continue
			}
			kept, there := now[p.Key]
			if !there || !patterns.SameTerms(kept, p.Pattern) {
				r.Skipped++
				continue
			}
			changes = append(changes, Follow(&kept, r.Tested[i])...)
			put, r.Kept[p.Key] = append(put, kept), true
		}
		return catalog.PutChanged(tx, put, changes)
	})
}

// recount returns the current patterns. It recounts those whose counts differ from the run's:
// somebody wrote meanwhile, or something went wrong before.
func (r *Run) recount(tx patterns.Tx) (map[string]patterns.Pattern, error) {
	keys := make([]string, len(r.Patterns))
	for i, p := range r.Patterns {
		keys[i] = p.Key
	}
	now, err := tx.Patterns(keys)
	if err != nil {
		return nil, err
	}
	var differ []string
	for _, p := range r.Patterns {
		if kept, there := now[p.Key]; there && !fit(p.All, kept.Counts) {
			differ = append(differ, p.Key)
		}
	}
	if len(differ) == 0 {
		return now, nil
	}
	if r.Mended, err = evidence.Recount(tx, differ); err != nil || r.Mended == 0 {
		return now, err
	}
	mended, err := tx.Patterns(differ)
	for key, p := range mended {
		now[key] = p
	}
	return now, err
}

// fit reports whether counts agree with those of a run.
func fit(c patterns.Counted, n patterns.Counts) bool {
	return c.Successes == n.Successes && c.Trials == n.Trials() && c.Unknown == n.Unknown
}

// Follow sets the last validation and the status of a pattern and returns the status change, if any.
func Follow(p *patterns.Pattern, v patterns.Validation) []patterns.Change {
	p.Last = &v
	if v.After == p.Status {
		return nil
	}
	change := patterns.Change{
		Pattern: p.Key, Kind: patterns.ChangeStatus, At: v.At, Version: p.Version, Before: p.Status, After: v.After,
		Reason: reason(v, p.AntiPattern), Validation: &v,
	}
	p.Status, p.StatusAt, p.Reason, p.UpdatedAt = v.After, v.At, change.Reason, v.At
	return []patterns.Change{change}
}

// SortedKeys returns the sorted keys of a map.
func SortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

// count counts trials and comparisons of the patterns of a run in one pass over the episodes.
func (s *Service) count(ctx context.Context, project string, run *Run) (layer.Derivation, error) {
	if len(run.Patterns) == 0 {
		return s.factors.GetDerivation(ctx, project)
	}
	var err error
	if run.Rules, err = s.factors.GetRules(ctx, project); err != nil {
		return layer.Derivation{}, err
	}
	resolver := match.NewFactorResolver(run.Rules)
	var matches []patterns.Match
	for _, p := range run.Patterns {
		matches = append(matches, p.Matches...)
	}
	known, err := s.readCauses(ctx, project, resolver, run.Patterns)
	if err != nil {
		return layer.Derivation{}, err
	}
	run.unadjusted = !known
	variables := resolver.Variables(matches...)
	for _, p := range run.Patterns {
		for _, name := range p.strata.variables {
			variables = append(append(variables, name), resolver.Told[name]...)
		}
	}
	states, err := s.factors.StatesOf(ctx, project, text.Sorted(variables))
	if err != nil {
		return layer.Derivation{}, err
	}
	factors, keys := make([]factor.Identity, len(states)), make([]string, len(states))
	for i, f := range states {
		factors[i], keys[i] = f.Identity, f.Key()
	}
	applied, err := s.applications(ctx, project, run.Patterns)
	if err != nil {
		return layer.Derivation{}, err
	}
	pass := newTally(resolver, factors, run.Patterns, applied)
	derived, err := s.store.ScanEpisodes(ctx, project, keys, pass.add)
	pass.settle()
	return derived, err
}
