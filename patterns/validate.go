package patterns

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// ValidationReport is what a run over the patterns of a project came to.
type ValidationReport struct {
	// Run names it; Family patterns were tested together.
	Run    string
	Family int
	// At is when, Since where the window begins.
	At, Since time.Time
	Criteria  Criteria
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
	Validation    Validation
}

// Validate tests all patterns of a project but deprecated ones as one family, and keeps the
// results and what follows from them for the statuses. With keys it keeps and returns those of
// these patterns alone; the family stays the same, because who tests one pattern after the other
// would find something sooner or later. With another rule or other thresholds than the
// defaults it keeps nothing. It returns
// ErrNotFound for a key that is not tested, ErrProjectNotFound, and an [episodic.InvalidError] for
// criteria out of range.
func (s *Service) Validate(ctx context.Context, project string, keys []string, c Criteria) (ValidationReport, error) {
	if err := s.settle(ctx, project); err != nil {
		return ValidationReport{}, fmt.Errorf("validate the patterns of %s: %w", project, err)
	}
	run, err := s.examine(ctx, project, c, nil)
	if err == nil {
		err = run.choose(keys)
	}
	if err == nil && c.decides() {
		err = s.keepRun(ctx, project, run)
	}
	if err != nil {
		return ValidationReport{}, fmt.Errorf("validate the patterns of %s: %w", project, err)
	}
	return run.report(), nil
}

// Examine returns the figures of one pattern as a run over all of the project would give them,
// and keeps nothing.
func (s *Service) Examine(ctx context.Context, project, key string, c Criteria) (Validation, error) {
	run, err := s.examine(ctx, project, c, nil)
	if err == nil {
		err = run.choose([]string{key})
	}
	if err != nil {
		return Validation{}, fmt.Errorf("examine the pattern %s of %s: %w", key, project, err)
	}
	return run.report().Results[0].Validation, nil
}

// validationRun is a run as it is made.
type validationRun struct {
	ValidationReport

	// patterns are by key, and tested in the same order.
	patterns []*surveyed
	tested   []Validation
	// rules are what people had decided about the factors.
	rules causal.Rules
	// unheld says that more leads to what is done than can be read.
	unheld bool
	// chosen are the keys of those that are kept and told; nil for all.
	chosen map[string]bool
	// kept are the keys of those whose results were written.
	kept map[string]bool
}

// patternPage is how many patterns are read in one statement.
const patternPage = 1000

// examine tests all patterns that are not deprecated, and more that are not kept yet.
func (s *Service) examine(ctx context.Context, project string, c Criteria, more []Pattern) (*validationRun, error) {
	c = c.WithDefaults()
	if err := c.Validate(); err != nil {
		return nil, err
	}
	all, err := s.undeprecated(ctx, project)
	if err != nil {
		return nil, err
	}
	at := s.instant()
	run := &validationRun{ValidationReport: ValidationReport{
		Run: at.Format("20060102T150405.000000Z"), At: at, Since: c.Start(at, time.Time{}), Criteria: c,
	}}
	for _, p := range append(all, more...) {
		one := &surveyed{Pattern: p, rule: p.Rule, from: c.Start(at, p.CountedFrom)}
		if c.Rule != "" {
			one.rule = c.Rule
		}
		run.patterns = append(run.patterns, one)
	}
	slices.SortFunc(run.patterns, func(a, b *surveyed) int { return strings.Compare(a.Key, b.Key) })
	told, err := s.survey(ctx, project, run)
	if err != nil {
		return nil, err
	}
	run.Episodes, run.Pending = told.Episodes, told.Underived
	run.judge()
	return run, nil
}

// undeprecated returns all patterns that can be tested.
func (s *Service) undeprecated(ctx context.Context, project string) ([]Pattern, error) {
	statuses := slices.DeleteFunc(Statuses(), func(s Status) bool { return s == StatusDeprecated })
	return s.all(ctx, project, Filter{Statuses: statuses})
}

