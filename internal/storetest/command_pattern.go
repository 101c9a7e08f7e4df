package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// AddPattern adds a pattern or extends an existing one.
type AddPattern struct {
	Project  int
	Name     string
	Matches  []patterns.Match
	Rule     patterns.SuccessRule
	Types    []string
	Anti     bool
	Rate     *float64
	Episodes []string
}

func (c AddPattern) run(ctx context.Context, w *world) (any, error) {
	r := patterns.AddRequest{Project: w.project(c.Project), Name: c.Name, Episodes: c.Episodes, Definition: patterns.Definition{
		Category: patterns.CategoryStrategy, AntiPattern: c.Anti, Summary: "About " + c.Name, Trigger: "before " + c.Name, Action: "Do " + c.Name,
		Matches: c.Matches, Rule: c.Rule, Applicability: condition.Applicability{ProblemTypes: c.Types},
	}}
	if c.Rate != nil {
		r.Claim = &patterns.Claim{Rate: c.Rate, Source: "a note"}
	}
	return w.kept.Catalog.Add(ctx, r)
}

// UpdatePattern changes the test of a pattern.
type UpdatePattern struct {
	Project int
	Name    string
	Matches []patterns.Match
	Rule    patterns.SuccessRule
	Refined bool
}

func (c UpdatePattern) run(ctx context.Context, w *world) (any, error) {
	return w.kept.Catalog.Update(ctx, patterns.UpdateRequest{
		Project: w.project(c.Project), Key: patterns.KeyOf(c.Name), Reason: "because", Refined: c.Refined,
		Edit: func(d *patterns.Definition) { d.Matches, d.Rule = c.Matches, c.Rule },
	})
}

// ApplyPattern records that a pattern was applied in an episode.
type ApplyPattern struct {
	Project       int
	Name, Episode string
	Outcome       episodic.Outcome
	Saved         *float64
}

func (c ApplyPattern) run(ctx context.Context, w *world) (any, error) {
	return w.kept.Catalog.Apply(ctx, patterns.ApplicationRequest{
		Project: w.project(c.Project), Key: patterns.KeyOf(c.Name), Episode: c.Episode,
		Application: patterns.Application{Outcome: c.Outcome, TimeSaved: c.Saved},
	})
}

// DeprecatePattern ends the use of a pattern.
type DeprecatePattern struct {
	Project         int
	Name, Successor string
}

func (c DeprecatePattern) run(ctx context.Context, w *world) (any, error) {
	r := patterns.DeprecateRequest{Project: w.project(c.Project), Key: patterns.KeyOf(c.Name), Reason: "it is old"}
	if c.Successor != "" {
		r.Successor = patterns.KeyOf(c.Successor)
	}
	return nil, w.kept.Catalog.Deprecate(ctx, r)
}

// MergePatterns merges several patterns into one.
type MergePatterns struct {
	Project int
	Names   []string
	Name    string
}

func (c MergePatterns) run(ctx context.Context, w *world) (any, error) {
	keys := make([]string, len(c.Names))
	for i, name := range c.Names {
		keys[i] = patterns.KeyOf(name)
	}
	return w.kept.Catalog.Merge(ctx, patterns.MergeRequest{Project: w.project(c.Project), Keys: keys, Name: c.Name, Reason: "they say the same"})
}

// RemovePattern removes a pattern completely.
type RemovePattern struct {
	Project int
	Name    string
}

func (c RemovePattern) run(ctx context.Context, w *world) (any, error) {
	return nil, w.patterns.ChangePatterns(ctx, w.project(c.Project), false, w.now, func(tx patterns.Tx) error {
		return tx.RemovePatterns([]string{patterns.KeyOf(c.Name)})
	})
}

// ValidatePatterns tests all patterns of a project.
type ValidatePatterns struct {
	Project, Days int
}

func (c ValidatePatterns) run(ctx context.Context, w *world) (any, error) {
	report, err := w.kept.Validation.Validate(ctx, w.project(c.Project), nil, patterns.Criteria{Days: c.Days, MinTrials: 1})
	if err == nil && report.Mended > 0 {
		return nil, fmt.Errorf(contradiction+"a validation mends %d rows", report.Mended)
	}
	return report, err
}

// Patterns reads all pages of a list of patterns, and its count.
type Patterns struct {
	Project int
	Order   patterns.Order
	Filter  patterns.Filter
	Size    int
}

