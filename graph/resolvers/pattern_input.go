package resolvers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
)

// patternNames understands what an input names: factors and other patterns.
type patternNames struct {
	mutation
	project string
}

// definition is what the input says of a new pattern.
func (n patternNames) definition(ctx context.Context, in model.PatternInput) (d patterns.Definition, err error) {
	d = patterns.Definition{
		Category: in.Category, AntiPattern: in.AntiPattern, Summary: orEmpty(in.Summary), Description: orEmpty(in.Description),
		Trigger: in.Trigger, Action: in.Action, Rule: in.Rule,
		Applicability: orEmpty(in.Applicability), Content: orEmpty(in.Content), Guidance: orEmpty(in.Guidance),
	}
	if d.Matches, err = n.matches(ctx, in.Matches); err != nil {
		return d, err
	}
	if d.Related, err = n.related(ctx, in.Related); err != nil {
		return d, err
	}
	d.Leads, err = n.leads(ctx, in.Leads)
	return d, err
}

// edit is what the input changes of a pattern.
func (n patternNames) edit(ctx context.Context, in model.PatternChangesInput) (func(*patterns.Definition), error) {
	matches, err := n.matches(ctx, in.Matches)
	if err != nil {
		return nil, err
	}
	related, err := n.related(ctx, in.Related)
	if err != nil {
		return nil, err
	}
	leads, err := n.leads(ctx, in.Leads)
	return func(d *patterns.Definition) {
		change(&d.Category, in.Category)
		change(&d.AntiPattern, in.AntiPattern)
		change(&d.Summary, in.Summary)
		change(&d.Description, in.Description)
		change(&d.Trigger, in.Trigger)
		change(&d.Action, in.Action)
		change(&d.Rule, in.Rule)
		change(&d.Applicability, in.Applicability)
		change(&d.Content, in.Content)
		change(&d.Guidance, in.Guidance)
		replace(&d.Matches, matches)
		replace(&d.Related, related)
		replace(&d.Leads, leads)
	}, err
}

func change[T any](of *T, to *T) {
	if to != nil {
		*of = *to
	}
}

// replace leaves what nothing was said of, which is nil, as it is.
func replace[T any](of *[]T, to []T) {
	if to != nil {
		*of = to
	}
}

// matches keeps nil apart from the empty list.
func (n patternNames) matches(ctx context.Context, in []model.PatternMatchInput) ([]patterns.Match, error) {
	if in == nil {
		return nil, nil
	}
	out := make([]patterns.Match, len(in))
	for i, m := range in {
		var err error
		if out[i].Trigger, err = n.factors(ctx, fmt.Sprintf("matches[%d].trigger", i), m.Trigger); err != nil {
			return nil, err
		}
		if out[i].Then, err = n.factors(ctx, fmt.Sprintf("matches[%d].then", i), m.Then); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// factors understands names of factors at a path of the input.
func (n patternNames) factors(ctx context.Context, path string, names []layer.Name) ([]factor.Identity, error) {
	read := make([]layer.Name, len(names))
	for i, name := range names {
		key, err := model.FactorKey(fmt.Sprintf("%s[%d].key", path, i), n.project, name.Key)
		if err != nil {
			return nil, err
		}
		read[i] = layer.Name{Key: key, Variable: name.Variable, State: name.State}
	}
	found, err := n.causes.Layer.Identify(ctx, n.project, read)
	return found, renamed(err, func(at string) string { return path + at })
}

// related keeps nil apart from the empty list.
func (n patternNames) related(ctx context.Context, in []model.RelatedPatternInput) ([]patterns.Related, error) {
	if in == nil {
		return nil, nil
	}
	out := make([]patterns.Related, len(in))
	for i, r := range in {
		key, err := n.key(ctx, fmt.Sprintf("related[%d].pattern", i), r.Pattern)
		if err != nil {
			return nil, err
		}
		out[i] = patterns.Related{Relationship: r.Relationship, Pattern: key}
	}
	return out, nil
}

// leads keeps nil apart from the empty list.
func (n patternNames) leads(ctx context.Context, in []model.PatternLeadInput) ([]patterns.Leads, error) {
	if in == nil {
		return nil, nil
	}
	out := make([]patterns.Leads, len(in))
	for i, l := range in {
		path := fmt.Sprintf("leads[%d]", i)
		out[i].Relation = l.Relation
		if l.Pattern != nil {
			var err error
			if out[i].Pattern, out[i].Name, err = n.lead(ctx, path+".pattern", *l.Pattern); err != nil {
				return nil, err
			}
		}
		if l.Factor != nil {
			found, err := n.factors(ctx, path+".factor", []layer.Name{*l.Factor})
			if err != nil {
				return nil, renamed(err, func(at string) string { return strings.ReplaceAll(at, "factor[0]", "factor") })
			}
			out[i].Factor = found[0]
		}
	}
	return out, nil
}

// lead returns the key of the pattern that a name names, and the name while there is no such pattern:
// then the lead is pending. Only a global id names one that has to be there.
func (n patternNames) lead(ctx context.Context, path, name string) (key, pending string, err error) {
	key, err = n.key(ctx, path, name)
	if !errors.Is(err, episodic.ErrNotFound) && !errors.Is(err, episodic.ErrProjectNotFound) {
		return key, "", err
	}
	if _, notGlobal := model.ParseGlobalID(name); notGlobal == nil {
		return "", "", err
	}
	return patterns.KeyOf(name), name, nil
}

// key returns the key of the pattern that a name names. It returns ErrNotFound.
func (n patternNames) key(ctx context.Context, path, name string) (string, error) {
	named, err := model.PatternKey(path, n.project, name)
	if err != nil {
		return "", err
	}
	found, err := n.patterns.Catalog.Pattern(ctx, n.project, named)
	return found.Key, err
}

// keys does so for several at an argument.
func (n patternNames) keys(ctx context.Context, argument string, names []string) ([]string, error) {
	out := make([]string, len(names))
	for i, name := range names {
		var err error
		if out[i], err = n.key(ctx, fmt.Sprintf("%s[%d]", argument, i), name); err != nil {
			return nil, err
		}
	}
	return out, nil
}
