package causal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Intervene answers P(target | do, context) over the episodes of a project. It returns
// ErrProjectNotFound, and an [episodic.InvalidError] for a question outside the limits; a name
// that is not understood, and evidence that does not suffice, are answers and no errors.
func (s *Service) Intervene(ctx context.Context, q InterveneQuestion) (Effect, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Effect{}, err
	}
	rules, err := s.Rules(ctx, q.Project)
	if err != nil {
		return Effect{}, err
	}
	i, n, ok, err := s.understand(ctx, q, rules)
	if err != nil {
		return Effect{}, err
	}
	if !ok {
		return s.unknownEnd(ctx, q.Project, Effect{Reason: n.reason}, q.Budget)
	}
	m, err := s.modelOf(ctx, q.Project, i)
	if err != nil {
		return Effect{}, err
	}
	return s.effect(ctx, m, i, q.Budget)
}

// understand understands the names of a question; false when one of them says nothing.
func (s *Service) understand(ctx context.Context, q InterveneQuestion, rules Rules) (intervention, *naming, bool, error) {
	n := &naming{s: s, ctx: ctx, project: q.Project, rules: rules}
	names := append([]string{q.Target}, q.Do...)
	if q.Against != "" {
		names = append(names, q.Against)
	}
	states, ok, err := n.states(append(names, q.Context...))
	if err != nil || !ok {
		return intervention{}, n, false, err
	}
	i := intervention{target: states[0], do: states[1 : 1+len(q.Do)], widen: q.Widen}
	if q.Against != "" {
		i.against = &states[1+len(q.Do)]
	}
	known := states[len(names):]
	i.context = identified(known)
	return i, n, true, failed(i.problems(known))
}

// problems says which of the states exclude each other.
func (i intervention) problems(context []stateName) []episodic.Problem {
	taken := map[string]string{i.target.Variable: "target"}
	out := oneEach("do", i.do, taken)
	out = append(out, oneEach("context", context, taken)...)
	if i.against != nil && i.against.Variable != i.do[0].Variable {
		out = append(out, invalid("against", "%q is no state of %q, which do[0] sets", i.against.Label(), i.do[0].Variable))
	}
	return out
}

// WhatIf answers what another option of a decision would lead to, in the context of its
// episode. It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an
// unknown episode or decision, and an [episodic.InvalidError] for a question outside the limits.
func (s *Service) WhatIf(ctx context.Context, q WhatIfQuestion) (Effect, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Effect{}, err
	}
	told, err := s.tellingOf(ctx, q.Project, q.Episode)
	if err != nil {
		return Effect{}, err
	}
	d, err := told.decision(q.Decision)
	if err != nil {
		return Effect{}, err
	}
	chosen, ok := told.factor(d)
	if !ok {
		return s.unknownEnd(ctx, q.Project, Effect{Reason: fmt.Sprintf("Decision %q does not tell what was chosen.", d.ID)}, q.Budget)
	}
	n := &naming{s: s, ctx: ctx, project: q.Project, rules: told.rules}
	target, ok, err := n.states([]string{q.Target})
	if err != nil {
		return Effect{}, err
	}
	alternative, found, err := s.alternative(ctx, q, told, d, chosen)
	if err != nil {
		return Effect{}, err
	}
	if !ok || !found {
		return s.unknownEnd(ctx, q.Project, Effect{Chosen: chosen, Reason: orElse(n.reason, alternative.reason)}, q.Budget)
	}
	i := intervention{
		target: target[0], do: []stateName{alternative}, against: &stateName{Identity: chosen, known: true},
		context: told.before(d), episode: q.Episode, chosen: chosen, widen: q.Widen,
	}
	if err := failed(i.problems(nil)); err != nil {
		return Effect{}, err
	}
	if reason := told.notFirst(episodic.OccurrenceKey(told.episode.ID, d.ID)); reason != "" {
		return s.ended(ctx, q.Project, Effect{
			Do: identified(i.do), Target: i.target.Identity, Chosen: chosen, Status: EffectInsufficient, Reason: reason,
		}, q.Budget)
	}
	m, err := s.modelOf(ctx, q.Project, i)
	if err != nil {
		return Effect{}, err
	}
	i.context = told.heldBefore(m, i)
	return s.effect(ctx, m, i, q.Budget)
}

// heldBefore are the states told before a decision, and those of closed variables that lead to
// it and that the episode does not record: what did not happen at all did not happen before.
func (t telling) heldBefore(m *model, i intervention) []Identity {
	out := slices.DeleteFunc(slices.Clone(i.context), func(id Identity) bool { return id.Variable == i.target.Variable })
	column, known := m.column[i.chosen.Variable]
	row, derived := m.row[i.episode]
	if !known || !derived {
		return out
	}
	for v, leads := range m.upstream(column) {
		absent := m.variables[v].Absent
		recorded := slices.ContainsFunc(t.Observations, func(o Observation) bool { return o.Variable == m.variables[v].Name })
		if leads && v != column && absent >= 0 && !recorded && int(m.sample.Columns[v].Of[row]) == absent && m.variables[v].Name != i.target.Variable {
			out = append(out, m.identity(v, absent))
		}
	}
	slices.SortFunc(out, byVariable)
	return slices.CompactFunc(out, func(a, b Identity) bool { return a.Variable == b.Variable })
}

