package resolvers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/level"
	"github.com/causeway-memory/causeway/graph/model"
)

// factorLinksAt names the first links at one factor in one direction.
type factorLinksAt struct {
	inProject
	direction search.Direction
	shown     link.ShowRule
	first     int
}

// factorBatches load what many factors and links of one answer need.
type factorBatches struct {
	factors     *loader[inProject, factor.Factor]
	factorLinks *loader[inProject, link.FactorLink]
	factorOf    *loader[inProject, factor.Identity]
	variables   *loader[inProject, factor.Variable]
	linksAt     *loader[factorLinksAt, []link.FactorLink]
	rules       *loader[string, contribution.Rules]
}

func (r *Root) newFactorBatches(e *level.Execution) factorBatches {
	return factorBatches{
		factors:     newLoader(e, perProject(keyed(r.causes.Layer.FetchFactors, factor.Factor.Key))),
		factorLinks: newLoader(e, perProject(keyed(r.causes.Layer.FetchFactorLinks, factorLinkKey))),
		factorOf:    newLoader(e, perProject(r.causes.Layer.FactorsOf)),
		variables:   newLoader(e, perProject(r.causes.Layer.Variables)),
		linksAt:     newLoader(e, r.readFactorLinksAt),
		rules:       newLoader(e, r.readRules),
	}
}

func factorLinkKey(l link.FactorLink) string { return l.Key }

func (r *Root) readFactorLinksAt(ctx context.Context, wanted []factorLinksAt) (map[factorLinksAt][]link.FactorLink, error) {
	out := make(map[factorLinksAt][]link.FactorLink, len(wanted))
	for group, members := range grouped(wanted, func(w factorLinksAt) factorLinksAt { w.key = ""; return w }) {
		keys := make([]string, len(members))
		for i, w := range members {
			keys[i] = w.key
		}
		found, err := r.causes.Layer.FactorLinksAt(ctx, group.project, keys, group.direction, group.shown, group.first)
		if err != nil {
			return nil, err
		}
		for key, links := range found {
			group.key = key
			out[group] = links
		}
	}
	return out, nil
}

// readRules reads the rules of each project; an answer is about one, as a rule.
func (r *Root) readRules(ctx context.Context, projects []string) (map[string]contribution.Rules, error) {
	out := make(map[string]contribution.Rules, len(projects))
	for _, p := range projects {
		rules, err := r.causes.Layer.Rules(ctx, p)
		if err != nil {
			return nil, err
		}
		out[p] = rules
	}
	return out, nil
}

func loadRules(ctx context.Context, project string) (contribution.Rules, error) {
	rules, _, err := batchesOf(ctx).rules.load(ctx, project)
	return rules, err
}

// loadShown returns the requested show rule, else the one of the project.
func loadShown(ctx context.Context, project string, asked *link.ShowRule) (link.ShowRule, error) {
	if asked != nil {
		return *asked, nil
	}
	rules, err := loadRules(ctx, project)
	return model.Rules{Rules: rules}.Visibility(), err
}

// loadFactor returns nil when the factor is absent.
func loadFactor(ctx context.Context, project, key string) (*model.Factor, error) {
	found, ok, err := batchesOf(ctx).factors.load(ctx, inProject{project, key})
	if err != nil || !ok {
		return nil, err
	}
	return &model.Factor{Factor: found, Project: project}, nil
}

// ofItsName reports whether its name and its project are enough for a field of a factor.
func ofItsName(f graphql.CollectedField) bool {
	return slices.Contains([]string{"__typename", "id", "key", "project", "label", "variable", "state", "occurrences", "causes", "effects"}, f.Name)
}

// needFactor returns the factor of a name. Its counts are read only where the query asks for
// some: then it returns ErrNotFound when the factor is absent, because it changed between two
// reads of one query.
func needFactor(ctx context.Context, project string, name factor.Identity) (model.Factor, error) {
	counted := func(f graphql.CollectedField) bool { return !ofItsName(f) }
	if !slices.ContainsFunc(graphql.CollectFieldsCtx(ctx, nil), counted) {
		return model.Factor{Factor: factor.Factor{Identity: name}, Project: project}, nil
	}
	return presentFactor(ctx, project, name.Key())
}

func presentFactor(ctx context.Context, project, key string) (model.Factor, error) {
	found, err := loadFactor(ctx, project, key)
	if err == nil && found == nil {
		err = fmt.Errorf("factor %q: %w", key, episodic.ErrNotFound)
	}
	return orEmpty(found), err
}

// loadFactorLink returns nil when the link is absent.
func loadFactorLink(ctx context.Context, project, key string) (*model.FactorLink, error) {
	found, ok, err := batchesOf(ctx).factorLinks.load(ctx, inProject{project, key})
	if err != nil || !ok {
		return nil, err
	}
	return &model.FactorLink{FactorLink: found, Project: project}, nil
}

func loadFactorLinksAt(ctx context.Context, f *model.Factor, d search.Direction, first int, asked *link.ShowRule) ([]model.FactorLink, error) {
	if err := model.CheckFirst(first, layer.MostLinksAt); err != nil {
		return nil, err
	}
	shown, err := loadShown(ctx, f.Project, asked)
	if err != nil {
		return nil, err
	}
	at := factorLinksAt{inProject{f.Project, f.Key()}, d, shown, first}
	found, _, err := batchesOf(ctx).linksAt.load(ctx, at)
	return model.NewFactorLinks(f.Project, found, time.Time{}), err
}
