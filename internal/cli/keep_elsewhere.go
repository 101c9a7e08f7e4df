package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/causeway-memory/causeway/patterns/statistics"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// rebuild derives the factors of a project of the service again.
func (c *client) rebuild(ctx context.Context, project string) (app.Rebuilt, error) {
	type derivation struct {
		Episodes, Pending int
		Fingerprint       string
	}
	var before struct {
		Project struct{ Derivation derivation }
	}
	if err := c.ask(ctx, derivationQuery, map[string]any{"project": project}, &before); err != nil {
		return app.Rebuilt{}, err
	}
	var after struct {
		RebuildFactors struct{ Derivation derivation }
	}
	if err := c.ask(ctx, rebuildQuery, map[string]any{"project": project}, &after); err != nil {
		return app.Rebuilt{}, err
	}
	was, is := before.Project.Derivation, after.RebuildFactors.Derivation
	return app.Rebuilt{Before: was.Fingerprint, After: is.Fingerprint, Due: was.Pending, Episodes: is.Episodes}, nil
}

// prune sets the rule of a project of the service, or only asks what it would hide.
func (c *client) prune(ctx context.Context, project string, rule link.ShowRule, dry bool) (curate.Pruning, error) {
	var got struct {
		SetRules struct {
			Pruning struct {
				Before                    string
				Links, Hidden, ShowsAgain int
				Hides                     []curate.HideTotal
				Examples                  []struct {
					Key, Relation  string
					Source, Target factor.Identity
				}
			}
		}
	}
	variables := map[string]any{"project": project, "rule": strings.ToUpper(string(rule)), "dryRun": dry}
	if err := c.ask(ctx, setShowRuleQuery, variables, &got); err != nil {
		return curate.Pruning{}, err
	}
	p := got.SetRules.Pruning
	out := curate.Pruning{
		Rule: rule, Before: link.ShowRule(strings.ToLower(p.Before)), Links: p.Links, Hidden: p.Hidden, More: p.Hides, Back: p.ShowsAgain,
	}
	for _, e := range p.Examples {
		out.Examples = append(out.Examples, link.FactorLink{
			Key: e.Key, Relation: episodic.Relation(strings.ToLower(e.Relation)), Source: e.Source, Target: e.Target,
		})
	}
	return out, nil
}

// consolidate consolidates the patterns of a project of the service, or of every one. Projects that
// are being consolidated are skipped and named in the error.
func (c *client) consolidate(ctx context.Context, project string, dry bool, progress func(project string) func(done, total int)) ([]upkeep.Consolidation, error) {
	names := []string{project}
	if project == "" {
		var err error
		if names, err = projectNames(ctx, c); err != nil {
			return nil, err
		}
	}
	var reports []upkeep.Consolidation
	var left []error
	for _, name := range names {
		job, err := c.runJob(ctx, consolidateQuery, map[string]any{"project": name, "dryRun": dry}, progress(name))
		var refused *serviceError
		switch {
		case errors.As(err, &refused) && refused.absent("CONFLICT", "PROJECT_NOT_FOUND"):
			left = append(left, err)
		case err != nil:
			return reports, errors.Join(append(left, err)...)
		case job.Consolidation != nil:
			reports = append(reports, job.Consolidation.report(name))
		}
	}
	return reports, errors.Join(left...)
}

// consolidationAnswer is the report of a consolidation as the API tells it.
type consolidationAnswer struct {
	DryRun                             bool
	BeganAt, EndAt                     time.Time
	Episodes, Pending, Examined, Found int
	Query, Run                         string
	Added                              []namedAnswer
	Known                              int
	Reason                             *string
	Patterns, Family, Mended, Skipped  int
	Results                            []struct {
		Result patterns.Result
		Count  int
	}
	Changed, Deprecated []statusAnswer
	Refinements         []struct {
		Pattern                   namedAnswer
		State                     factor.Identity
		WithTrials, WithSuccesses int
		WithoutTrials             int
		WithoutSuccesses          int
		P, Adjusted               float64
		Looked                    int
		Applied                   bool
	}
	Merges []struct {
		Patterns []namedAnswer
		Score    float64
	}
}

type namedAnswer struct{ Key, Name string }

func (n namedAnswer) named() upkeep.Named { return upkeep.Named{Pattern: n.Key, Name: n.Name} }

type statusAnswer struct {
	Pattern       namedAnswer
	Before, After patterns.Status
	Reason        string
}

// report is what the command prints.
func (a *consolidationAnswer) report(project string) upkeep.Consolidation {
	out := upkeep.Consolidation{
		Project: project, DryRun: a.DryRun, BeganAt: a.BeganAt, EndAt: a.EndAt, Episodes: a.Episodes, Pending: a.Pending,
		Extraction: upkeep.Extraction{Query: a.Query, Looked: a.Examined, Found: a.Found, Known: a.Known},
		Validation: upkeep.Summary{
			Run: a.Run, Patterns: a.Patterns, Family: a.Family, Results: map[patterns.Result]int{},
			Changed: changesOf(a.Changed), Mended: a.Mended, Skipped: a.Skipped,
		},
		Deprecated: changesOf(a.Deprecated),
	}
	if a.Reason != nil {
		out.Extraction.Reason = *a.Reason
	}
	for _, n := range a.Added {
		out.Extraction.Added = append(out.Extraction.Added, n.named())
	}
	for _, r := range a.Results {
		out.Validation.Results[r.Result] = r.Count
	}
	for _, r := range a.Refinements {
		out.Refinements = append(out.Refinements, upkeep.Refinement{
			Named: r.Pattern.named(), State: r.State, P: r.P, Adjusted: r.Adjusted, Looked: r.Looked, Applied: r.Applied,
			With:    statistics.Share{K: r.WithSuccesses, N: r.WithTrials},
			Without: statistics.Share{K: r.WithoutSuccesses, N: r.WithoutTrials},
		})
	}
	for _, m := range a.Merges {
		if len(m.Patterns) != 2 {
			continue
		}
		one, other := m.Patterns[0], m.Patterns[1]
		out.Merges = append(out.Merges, similarity.MergeSuggestion{
			Keys: [2]string{one.Key, other.Key}, Names: [2]string{one.Name, other.Name}, Score: m.Score,
		})
	}
	return out
}

func changesOf(all []statusAnswer) []upkeep.StatusChange {
	var out []upkeep.StatusChange
	for _, c := range all {
		out = append(out, upkeep.StatusChange{Named: c.Pattern.named(), Before: c.Before, After: c.After, Reason: c.Reason})
	}
	return out
}
