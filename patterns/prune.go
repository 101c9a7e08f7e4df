package patterns

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The defaults of pruning.
const (
	// PruneConfidence is the confidence below which a tested pattern is of little value.
	PruneConfidence = .5
	// PruneDays is for how long a pattern has no trial and no application that nobody uses.
	PruneDays = 180
)

// PruneReason says why a pattern is of little value (seed 002 §3.7).
type PruneReason string

// The reasons.
const (
	// PruneLowConfidence means that it has enough trials, and its confidence is below the least.
	PruneLowConfidence PruneReason = "LOW_CONFIDENCE"
	// PruneLowUsage means that nobody did what it says, or met with it, for a long time.
	PruneLowUsage PruneReason = "LOW_USAGE"
	// PruneContradicted means that the evidence speaks against it.
	PruneContradicted PruneReason = "CONTRADICTED"
)

// PruneAction is what becomes of a pattern.
type PruneAction string

// The actions.
const (
	// PruneReview puts a validated pattern under review.
	PruneReview PruneAction = "REVIEW"
	// PruneDeprecate deprecates; the pattern keeps its evidence and its history.
	PruneDeprecate PruneAction = "DEPRECATE"
	// PruneRemove removes a candidate that was mined, never changed, never applied, and is named
	// by no other pattern: mining finds it again when the episodes bear it out.
	PruneRemove PruneAction = "REMOVE"
)

// PruneRequest says what is pruned; what is zero has its default.
type PruneRequest struct {
	Project string
	// DryRun only says what would be done.
	DryRun        bool
	MinConfidence float64
	IdleDays      int
	Criteria      Criteria
}

// PruneReport is what pruning did, or would do.
type PruneReport struct {
	DryRun bool
	At     time.Time
	// Patterns is how many were looked at.
	Patterns int
	// Items are by key.
	Items []PruneItem
}

// PruneItem is one pattern of little value.
type PruneItem struct {
	Named

	Status  Status
	Action  PruneAction
	Reasons []PruneReason
	// Why names the reasons with their figures.
	Why string
}

// Prune looks for patterns of low confidence, of low usage and of contradictory evidence, by
// fresh figures, and marks them for review, deprecates or removes them. It returns
// ErrProjectNotFound and an [episodic.InvalidError] for limits out of range.
func (s *Service) Prune(ctx context.Context, r PruneRequest) (PruneReport, error) {
	r, err := r.withDefaults()
	if err != nil {
		return PruneReport{}, err
	}
	if !r.DryRun {
		err = s.settle(ctx, r.Project)
	}
	var run *validationRun
	if err == nil {
		run, err = s.examine(ctx, r.Project, r.Criteria, nil)
	}
	if err != nil {
		return PruneReport{}, fmt.Errorf("prune the patterns of %s: %w", r.Project, err)
	}
	out := PruneReport{DryRun: r.DryRun, At: run.At, Patterns: len(run.patterns), Items: []PruneItem{}}
	named := run.named()
	for i, p := range run.patterns {
		if item, poor := r.judge(p, run.tested[i], run.At, named[p.Key]); poor {
			out.Items = append(out.Items, item)
		}
	}
	if !r.DryRun && len(out.Items) > 0 {
		err = run.whole()
	}
	if err == nil && !r.DryRun && len(out.Items) > 0 {
		err = s.store.ChangePatterns(ctx, r.Project, false, run.At, func(tx Tx) error { return out.apply(tx, run) })
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
	var c checking
	if !(r.MinConfidence >= 0 && r.MinConfidence <= 1) {
		c.invalid("minConfidence", "%v is no confidence; it is from 0 to 1", r.MinConfidence)
	}
	if r.IdleDays < 1 {
		c.invalid("idleDays", "%d days are too few; use at least 1", r.IdleDays)
	}
	r.Criteria.Rule = "" // each by its own
	return r, refused(c.found)
}

// named are the patterns that others name.
func (r *validationRun) named() map[string]bool {
	out := map[string]bool{}
	for _, p := range r.patterns {
		for _, to := range p.Related {
			out[to.Pattern] = true
		}
		for _, to := range p.Leads {
			out[to.Pattern] = true
		}
		for _, name := range p.Guidance.Alternatives {
			out[KeyOf(name)] = true
		}
	}
	return out
}

// judge says whether a pattern is of little value, why, and what becomes of it.
func (r PruneRequest) judge(p *surveyed, v Validation, at time.Time, named bool) (PruneItem, bool) {
	why := map[PruneReason]string{}
	if v.Result == ResultRefuted {
		why[PruneContradicted] = "the evidence speaks against it: " + v.figures(p.AntiPattern)
	}
	if v.Result == ResultUnproven && v.Confidence != nil && *v.Confidence < r.MinConfidence {
		why[PruneLowConfidence] = fmt.Sprintf("its confidence is %.2f, below %.2f, by %d trials", *v.Confidence, r.MinConfidence, v.Figures.Window.Trials)
	}
	if used := p.used(); at.Sub(used) >= time.Duration(r.IdleDays)*24*time.Hour {
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
	case p.Status == StatusValidated:
		item.Action = PruneReview
	case p.Status == StatusCandidate && p.Origin == OriginMined && p.Version == 1 && p.Counts.Applications == 0 && p.LastUsed.IsZero() && !named:
		item.Action = PruneRemove
	}
	return item, true
}

// used is when the pattern was met with last, or when it was written down.
func (p *surveyed) used() time.Time {
	out := p.CreatedAt
	for _, t := range []time.Time{p.latest, p.LastUsed, p.StatusAt} {
		if t.After(out) {
			out = t
		}
	}
	return out
}

// apply does what the report says with those patterns that are still what they were.
func (r *PruneReport) apply(tx Tx, run *validationRun) error {
	tested := map[string]int{}
	for i, p := range run.patterns {
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
	var put []Pattern
	var changes []Change
	var removed []string
	for _, item := range r.Items {
		p, there := now[item.Pattern]
		at := tested[item.Pattern]
		if !there || !sameTerms(p, run.patterns[at].Pattern) || !p.LastUsed.Equal(run.patterns[at].LastUsed) {
			return fmt.Errorf("pattern %q was changed meanwhile: %w", item.Name, episodic.ErrConflict)
		}
		switch item.Action {
		case PruneRemove:
			removed = append(removed, p.Key)
			continue
		case PruneReview:
			changes = append(changes, p.review("pruned: "+item.Why, r.At))
		case PruneDeprecate:
			changes = append(changes, p.retire("pruned: "+item.Why, "", r.At))
		}
		changes[len(changes)-1].Validation = &run.tested[at]
		put = append(put, p)
	}
	if err := putChanged(tx, put, changes); err != nil || len(removed) == 0 {
		return err
	}
	return tx.RemovePatterns(removed)
}

// review puts the pattern under review and returns the change.
func (p *Pattern) review(reason string, now time.Time) Change {
	change := Change{
		Pattern: p.Key, Kind: ChangeStatus, At: now, Version: p.Version, Before: p.Status, After: StatusUnderReview, Reason: reason,
	}
	p.Status, p.StatusAt, p.UpdatedAt, p.Reason = StatusUnderReview, now, now, reason
	return change
}