// all returns all patterns that match.
func (s *Service) all(ctx context.Context, project string, f Filter) ([]Pattern, error) {
	q := Query{Project: project, Filter: f, Order: OrderKey, Page: episodic.Page{Limit: patternPage}}
	var out []Pattern
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
func (p Pattern) looked() int {
	if p.Origin != OriginMined || p.Mined == nil || p.CountedFrom.After(p.Mined.At) {
		return 0
	}
	return p.Mined.Looked
}

// judge tests what was counted.
func (r *validationRun) judge() {
	tested := make([]Tested, len(r.patterns))
	for i, p := range r.patterns {
		tested[i] = Tested{
			Anti: p.AntiPattern, Status: p.Status, Rule: p.rule, CountedFrom: p.CountedFrom, Looked: p.looked(), Figures: p.Figures,
			Held: p.strata.variables, Strata: p.strata.list(), Unheld: r.unheld && len(p.Matches) > 0,
		}
	}
	r.tested = r.Criteria.Judge(r.Run, r.At, tested)
	for _, v := range r.tested {
		r.Family = max(r.Family, v.Family)
	}
}

// choose narrows what is kept and told.
func (r *validationRun) choose(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	r.chosen = make(map[string]bool, len(keys))
	for _, key := range keys {
		if !slices.ContainsFunc(r.patterns, func(p *surveyed) bool { return p.Key == key }) {
			return fmt.Errorf("pattern %q among those that are not deprecated: %w", key, episodic.ErrNotFound)
		}
		r.chosen[key] = true
	}
	return nil
}

func (r *validationRun) report() ValidationReport {
	out := r.ValidationReport
	out.Results = []Validated{}
	for i, p := range r.patterns {
		if r.chosen == nil || r.chosen[p.Key] {
			out.Results = append(out.Results, Validated{Pattern: p.Key, Name: p.Name, Validation: r.tested[i]})
		}
	}
	return out
}

// settle derives the episodes anew that are marked for it: of a layer that lacks some, a run would
// say what a part of the episodes says.
func (s *Service) settle(ctx context.Context, project string) error {
	return causal.DeriveDue(ctx, s.factors, project, nil)
}

// whole returns an error that wraps [episodic.ErrConflict] for a run over a part of the episodes.
func (r *validationRun) whole() error {
	if r.Pending > 0 {
		return fmt.Errorf("the factors of %d episodes are being derived anew, try again: %w", r.Pending, episodic.ErrConflict)
	}
	return nil
}

// keepRun writes the results of a run and the statuses that follow from them. What was changed
// since it was read is left alone.
func (s *Service) keepRun(ctx context.Context, project string, r *validationRun) error {
	if len(r.patterns) == 0 {
		return nil
	}
	if err := r.whole(); err != nil {
		return err
	}
	return s.store.ChangePatterns(ctx, project, false, r.At, func(tx Tx) error {
		r.Mended, r.Skipped, r.kept = 0, 0, map[string]bool{}
		rules, err := tx.Rules()
		if err == nil && !reflect.DeepEqual(rules, r.rules) {
			err = episodic.ErrConflict // what the episodes say is another thing now
		}
		if err != nil {
			return err
		}
		now, err := r.recount(tx)
		if err != nil {
			return err
		}
		var put []Pattern
		var changes []Change
		for i, p := range r.patterns {
			if r.chosen != nil && !r.chosen[p.Key] {
				continue
			}
			kept, there := now[p.Key]
			if !there || !sameTerms(kept, p.Pattern) {
				r.Skipped++
				continue
			}
			changes = append(changes, kept.follow(r.tested[i])...)
			put, r.kept[p.Key] = append(put, kept), true
		}
		return putChanged(tx, put, changes)
	})
}

// recount returns the patterns as they are now. Those whose counts are not what the run has
// counted are counted from scratch: somebody wrote meanwhile, or something went wrong before.
func (r *validationRun) recount(tx Tx) (map[string]Pattern, error) {
	keys := make([]string, len(r.patterns))
	for i, p := range r.patterns {
		keys[i] = p.Key
	}
	now, err := tx.Patterns(keys)
	if err != nil {
		return nil, err
	}
	var differ []string
	for _, p := range r.patterns {
		if kept, there := now[p.Key]; there && !p.All.fit(kept.Counts) {
			differ = append(differ, p.Key)
		}
	}
	if len(differ) == 0 {
		return now, nil
	}
	if r.Mended, err = Recount(tx, differ); err != nil || r.Mended == 0 {
		return now, err
	}
	mended, err := tx.Patterns(differ)
	for key, p := range mended {
		now[key] = p
	}
	return now, err
}

// fit reports whether counts are those of a run.
func (c Counted) fit(n Counts) bool {
	return c.Successes == n.Successes && c.Trials == n.Trials() && c.Unknown == n.Unknown
}

// sameTerms reports whether a result for one holds for the other.
func sameTerms(a, b Pattern) bool {
	return a.Status == b.Status && a.Version == b.Version && a.CountedFrom.Equal(b.CountedFrom)
}

// follow takes a result over, and returns the change of the status if there is one.
func (p *Pattern) follow(v Validation) []Change {
	p.Last = &v
	if v.After == p.Status {
		return nil
	}
	change := Change{
		Pattern: p.Key, Kind: ChangeStatus, At: v.At, Version: p.Version, Before: p.Status, After: v.After,
		Reason: v.reason(p.AntiPattern), Validation: &v,
	}
	p.Status, p.StatusAt, p.Reason, p.UpdatedAt = v.After, v.At, change.Reason, v.At
	return []Change{change}
}

// sortedKeys are the keys of a map in order.
func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

// survey counts what the episodes are to the patterns of a run, in one pass over them.
func (s *Service) survey(ctx context.Context, project string, run *validationRun) (causal.Derivation, error) {
	if len(run.patterns) == 0 {
		return s.factors.GetDerivation(ctx, project)
	}
	var err error
	if run.rules, err = s.factors.GetRules(ctx, project); err != nil {
		return causal.Derivation{}, err
	}
	world := NewWorld(run.rules)
	var matches []Match
	for _, p := range run.patterns {
		matches = append(matches, p.Matches...)
	}
	known, err := s.readCauses(ctx, project, world, run.patterns)
	if err != nil {
		return causal.Derivation{}, err
	}
	run.unheld = !known
	variables := world.Variables(matches...)
	for _, p := range run.patterns {
		for _, name := range p.strata.variables {
			variables = append(append(variables, name), world.told[name]...)
		}
	}
	states, err := s.factors.StatesOf(ctx, project, sorted(variables))
	if err != nil {
		return causal.Derivation{}, err
	}
	factors, keys := make([]causal.Identity, len(states)), make([]string, len(states))
	for i, f := range states {
		factors[i], keys[i] = f.Identity, f.Key()
	}
	applied, err := s.applications(ctx, project, run.patterns)
	if err != nil {
		return causal.Derivation{}, err
	}
	pass := newSurvey(world, factors, run.patterns, applied)
	told, err := s.store.TellEpisodes(ctx, project, keys, pass.add)
	pass.settle()
	return told, err
}

// applications are the patterns that somebody applied, by the episode.
func (s *Service) applications(ctx context.Context, project string, patterns []*surveyed) (map[string][]appliedAs, error) {
	place := make(map[string]int, len(patterns))
	for i, p := range patterns {
		place[p.Key] = i
	}
	out := map[string][]appliedAs{}
	err := s.store.TellApplications(ctx, project, func(e Evidence) error {
		if i, tested := place[e.Pattern]; tested {
			out[e.Episode] = append(out[e.Episode], appliedAs{i, e.Applied.Outcome})
		}
		return nil
	})
	return out, err
}