// alternative understands the name of an option: as the episode gives it, as a state that the
// decision's variable has, by its key or its label.
func (s *Service) alternative(ctx context.Context, q WhatIfQuestion, told telling, d episodic.Decision, chosen Identity) (stateName, bool, error) {
	states, err := s.statesOf(ctx, q.Project, []string{chosen.Variable})
	if err != nil {
		return stateName{}, false, err
	}
	for _, option := range append(slices.Clone(d.Options), d.Chosen) {
		if strings.EqualFold(strings.TrimSpace(option), q.Alternative) {
			if id, ok := told.option(d, option); ok {
				return optionNamed(q.Alternative, id, states), true, nil
			}
		}
	}
	for _, id := range states {
		if id.Key() == q.Alternative || strings.EqualFold(id.State, q.Alternative) || strings.EqualFold(id.Label(), q.Alternative) {
			return stateName{asked: q.Alternative, Identity: id, known: true}, true, nil
		}
	}
	if state, is := strings.CutPrefix(q.Alternative, chosen.Variable+"="); is && state != "" {
		return stateName{asked: q.Alternative, Identity: Identity{chosen.Variable, state}, untried: true}, true, nil
	}
	names := append([]string(nil), d.Options...)
	for _, id := range states {
		names = append(names, id.State)
	}
	return stateName{reason: fmt.Sprintf("%q is no option of decision %q; options are %s.",
		shorten(q.Alternative, 100), d.ID, orElse(namesWords(slices.Compact(sorted(names))), "not recorded"))}, false, nil
}

// optionNamed is an option of a decision, tried when it is one of the states of its variable.
func optionNamed(asked string, id Identity, states []Identity) stateName {
	known := slices.Contains(states, id)
	return stateName{asked: asked, Identity: id, known: known, untried: !known}
}

// statesOf are the states that some variables have in episodes, by variable and state.
func (s *Service) statesOf(ctx context.Context, project string, variables []string) ([]Identity, error) {
	found, err := s.factors.StatesOf(ctx, project, sorted(variables))
	if err != nil {
		return nil, fmt.Errorf("list the states of %d variables: %w", len(variables), err)
	}
	out := make([]Identity, 0, len(found))
	for _, f := range found {
		if f.Frequency() > 0 {
			out = append(out, f.Identity)
		}
	}
	slices.SortFunc(out, byVariable)
	return out, nil
}

// modelOf is the model of all that a question names. Of the context it asks for what enough
// episodes share: the rest is let go in any case.
func (s *Service) modelOf(ctx context.Context, project string, questions ...intervention) (*model, error) {
	var targets, actions []string
	var context []Identity
	for _, i := range questions {
		targets = append(targets, i.target.Variable)
		for _, n := range i.do {
			actions = append(actions, n.Variable)
		}
		context = append(context, i.context...)
	}
	frequent, err := s.frequent(ctx, project, context)
	if err != nil {
		return nil, err
	}
	m, err := s.model(ctx, project, sorted(append(targets, frequent...)), sorted(actions))
	if err == nil && m.status == EffectTruncated && len(frequent) > 0 {
		// What bears on the context alone is no reason to leave the question unanswered.
		if m, err = s.model(ctx, project, sorted(targets), sorted(actions)); err == nil {
			m.narrow = m.status == ""
		}
	}
	if err != nil {
		return nil, fmt.Errorf("learn what leads to %s: %w", strings.Join(targets, ", "), err)
	}
	return m, nil
}

// frequent are the variables of those states that enough episodes have, at most MaxContext: those
// that most have. A state that no factor is may be that of a closed variable.
func (s *Service) frequent(ctx context.Context, project string, states []Identity) ([]string, error) {
	if len(states) == 0 {
		return nil, nil
	}
	found, err := s.FetchFactors(ctx, project, sorted(keysOf(states)))
	if err != nil {
		return nil, err
	}
	frequency := map[Identity]int{}
	for _, f := range found {
		frequency[f.Identity] = f.Frequency()
	}
	var kept []Identity
	for _, id := range states {
		if n, known := frequency[id]; !known || n >= LeastChosen {
			kept = append(kept, id)
		}
	}
	slices.SortStableFunc(kept, func(a, b Identity) int { return frequency[b] - frequency[a] })
	var names []string
	for _, id := range kept[:min(len(kept), MaxContext)] {
		names = append(names, id.Variable)
	}
	return names, nil
}

// unknownEnd is the answer to a question with a name that is not understood.
func (s *Service) unknownEnd(ctx context.Context, project string, e Effect, budget int) (Effect, error) {
	e.Status = EffectUnknownEnd
	return s.ended(ctx, project, e, budget)
}

// ended is an answer for which no model is needed.
func (s *Service) ended(ctx context.Context, project string, e Effect, budget int) (Effect, error) {
	var err error
	if e.Derivation, err = s.Derivation(ctx, project); err != nil {
		return Effect{}, err
	}
	return s.explained(e, budget)
}

// effect answers one question and tells it.
func (s *Service) effect(ctx context.Context, m *model, i intervention, budget int) (Effect, error) {
	e, err := m.weigh(ctx, i)
	if err != nil {
		return Effect{}, err
	}
	return s.explained(e, budget)
}

// explained adds the text.
func (s *Service) explained(e Effect, budget int) (Effect, error) {
	if budget == 0 {
		return e, nil
	}
	var err error
	e.Text, err = s.explainEffect(e, budget)
	return e, err
}