func (c Patterns) run(ctx context.Context, w *world) (any, error) {
	q := patterns.Query{Project: w.project(c.Project), Order: c.Order, Filter: c.Filter}
	found, err := pages(c.Size, func(p episodic.Page) ([]patterns.Pattern, error) {
		q.Page = p
		return w.patterns.ListPatterns(ctx, q)
	}, q.Order.Cursor)
	if err != nil {
		return nil, err
	}
	n, err := w.patterns.CountPatterns(ctx, q)
	return map[string]any{"patterns": found, "count": n}, err
}

// Trials reads the evidence and the histories of patterns, and recounts them, which must change
// nothing.
type Trials struct {
	Project int
	Names   []string
	Size    int
}

func (c Trials) run(ctx context.Context, w *world) (any, error) {
	project, out := w.project(c.Project), map[string]any{}
	for _, name := range c.Names {
		q := patterns.EvidenceQuery{Project: project, Pattern: patterns.KeyOf(name)}
		evidence, err := pages(c.Size, func(p episodic.Page) ([]patterns.Evidence, error) {
			q.Page = p
			return w.patterns.ListPatternEvidence(ctx, q)
		}, func(e patterns.Evidence) string { return e.Episode })
		if err != nil {
			return nil, err
		}
		changes, err := pages(c.Size, func(p episodic.Page) ([]patterns.Change, error) {
			return w.patterns.ListChanges(ctx, project, q.Pattern, p)
		}, func(one patterns.Change) string { return fmt.Sprint(one.Number) })
		if err != nil {
			return nil, err
		}
		out[name] = map[string]any{"evidence": evidence, "changes": changes}
	}
	mended := 0
	err := w.patterns.ChangePatterns(ctx, project, false, time.Time{}, func(tx patterns.Tx) (err error) {
		mended, err = evidence.Recount(tx, nil)
		return err
	})
	if err == nil && mended > 0 {
		return nil, fmt.Errorf(contradiction+"a recount mends %d rows", mended)
	}
	return out, err
}

// WatchingPatterns reads which patterns watch factors, and the states that they are matched with.
type WatchingPatterns struct {
	Project int
	Factors []factor.Identity
	Types   []string
	Limit   int
}

func (c WatchingPatterns) run(ctx context.Context, w *world) (any, error) {
	project, keys, out := w.project(c.Project), keysOf(c.Factors), map[string]any{}
	var entries, names []string
	for _, kind := range c.Types {
		entries = append(entries, patterns.Pattern{Definition: patterns.Definition{Applicability: condition.Applicability{ProblemTypes: []string{kind}}}}.Entries()...)
	}
	found, more, err := w.patterns.Indexed(ctx, project, entries, patterns.Statuses(), c.Limit)
	if err != nil {
		return nil, err
	}
	out["indexed"], out["more"] = found, more
	var applied []patterns.Evidence
	if err := w.patterns.ScanApplications(ctx, project, func(e patterns.Evidence) error {
		applied = append(applied, e)
		return nil
	}); err != nil {
		return nil, err
	}
	out["applied"] = byRow(applied)
	observed := map[string]patterns.EpisodeStates{}
	_, err = w.patterns.ScanEpisodes(ctx, project, keys, func(e patterns.EpisodeStates) error {
		e.States = slices.Clone(e.States)
		slices.SortFunc(e.States, func(a, b layer.ObservedState) int { return a.Factor - b.Factor })
		observed[e.Episode] = e
		return nil
	})
	if err != nil {
		return nil, err
	}
	out["observed"] = observed
	for _, f := range c.Factors {
		names = append(names, f.Variable)
	}
	err = w.patterns.ChangePatterns(ctx, project, false, time.Time{}, func(tx patterns.Tx) error {
		watching, err := tx.Watching(keys)
		if err != nil {
			return err
		}
		for key, p := range watching { // the other fields need not be set
			out["watching "+key] = []any{p.Key, p.Matches, p.Rule, p.CountedFrom, p.Counts, p.LastUsed}
		}
		if out["holding"], err = tx.Observed(keys, nil, names); err != nil {
			return err
		}
		out["named"], err = tx.Observed(nil, append(ids(), "unknown"), names)
		return err
	})
	return out, err
}

// patternNames are the names of patterns in random sequences: two of them are equivalent.
func patternNames() []string { return []string{"calm", "Fast lane", "fast-LANE", "ärger", "spare"} }

// patternNamesOnce returns them without the equivalent one.
func patternNamesOnce() []string {
	return slices.DeleteFunc(patternNames(), func(name string) bool { return strings.Contains(name, "LANE") })
}
