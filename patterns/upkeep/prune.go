package upkeep

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// The defaults of pruning.
const (
	// PruneConfidence is the confidence below which a tested pattern has little value.
	PruneConfidence = .5
	// PruneDays is how long a pattern may go without a trial or an application.
	PruneDays = 180
)

// PruneReason says why a pattern has little value.
type PruneReason string

// The reasons.
const (
	// PruneLowConfidence means that it has enough trials and its confidence is below the minimum.
	PruneLowConfidence PruneReason = "LOW_CONFIDENCE"
	// PruneLowUsage means that it had no trial and no application for a long time.
	PruneLowUsage PruneReason = "LOW_USAGE"
	// PruneContradicted means that the evidence speaks against it.
	PruneContradicted PruneReason = "CONTRADICTED"
)

// PruneAction says what happens to a pattern.
type PruneAction string

// The actions.
const (
	// PruneReview puts a validated pattern under review.
	PruneReview PruneAction = "REVIEW"
	// PruneDeprecate deprecates; the pattern keeps its evidence and its history.
	PruneDeprecate PruneAction = "DEPRECATE"
	// PruneRemove removes a candidate that was mined, never changed, never applied, and is not named
	// by another pattern. Mining finds it again if the episodes bear it out.
	PruneRemove PruneAction = "REMOVE"
)

// PruneRequest selects what is pruned; zero fields take their defaults.
type PruneRequest struct {
	Project string
	// DryRun only reports what would be done.
	DryRun        bool
	MinConfidence float64
	IdleDays      int
	Criteria      patterns.Criteria
}

// PruneReport is what pruning did, or would do.
type PruneReport struct {
	DryRun bool
	At     time.Time
	// Patterns is the number of patterns examined.
	Patterns int
	// Items are sorted by key.
	Items []PruneItem
}

// PruneItem is one pattern of little value.
type PruneItem struct {
	Named

	Status  patterns.Status
	Action  PruneAction
	Reasons []PruneReason
	// Why gives the reasons with their figures.
	Why string
}

// Prune computes fresh figures, looks for patterns with low confidence, low usage or contradicting
// evidence, and puts them under review, deprecates or removes them. It returns ErrProjectNotFound and a
// [problem.InvalidError] for limits out of range.
func (s *Service) Prune(ctx context.Context, r PruneRequest) (PruneReport, error) {
	r, err := r.withDefaults()
	if err != nil {
		return PruneReport{}, err
	}
	if !r.DryRun {
		err = s.validation.Settle(ctx, r.Project)
	}
	var run *validation.Run
	if err == nil {
		run, err = s.validation.Run(ctx, r.Project, r.Criteria, nil)
	}
	if err != nil {
		return PruneReport{}, fmt.Errorf("prune the patterns of %s: %w", r.Project, err)
	}
	out := PruneReport{DryRun: r.DryRun, At: run.At, Patterns: len(run.Patterns), Items: []PruneItem{}}
	named := run.Named()
	for i, p := range run.Patterns {
		if item, poor := r.judge(p, run.Tested[i], run.At, named[p.Key]); poor {
			out.Items = append(out.Items, item)
		}
	}
	if !r.DryRun && len(out.Items) > 0 {
		err = run.Whole()
	}
	if err == nil && !r.DryRun && len(out.Items) > 0 {
		err = s.store.ChangePatterns(ctx, r.Project, false, run.At, func(tx patterns.Tx) error { return out.apply(tx, run) })
	}
	if err != nil {
		return PruneReport{}, fmt.Errorf("prune the patterns of %s: %w", r.Project, err)
	}
	return out, nil
}

func (r PruneRequest) withDefaults() (PruneRequest, error) {
	if r.MinConfidence == 0 {
		r.MinConfidence = PruneConfidence
	}
	if r.IdleDays == 0 {
		r.IdleDays = PruneDays
	}
	var c problem.Checker
	if !(r.MinConfidence >= 0 && r.MinConfidence <= 1) {
		c.Invalid("minConfidence", "%v is not a confidence; use 0 to 1", r.MinConfidence)
	}
	if r.IdleDays < 1 {
		c.Invalid("idleDays", "%d days are too few; use at least 1", r.IdleDays)
	}
	r.Criteria.Rule = "" // each pattern by its own rule
	return r, c.Err()
}

