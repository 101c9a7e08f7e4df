package validation

import (
	"context"
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

// Named are the patterns that others name.
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

// Used is when the pattern was met with last, or when it was written down.
func (p *Tallied) Used() time.Time {
	out := p.CreatedAt
	for _, t := range []time.Time{p.latest, p.LastUsed, p.StatusAt} {
		if t.After(out) {
			out = t
		}
	}
	return out
}

// Report is what a run over the patterns of a project came to.
type Report struct {
	// Run names it; Family patterns were tested together.
	Run    string
	Family int
	// At is when, Since where the window begins.
	At, Since time.Time
	Criteria  patterns.Criteria
	// Episodes is how many were looked at, Pending how many are missing in the factor layer.
	Episodes, Pending int
	// Mended is how many rows of evidence and counts had to be mended: 0 unless something went wrong.
	Mended int
	// Skipped is how many results were not kept, because their patterns were changed meanwhile.
	Skipped int
	// Results are by key.
	Results []Validated
}

// Validated is the result of one pattern.
type Validated struct {
	Pattern, Name string
	Validation    patterns.Validation
}

// Validate tests all patterns of a project but deprecated ones as one family, and keeps the
// results and what follows from them for the statuses. With keys it keeps and returns those of
// these patterns alone; the family stays the same, because who tests one pattern after the other
// would find something sooner or later. With another rule or other thresholds than the
// defaults it keeps nothing. It returns
// ErrNotFound for a key that is not tested, ErrProjectNotFound, and an [problem.InvalidError] for
// criteria out of range.
func (s *Service) Validate(ctx context.Context, project string, keys []string, c patterns.Criteria) (Report, error) {
	if err := s.Settle(ctx, project); err != nil {
		return Report{}, fmt.Errorf("validate the patterns of %s: %w", project, err)
	}
	run, err := s.Run(ctx, project, c, nil)
	if err == nil {
		err = run.choose(keys)
	}
	if err == nil && Decides(c) {
		err = s.KeepRun(ctx, project, run)
	}
	if err != nil {
		return Report{}, fmt.Errorf("validate the patterns of %s: %w", project, err)
	}
	return run.Finished(), nil
}

// Examine returns the figures of one pattern as a run over all of the project would give them,
// and keeps nothing.
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

// Run is a run as it is made.
type Run struct {
	Report

	// Patterns are by key, and tested in the same order.
	Patterns []*Tallied
	Tested   []patterns.Validation
	// Rules are what people had decided about the factors.
	Rules contribution.Rules
	// unheld says that more leads to what is done than can be read.
	unheld bool
	// chosen are the keys of those that are kept and told; nil for all.
	chosen map[string]bool
	// Kept are the keys of those whose results were written.
	Kept map[string]bool
}

// patternPage is how many patterns are read in one statement.
const patternPage = 1000

// Run tests all patterns that are not deprecated, and more that are not kept yet.
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
	told, err := s.count(ctx, project, run)
	if err != nil {
		return nil, err
	}
	run.Episodes, run.Pending = told.Episodes, told.Underived
	run.judge()
	return run, nil
}

// undeprecated returns all patterns that can be tested.
func (s *Service) undeprecated(ctx context.Context, project string) ([]patterns.Pattern, error) {
	statuses := slices.DeleteFunc(patterns.Statuses(), func(s patterns.Status) bool { return s == patterns.StatusDeprecated })
	return s.All(ctx, project, patterns.Filter{Statuses: statuses})
}

// All returns all patterns that match.
func (s *Service) All(ctx context.Context, project string, f patterns.Filter) ([]patterns.Pattern, error) {
	q := patterns.Query{Project: project, Filter: f, Order: patterns.OrderKey, Page: episodic.Page{Limit: patternPage}}
	var out []patterns.Pattern
	for {
		page, err := s.store.ListPatterns(ctx, q)
		out = append(out, page...)
		if err != nil || len(page) < patternPage {
			return out, err
		}
		q.Page.After = q.Order.Cursor(page[len(page)-1])
	}
}

