package effect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// Intervene answers P(target | do, context) over the episodes of a project. It returns
// ErrProjectNotFound, and a [problem.InvalidError] for a question outside the limits. An unresolved
// name and insufficient evidence are statuses, not errors.
func (s *Service) Intervene(ctx context.Context, q InterveneQuestion) (Effect, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Effect{}, err
	}
	rules, err := s.layer.Rules(ctx, q.Project)
	if err != nil {
		return Effect{}, err
	}
	i, n, ok, err := s.understand(ctx, q, rules)
	if err != nil {
		return Effect{}, err
	}
	if !ok {
		return s.unknownEnd(ctx, q.Project, Effect{Reason: n.Reason}, q.Budget)
	}
	m, err := s.ModelOf(ctx, q.Project, i)
	if err != nil {
		return Effect{}, err
	}
	return s.effect(ctx, m, i, q.Budget)
}

// understand resolves the names of a question. It returns false when one does not resolve.
func (s *Service) understand(ctx context.Context, q InterveneQuestion, rules contribution.Rules) (Intervention, *naming.Naming, bool, error) {
	n := &naming.Naming{S: s.Service, Project: q.Project, Rules: rules}
	names := append([]string{q.Target}, q.Do...)
	if q.Against != "" {
		names = append(names, q.Against)
	}
	states, ok, err := n.States(ctx, append(names, q.Context...))
	if err != nil || !ok {
		return Intervention{}, n, false, err
	}
	i := Intervention{Project: q.Project, Target: states[0], Do: states[1 : 1+len(q.Do)], Widen: q.Widen, Temporal: q.Temporal}
	if q.Against != "" {
		i.Against = &states[1+len(q.Do)]
	}
	known := states[len(names):]
	i.Context = naming.Identified(known)
	return i, n, true, problem.AsError(i.problems(known))
}

// problems are the states that exclude each other.
func (i Intervention) problems(context []naming.StateName) []problem.Problem {
	taken := map[string]string{i.Target.Variable: "target"}
	c := problem.Checker{Problems: naming.OneEach("do", i.Do, taken)}
	c.Add(naming.OneEach("context", context, taken)...)
	if i.Against != nil && i.Against.Variable != i.Do[0].Variable {
		c.Invalid("against", "%q is no state of %q, which do[0] sets", i.Against.Label(), i.Do[0].Variable)
	}
	return c.Problems
}

// WhatIf answers what another option of a decision would have led to, in the context of its
// episode. It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown
// episode or decision, and a [problem.InvalidError] for a question outside the limits.
func (s *Service) WhatIf(ctx context.Context, q WhatIfQuestion) (Effect, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Effect{}, err
	}
	ec, err := s.ReadCase(ctx, q.Project, q.Episode)
	if err != nil {
		return Effect{}, err
	}
	d, err := ec.DecisionNamed(q.Decision)
	if err != nil {
		return Effect{}, err
	}
	chosen, ok := ec.Factor(d)
	if !ok {
		return s.unknownEnd(ctx, q.Project, Effect{Reason: fmt.Sprintf("Decision %q does not tell what was chosen.", d.ID)}, q.Budget)
	}
	n := &naming.Naming{S: s.Service, Project: q.Project, Rules: ec.Rules}
	target, ok, err := n.States(ctx, []string{q.Target})
	if err != nil {
		return Effect{}, err
	}
	alternative, found, err := s.alternative(ctx, q, ec, d, chosen)
	if err != nil {
		return Effect{}, err
	}
	if !ok || !found {
		return s.unknownEnd(ctx, q.Project, Effect{Chosen: chosen, Reason: explain.OrElse(n.Reason, alternative.Reason)}, q.Budget)
	}
	i := Intervention{
		Project: q.Project, Target: target[0], Do: []naming.StateName{alternative}, Against: &naming.StateName{Identity: chosen, Known: true},
		Context: ec.Before(d), Episode: q.Episode, Chosen: chosen, Widen: q.Widen, Temporal: q.Temporal,
	}
	if err := problem.AsError(i.problems(nil)); err != nil {
		return Effect{}, err
	}
	if reason := ec.NotCounted(episodic.OccurrenceKey(ec.Episode.ID, d.ID)); reason != "" {
		return s.ended(ctx, q.Project, Effect{
			Do: naming.Identified(i.Do), Target: i.Target.Identity, Chosen: chosen, Status: model.StatusInsufficient, Reason: reason,
		}, q.Budget)
	}
	m, err := s.ModelOf(ctx, q.Project, i)
	if err != nil {
		return Effect{}, err
	}
	i.Context = HeldBefore(ec, m, i)
	return s.effect(ctx, m, i, q.Budget)
}

// HeldBefore are the states known before a decision, and of what is upstream of it the absent states of
// closed variables that the episode does not record (what never happened did not happen before) and the
// states of composites.
func HeldBefore(t naming.EpisodeCase, m *model.Model, i Intervention) []factor.Identity {
	out := slices.DeleteFunc(slices.Clone(i.Context), func(id factor.Identity) bool { return id.Variable == i.Target.Variable })
	column, known := m.Column[i.Chosen.Variable]
	row, derived := m.Row[i.Episode]
	if !known || !derived {
		return out
	}
	for v, leads := range m.Upstream(column) {
		state, of := int(m.Sample.Columns[v].Of[row]), m.Variables[v]
		recorded := slices.ContainsFunc(t.Observations, func(o contribution.Observation) bool { return o.Variable == of.Name })
		absent := of.Absent >= 0 && state == of.Absent && !recorded
		if leads && v != column && of.Name != i.Target.Variable && (absent || of.Composite && state >= 0) {
			out = append(out, m.Identity(v, state))
		}
	}
	slices.SortFunc(out, naming.ByVariable)
	return slices.CompactFunc(out, func(a, b factor.Identity) bool { return a.Variable == b.Variable })
}

