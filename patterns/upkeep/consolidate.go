package upkeep

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// Stage is one step of a consolidation.
type Stage string

// The stages, in the order in which they run.
const (
	// StageExtract mines the episodes and adds what is new as candidates.
	StageExtract Stage = "EXTRACT"
	// StageValidate tests all patterns and changes their statuses.
	StageValidate Stage = "VALIDATE"
	// StageRefine looks for what the failures of patterns under review have in common.
	StageRefine Stage = "REFINE"
	// StageMerge looks for near-duplicate patterns.
	StageMerge Stage = "MERGE"
	// StageDeprecate deprecates patterns that were under review for too long.
	StageDeprecate Stage = "DEPRECATE"
)

// Stages returns all stages in order.
func Stages() []Stage {
	return []Stage{StageExtract, StageValidate, StageRefine, StageMerge, StageDeprecate}
}

const (
	// ReviewDays is how long a pattern may be under review before it is deprecated.
	ReviewDays = 90
	// mostSuggestions is the most merges that one report suggests.
	mostSuggestions = 50
)

// ConsolidateRequest selects a project and the options of its consolidation.
type ConsolidateRequest struct {
	Project string
	// DryRun reports what would be done and writes nothing.
	DryRun bool
	// Criteria and Mining configure the stages; zero fields take their defaults.
	Criteria patterns.Criteria
	Mining   MineOptions
}

// Consolidation is the report of one run over the patterns of a project.
type Consolidation struct {
	Project        string
	DryRun         bool
	BeganAt, EndAt time.Time
	// Episodes is the number of episodes behind the factors, Pending the number still missing there.
	Episodes, Pending int
	Extraction        Extraction
	Validation        Summary
	// Refinements are states that separate the successes of patterns under review from their failures.
	Refinements []Refinement
	// Merges are pairs for a person to look at; nothing is written for them.
	Merges []similarity.MergeSuggestion
	// Deprecated lists the patterns that were deprecated.
	Deprecated []StatusChange
}

// Extraction is the result of mining.
type Extraction struct {
	// Query describes the search, Looked is the number of candidates tested, Found the number
	// promoted.
	Query         string
	Looked, Found int
	// Added are new patterns; Known is how many of the rest existed already, deprecated ones included.
	Added []Named
	Known int
	// Reason says why nothing was searched; empty after a search.
	Reason string
}

// Named is a pattern by key and name.
type Named struct{ Pattern, Name string }

// Summary is the result of a validation.
type Summary struct {
	Run string
	// Patterns is the number of patterns examined, Family the number of those tested together.
	Patterns, Family int
	// Results counts the patterns by result.
	Results map[patterns.Result]int
	Changed []StatusChange
	// Mended and Skipped are as in [validation.Report].
	Mended, Skipped int
}

// StatusChange is a change of status and its reason.
type StatusChange struct {
	Named

	Before, After patterns.Status
	Reason        string
}