// judge reports whether a pattern has little value, with the reasons and the action.
func (r PruneRequest) judge(p *validation.Tallied, v patterns.Validation, at time.Time, named bool) (PruneItem, bool) {
	why := map[PruneReason]string{}
	if v.Result == patterns.ResultRefuted {
		why[PruneContradicted] = "the evidence speaks against it: " + validation.Figures(v, p.AntiPattern)
	}
	if v.Result == patterns.ResultUnproven && v.Confidence != nil && *v.Confidence < r.MinConfidence {
		why[PruneLowConfidence] = fmt.Sprintf("its confidence is %.2f, below %.2f, by %d trials", *v.Confidence, r.MinConfidence, v.Figures.Window.Trials)
	}
	if used := p.Used(); at.Sub(used) >= time.Duration(r.IdleDays)*24*time.Hour {
		why[PruneLowUsage] = fmt.Sprintf("no trial and no application since %s", used.Format(time.DateOnly))
	}
	if len(why) == 0 {
		return PruneItem{}, false
	}
	item := PruneItem{Named: Named{p.Key, p.Name}, Status: p.Status, Action: PruneDeprecate}
	item.Reasons = slices.Sorted(maps.Keys(why))
	texts := make([]string, len(item.Reasons))
	for i, reason := range item.Reasons {
		texts[i] = why[reason]
	}
	item.Why = strings.Join(texts, "; ")
	switch {
	case p.Status == patterns.StatusValidated:
		item.Action = PruneReview
	case p.Status == patterns.StatusCandidate && p.Origin == patterns.OriginMined && p.Version == 1 && p.Counts.Applications == 0 && p.LastUsed.IsZero() && !named:
		item.Action = PruneRemove
	}
	return item, true
}

// apply carries out the report; it fails with a conflict if a pattern changed meanwhile.
func (r *PruneReport) apply(tx patterns.Tx, run *validation.Run) error {
	tested := map[string]int{}
	for i, p := range run.Patterns {
		tested[p.Key] = i
	}
	keys := make([]string, len(r.Items))
	for i, item := range r.Items {
		keys[i] = item.Pattern
	}
	now, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	var put []patterns.Pattern
	var changes []patterns.Change
	var removed []string
	for _, item := range r.Items {
		p, there := now[item.Pattern]
		at := tested[item.Pattern]
		if !there || !patterns.SameTerms(p, run.Patterns[at].Pattern) || !p.LastUsed.Equal(run.Patterns[at].LastUsed) {
			return fmt.Errorf("pattern %q was changed meanwhile: %w", item.Name, episodic.ErrConflict)
		}
		switch item.Action {
		case PruneRemove:
			removed = append(removed, p.Key)
			continue
		case PruneReview:
			changes = append(changes, review(&p, "pruned: "+item.Why, r.At))
		case PruneDeprecate:
			changes = append(changes, catalog.Retire(&p, "pruned: "+item.Why, "", r.At))
		}
		changes[len(changes)-1].Validation = &run.Tested[at]
		put = append(put, p)
	}
	if err := catalog.PutChanged(tx, put, changes); err != nil || len(removed) == 0 {
		return err
	}
	return tx.RemovePatterns(removed)
}

// review puts the pattern under review and returns the change.
func review(p *patterns.Pattern, reason string, now time.Time) patterns.Change {
	change := patterns.Change{
		Pattern: p.Key, Kind: patterns.ChangeStatus, At: now, Version: p.Version, Before: p.Status, After: patterns.StatusUnderReview, Reason: reason,
	}
	p.Status, p.StatusAt, p.UpdatedAt, p.Reason = patterns.StatusUnderReview, now, now, reason
	return change
}