// looked is among how many candidates the trials of a pattern picked it; those since it was
// refined are others.
func looked(p patterns.Pattern) int {
	if p.Origin != patterns.OriginMined || p.Mined == nil || p.CountedFrom.After(p.Mined.At) {
		return 0
	}
	return p.Mined.Looked
}

// judge tests what was counted.
func (r *Run) judge() {
	tested := make([]Tested, len(r.Patterns))
	for i, p := range r.Patterns {
		tested[i] = Tested{
			Anti: p.AntiPattern, Status: p.Status, Rule: p.Rule, CountedFrom: p.CountedFrom, Looked: looked(p.Pattern), Figures: p.Figures,
			Held: p.strata.variables, Strata: p.strata.list(), Unheld: r.unheld && len(p.Matches) > 0,
		}
	}
	r.Tested = Judge(r.Criteria, r.Run, r.At, tested)
	for _, v := range r.Tested {
		r.Family = max(r.Family, v.Family)
	}
}

// choose narrows what is kept and told.
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

// Settle derives the episodes anew that are marked for it: of a layer that lacks some, a run would
// say what a part of the episodes says.
func (s *Service) Settle(ctx context.Context, project string) error {
	return derive.RefreshStale(ctx, s.factors, project, nil)
}

// Whole returns an error that wraps [episodic.ErrConflict] for a run over a part of the episodes.
func (r *Run) Whole() error {
	if r.Pending > 0 {
		return fmt.Errorf("the factors of %d episodes are being derived anew, try again: %w", r.Pending, episodic.ErrConflict)
	}
	return nil
}

// KeepRun writes the results of a run and the statuses that follow from them. What was changed
// since it was read is left alone.
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
			err = episodic.ErrConflict // what the episodes say is another thing now
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

// recount returns the patterns as they are now. Those whose counts are not what the run has
// counted are counted from scratch: somebody wrote meanwhile, or something went wrong before.
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

// fit reports whether counts are those of a run.
func fit(c patterns.Counted, n patterns.Counts) bool {
	return c.Successes == n.Successes && c.Trials == n.Trials() && c.Unknown == n.Unknown
}

// Follow takes a result over, and returns the change of the status if there is one.
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

// SortedKeys are the keys of a map in order.
func SortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

// count counts what the episodes are to the patterns of a run, in one pass over them.
func (s *Service) count(ctx context.Context, project string, run *Run) (layer.Derivation, error) {
	if len(run.Patterns) == 0 {
		return s.factors.GetDerivation(ctx, project)
	}
	var err error
	if run.Rules, err = s.factors.GetRules(ctx, project); err != nil {
		return layer.Derivation{}, err
	}
	world := match.NewFactorResolver(run.Rules)
	var matches []patterns.Match
	for _, p := range run.Patterns {
		matches = append(matches, p.Matches...)
	}
	known, err := s.readCauses(ctx, project, world, run.Patterns)
	if err != nil {
		return layer.Derivation{}, err
	}
	run.unheld = !known
	variables := world.Variables(matches...)
	for _, p := range run.Patterns {
		for _, name := range p.strata.variables {
			variables = append(append(variables, name), world.Told[name]...)
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
	pass := newTally(world, factors, run.Patterns, applied)
	told, err := s.store.ScanEpisodes(ctx, project, keys, pass.add)
	pass.settle()
	return told, err
}

// applications are the patterns that somebody applied, by the episode.
func (s *Service) applications(ctx context.Context, project string, patternsValue []*Tallied) (map[string][]appliedAs, error) {
	place := make(map[string]int, len(patternsValue))
	for i, p := range patternsValue {
		place[p.Key] = i
	}
	out := map[string][]appliedAs{}
	err := s.store.ScanApplications(ctx, project, func(e patterns.Evidence) error {
		if i, tested := place[e.Pattern]; tested {
			out[e.Episode] = append(out[e.Episode], appliedAs{i, e.Applied.Outcome})
		}
		return nil
	})
	return out, err
}