// alternative resolves the name of an option: as the episode names it, with or without what the
// decision is about, or by the state, key or label of a state of the decision's variable.
func (s *Service) alternative(ctx context.Context, q WhatIfQuestion, ec naming.EpisodeCase, d episodic.Decision, chosen factor.Identity) (naming.StateName, bool, error) {
	states, err := s.StatesOf(ctx, q.Project, []string{chosen.Variable})
	if err != nil {
		return naming.StateName{}, false, err
	}
	written, about := strings.CutPrefix(q.Alternative, d.Context+"=")
	for _, option := range append(slices.Clone(d.Options), d.Chosen) {
		if name := strings.TrimSpace(option); strings.EqualFold(name, q.Alternative) || about && strings.EqualFold(name, written) {
			if id, ok := ec.Option(d, option); ok {
				return naming.OptionNamed(q.Alternative, id, states), true, nil
			}
		}
	}
	for _, id := range states {
		if id.Key() == q.Alternative || strings.EqualFold(id.State, q.Alternative) || strings.EqualFold(id.Label(), q.Alternative) {
			return naming.StateName{Asked: q.Alternative, Identity: id, Known: true}, true, nil
		}
	}
	if state, is := strings.CutPrefix(q.Alternative, chosen.Variable+"="); is && state != "" {
		return naming.StateName{Asked: q.Alternative, Identity: factor.Identity{Variable: chosen.Variable, State: state}, Untried: true}, true, nil
	}
	names := append([]string(nil), d.Options...)
	for _, id := range states {
		names = append(names, id.State)
	}
	return naming.StateName{Reason: fmt.Sprintf("%q is no option of decision %q; options are %s.",
		text.Shorten(q.Alternative, 100), d.ID, explain.OrElse(explain.NamesWords(slices.Compact(text.Sorted(names))), "not recorded"))}, false, nil
}

// ModelOf is the model of everything that questions name. It includes only the states of the
// context that enough episodes share; the estimate drops the others anyway.
func (s *Service) ModelOf(ctx context.Context, project string, questions ...Intervention) (*model.Model, error) {
	var targets, actions []string
	var context []factor.Identity
	for _, i := range questions {
		targets = append(targets, i.Target.Variable)
		for _, n := range i.Do {
			actions = append(actions, n.Variable)
		}
		context = append(context, i.Context...)
	}
	frequent, err := s.frequent(ctx, project, context)
	if err != nil {
		return nil, err
	}
	m, err := s.model.Model(ctx, project, text.Sorted(append(targets, frequent...)), text.Sorted(actions))
	if err == nil && m.Status == model.StatusTruncated && len(frequent) > 0 {
		// Retry without the context: the question itself may fit.
		if m, err = s.model.Model(ctx, project, text.Sorted(targets), text.Sorted(actions)); err == nil {
			m.Narrow = m.Status == ""
		}
	}
	if err != nil {
		return nil, fmt.Errorf("learn what leads to %s: %w", strings.Join(targets, ", "), err)
	}
	return m, s.doubts.Attach(ctx, project, m, actions, targets)
}

// frequent are the variables of the states that enough episodes have, the most frequent first, at
// most MaxContext. A state without a factor may be the absent state of a closed variable.
func (s *Service) frequent(ctx context.Context, project string, states []factor.Identity) ([]string, error) {
	if len(states) == 0 {
		return nil, nil
	}
	found, err := s.layer.FetchFactors(ctx, project, text.Sorted(factor.KeysOf(states)))
	if err != nil {
		return nil, err
	}
	frequency := map[factor.Identity]int{}
	for _, f := range found {
		frequency[f.Identity] = f.Frequency()
	}
	var kept []factor.Identity
	for _, id := range states {
		if n, known := frequency[id]; !known || n >= LeastChosen {
			kept = append(kept, id)
		}
	}
	slices.SortStableFunc(kept, func(a, b factor.Identity) int { return frequency[b] - frequency[a] })
	var names []string
	for _, id := range kept[:min(len(kept), MaxContext)] {
		names = append(names, id.Variable)
	}
	return names, nil
}

// unknownEnd is the answer to a question with an unresolved name.
func (s *Service) unknownEnd(ctx context.Context, project string, e Effect, budget int) (Effect, error) {
	e.Status = model.StatusUnknownEnd
	return s.ended(ctx, project, e, budget)
}

// ended is an answer that needs no model.
func (s *Service) ended(ctx context.Context, project string, e Effect, budget int) (Effect, error) {
	var err error
	if e.Derivation, err = s.layer.Derivation(ctx, project); err != nil {
		return Effect{}, err
	}
	return s.explained(e, budget)
}

// effect answers one question and explains the answer.
func (s *Service) effect(ctx context.Context, m *model.Model, i Intervention, budget int) (Effect, error) {
	e, err := EstimateEffect(ctx, m, i)
	if err != nil {
		return Effect{}, err
	}
	return s.explained(e, budget)
}

// explained adds the explanation.
func (s *Service) explained(e Effect, budget int) (Effect, error) {
	if budget == 0 {
		return e, nil
	}
	var err error
	e.Text, err = s.explainEffect(e, budget)
	return e, err
}