// Consolidate does what is due for the patterns of a project: it mines the episodes for new candidates,
// validates all patterns, refines those under review, suggests merges and deprecates patterns that did
// not recover. If a run is interrupted, its finished stages stay and the next run does the rest.
// progress, unless nil, is called before every stage and at the end. It returns ErrProjectNotFound.
func (s *Service) Consolidate(ctx context.Context, r ConsolidateRequest, progress func(done, total int)) (Consolidation, error) {
	c := &consolidating{Service: s, request: r}
	c.out = Consolidation{
		Project: r.Project, DryRun: r.DryRun, BeganAt: s.catalog.Instant(),
		Refinements: []Refinement{}, Merges: []similarity.MergeSuggestion{}, Deprecated: []StatusChange{},
	}
	if !r.DryRun {
		if err := s.validation.Settle(ctx, r.Project); err != nil {
			return c.out, fmt.Errorf("consolidate the patterns of %s: %w", r.Project, err)
		}
	}
	stages := map[Stage]func(context.Context) error{
		StageExtract: c.extract, StageValidate: c.validate, StageRefine: c.refine, StageMerge: c.merge, StageDeprecate: c.deprecate,
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	for i, stage := range Stages() {
		progress(i, len(stages))
		if err := stages[stage](ctx); err != nil {
			return c.out, fmt.Errorf("consolidate the patterns of %s: %w", r.Project, err)
		}
	}
	progress(len(stages), len(stages))
	c.out.EndAt = s.catalog.Instant()
	return c.out, nil
}

// consolidating is a consolidation in progress.
type consolidating struct {
	*Service

	request ConsolidateRequest
	// fresh are the patterns that a dry run would have added; run is the validation.
	fresh []patterns.Pattern
	run   *validation.Run
	out   Consolidation
}

// extract mines and adds patterns that do not exist yet, neither by name nor by their test.
func (c *consolidating) extract(ctx context.Context) error {
	mined, err := c.Mine(ctx, c.request.Project, c.request.Mining)
	if err != nil {
		return err
	}
	c.out.Extraction = Extraction{Query: mined.Query, Looked: mined.Looked, Found: mined.Total, Reason: mined.Reason, Added: []Named{}}
	all, err := c.validation.All(ctx, c.request.Project, patterns.Filter{})
	if err != nil {
		return err
	}
	for _, m := range mined.Found {
		key := patterns.KeyOf(m.Name)
		if slices.ContainsFunc(all, func(p patterns.Pattern) bool { return p.Key == key || catalog.SameTest(p.Definition, m.WithDefaults()) }) {
			c.out.Extraction.Known++
			continue
		}
		if err := c.take(ctx, m); err != nil {
			return err
		}
		c.out.Extraction.Added = append(c.out.Extraction.Added, Named{key, m.Name})
	}
	return nil
}

// take adds a mined pattern; a dry run only remembers it.
func (c *consolidating) take(ctx context.Context, m MinedPattern) error {
	if c.request.DryRun {
		c.fresh = append(c.fresh, patterns.Pattern{
			Key: patterns.KeyOf(m.Name), Name: m.Name, Definition: m.WithDefaults(), Version: 1, Origin: patterns.OriginMined, Mined: &m.Mined, Status: patterns.StatusCandidate,
		})
		return nil
	}
	_, err := c.catalog.Add(ctx, patterns.AddRequest{Project: c.request.Project, Name: m.Name, Definition: m.Definition, Origin: patterns.OriginMined, Mined: &m.Mined})
	return err
}

// validate tests all patterns; a dry run includes those it would have added.
func (c *consolidating) validate(ctx context.Context) (err error) {
	if c.run, err = c.validation.Run(ctx, c.request.Project, c.request.Criteria, c.fresh); err != nil {
		return err
	}
	if !c.request.DryRun && validation.Decides(c.run.Criteria) {
		if err := c.validation.KeepRun(ctx, c.request.Project, c.run); err != nil {
			return err
		}
	}
	report := c.run.Finished()
	c.out.Episodes, c.out.Pending = report.Episodes, report.Pending
	sum := Summary{
		Run: report.Run, Patterns: len(report.Results), Family: report.Family,
		Results: map[patterns.Result]int{}, Changed: []StatusChange{}, Mended: report.Mended, Skipped: report.Skipped,
	}
	for i, v := range report.Results {
		sum.Results[v.Validation.Result]++
		if !c.request.DryRun && !c.run.Kept[v.Pattern] {
			continue // changed meanwhile, so its status does not follow from this result
		}
		p := &c.run.Patterns[i].Pattern
		for _, change := range validation.Follow(p, v.Validation) {
			sum.Changed = append(sum.Changed, StatusChange{Named{v.Pattern, v.Name}, change.Before, change.After, change.Reason})
		}
	}
	c.out.Validation = sum
	return nil
}

// merge suggests merges of near-duplicates.
func (c *consolidating) merge(context.Context) error {
	all := make([]patterns.Pattern, len(c.run.Patterns))
	for i, p := range c.run.Patterns {
		all[i] = p.Pattern
	}
	if found, _ := similarity.SuggestMerges(all, mostSuggestions); len(found) > 0 {
		c.out.Merges = found
	}
	return nil
}

// deprecate deprecates patterns that have been under review for [ReviewDays] without recovering.
func (c *consolidating) deprecate(ctx context.Context) error {
	now := c.catalog.Instant()
	reasons := map[string]string{}
	given := []StatusChange{}
	for i, p := range c.run.Patterns {
		if p.Status != patterns.StatusUnderReview || now.Sub(p.StatusAt) < ReviewDays*24*time.Hour {
			continue
		}
		reasons[p.Key] = fmt.Sprintf("under review since %s and not recovered in %d days: %s",
			p.StatusAt.Format(time.DateOnly), ReviewDays, validation.Figures(c.run.Tested[i], p.AntiPattern))
		given = append(given, StatusChange{Named{p.Key, p.Name}, p.Status, patterns.StatusDeprecated, reasons[p.Key]})
	}
	if c.request.DryRun || len(reasons) == 0 {
		c.out.Deprecated = given
		return nil
	}
	return c.store.ChangePatterns(ctx, c.request.Project, false, now, func(tx patterns.Tx) error {
		found, err := tx.Patterns(validation.SortedKeys(reasons))
		if err != nil {
			return err
		}
		c.out.Deprecated = []StatusChange{}
		var put []patterns.Pattern
		var changes []patterns.Change
		for _, key := range validation.SortedKeys(reasons) {
			p, there := found[key]
			if !there || p.Status != patterns.StatusUnderReview || now.Sub(p.StatusAt) < ReviewDays*24*time.Hour {
				continue // changed meanwhile
			}
			change := catalog.Retire(&p, reasons[key], "", now)
			change.Validation = p.Last
			put, changes = append(put, p), append(changes, change)
			c.out.Deprecated = append(c.out.Deprecated, StatusChange{Named{p.Key, p.Name}, change.Before, change.After, change.Reason})
		}
		return catalog.PutChanged(tx, put, changes)
	})
}
