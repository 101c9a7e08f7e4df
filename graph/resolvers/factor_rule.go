package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (r project) Rules(ctx context.Context, p *model.Project) (model.Rules, error) {
	rules, err := r.causes.Layer.Rules(ctx, p.Name)
	return model.Rules{Rules: rules, Project: p.Name}, err
}

func (m mutation) MergeFactors(
	ctx context.Context, project string, from []string, into string, note, key *string,
) (*model.MergeFactorsPayload, error) {
	wanted, err := mergeRequest(project, from, into, note)
	if err != nil {
		return nil, err
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "mergeFactors", Arguments: wanted}
	merged, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, again bool) (string, error) {
		ctx = m.audit.Note(ctx, project, audit.MergeFactors, wanted.Into, len(wanted.From))
		if again {
			return wanted.Into, m.causes.Derive.RetryMerge(ctx, wanted)
		}
		return wanted.Into, m.causes.Derive.Merge(ctx, wanted)
	})
	if err != nil {
		return nil, err
	}
	return m.merged(ctx, project, merged)
}

func mergeRequest(project string, from []string, into string, note *string) (derive.MergeRequest, error) {
	r := derive.MergeRequest{Project: project, Note: orEmpty(note)}
	var err error
	if r.Into, err = model.FactorKey("into", project, into); err != nil {
		return r, err
	}
	r.From, err = factorKeys("from", project, from)
	return r, err
}

// factorKeys reads the names of factors at an argument.
func factorKeys(argument, project string, names []string) ([]string, error) {
	keys := make([]string, len(names))
	for i, name := range names {
		var err error
		if keys[i], err = model.FactorKey(fmt.Sprintf("%s[%d]", argument, i), project, name); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// merged shows a factor that others were merged into, as it is now: it may have been merged
// away itself since.
func (m mutation) merged(ctx context.Context, project, key string) (*model.MergeFactorsPayload, error) {
	into, err := presentFactor(ctx, project, key)
	if err != nil {
		return nil, err
	}
	d, err := m.causes.Layer.Derivation(ctx, project)
	return &model.MergeFactorsPayload{Factor: into, Derivation: model.Derivation{Derivation: d, Project: project}}, err
}

func (m mutation) SplitFactor(
	ctx context.Context, project, factor string, members, occurrences []string, into *model.VariableStateInput, note, key *string,
) (*model.SplitFactorPayload, error) {
	wanted, err := splitRequest(project, factor, members, occurrences, into, note)
	if err != nil {
		return nil, err
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "splitFactor", Arguments: wanted}
	parts, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, again bool) ([]string, error) {
		ctx = m.audit.Note(ctx, project, audit.SplitFactors, wanted.Factor, len(wanted.Members)+len(wanted.Occurrences))
		if again {
			return wanted.Parts(), m.causes.Derive.RetrySplit(ctx, wanted)
		}
		return wanted.Parts(), m.causes.Derive.Split(ctx, wanted)
	})
	if err != nil {
		return nil, err
	}
	return m.split(ctx, project, wanted.Factor, parts)
}

func splitRequest(
	project, f string, members, occurrences []string, into *model.VariableStateInput, note *string,
) (derive.SplitRequest, error) {
	named := orEmpty(into)
	r := derive.SplitRequest{
		Project: project, Occurrences: occurrences, Note: orEmpty(note),
		Into: factor.Identity{Variable: named.Variable, State: named.State},
	}
	var err error
	if r.Factor, err = model.FactorKey("factor", project, f); err != nil {
		return r, err
	}
	r.Members, err = factorKeys("members", project, members)
	return r, err
}

// split shows what is left of a factor, and what came off it.
func (m mutation) split(ctx context.Context, project, key string, parts []string) (*model.SplitFactorPayload, error) {
	left, err := loadFactor(ctx, project, key)
	if err != nil {
		return nil, err
	}
	found, err := loadPresent(ctx, batchesOf(ctx).factors, project, parts)
	if err != nil {
		return nil, err
	}
	d, err := m.causes.Layer.Derivation(ctx, project)
	return &model.SplitFactorPayload{
		Factor: left, Parts: model.NewFactors(project, found), Derivation: model.Derivation{Derivation: d, Project: project},
	}, err
}

func (m mutation) DeclareClosedWorld(
	ctx context.Context, project string, variables []string, absent *string, closed bool, key *string,
) (*model.RulesPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "declareClosedWorld", Arguments: []any{variables, orEmpty(absent), closed}}
	rules, err := m.decided(ctx, call, func(ctx context.Context) error {
		return m.causes.Derive.DeclareClosed(ctx, project, variables, orEmpty(absent), closed)
	})
	if err != nil {
		return nil, err
	}
	return &model.RulesPayload{Rules: rules}, nil
}

// chosenRules are the rules that one call of setRules sets; nil leaves a rule as it is.
type chosenRules struct {
	Visibility *link.ShowRule
	NullRate   *contribution.NullRate
	DryRun     bool
}

func (m mutation) SetRules(
	ctx context.Context, project string, visibility *link.ShowRule, nullRate *contribution.NullRate, dryRun bool, key *string,
) (*model.RulesPayload, error) {
	if visibility == nil && nullRate == nil {
		return nil, problem.Refuse("visibility", "give it, or nullRate, or both")
	}
	pruning, err := m.pruning(ctx, project, visibility)
	if err != nil {
		return nil, err
	}
	chosen := chosenRules{visibility, nullRate, dryRun}
	call := idempotency.Call{Project: project, Key: key, Operation: "setRules", Arguments: chosen}
	rules, err := m.decided(ctx, call, func(ctx context.Context) error { return m.setRules(ctx, project, chosen) })
	if err != nil {
		return nil, err
	}
	return &model.RulesPayload{Rules: rules, Pruning: pruning}, nil
}

// setRules sets what is chosen, unless only its effect is asked for.
func (m mutation) setRules(ctx context.Context, project string, chosen chosenRules) error {
	if chosen.DryRun {
		return nil
	}
	if chosen.Visibility != nil {
		if err := m.causes.Derive.SetShown(ctx, project, *chosen.Visibility); err != nil {
			return err
		}
	}
	if chosen.NullRate != nil {
		return m.causes.Derive.SetNullRate(ctx, project, *chosen.NullRate)
	}
	return nil
}

// pruning is what a visibility hides beside that of the project, if both are asked for.
func (m mutation) pruning(ctx context.Context, project string, visibility *link.ShowRule) (*model.Pruning, error) {
	if visibility == nil || !selects(ctx, "pruning") {
		return nil, nil
	}
	found, err := m.causes.Curate.Prune(ctx, project, *visibility, pruneExamples)
	return &model.Pruning{Pruning: found, Project: project}, err
}

// pruneExamples is how many of the links that a rule hides are named.
const pruneExamples = 10

// decided changes what is decided, and shows all of it as it is now.
func (m mutation) decided(ctx context.Context, call idempotency.Call, decide func(context.Context) error) (model.Rules, error) {
	_, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (bool, error) { return true, decide(ctx) })
	if err != nil {
		return model.Rules{}, err
	}
	rules, err := m.causes.Layer.Rules(ctx, call.Project)
	return model.Rules{Rules: rules, Project: call.Project}, err
}
