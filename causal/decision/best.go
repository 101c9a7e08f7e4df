package decision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// BestAction ranks the options of a variable by their effect in a context, by the less favorable
// bound of the interval. Options with insufficient evidence have no rank. It returns
// ErrProjectNotFound, and a [problem.InvalidError] for a question outside the limits.
func (s *Service) BestAction(ctx context.Context, q BestActionQuestion) (BestAction, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return BestAction{}, err
	}
	rules, err := s.layer.Rules(ctx, q.Project)
	if err != nil {
		return BestAction{}, err
	}
	n := &naming.Naming{S: s.effect.Service, Project: q.Project, Rules: rules}
	states, ok, err := n.States(ctx, append([]string{q.Target}, q.Context...))
	if err != nil {
		return BestAction{}, err
	}
	variable, err := s.variableNamed(ctx, q.Project, rules, q.Variable)
	if err != nil {
		return BestAction{}, err
	}
	if !ok || variable == "" {
		return s.unknownBest(ctx, q, explain.OrElse(n.Reason, fmt.Sprintf("No variable of the project is named %q.", text.Shorten(q.Variable, 100))))
	}
	asked := effect.Intervention{
		Project: q.Project, Target: states[0], Do: []naming.StateName{{Identity: factor.Identity{Variable: variable}}}, Context: naming.Identified(states[1:]), Widen: q.Widen, Temporal: q.Temporal,
	}
	if err := problem.AsError(bestProblems(asked, states[1:])); err != nil {
		return BestAction{}, err
	}
	m, err := s.effect.ModelOf(ctx, q.Project, asked)
	if err != nil {
		return BestAction{}, err
	}
	return s.best(ctx, m, asked, q)
}

// bestProblems are the states that exclude each other.
func bestProblems(i effect.Intervention, context []naming.StateName) []problem.Problem {
	taken := map[string]string{i.Target.Variable: "target"}
	if i.Target.Variable == i.Do[0].Variable {
		return []problem.Problem{problem.Invalid("variable", "%q is the variable of the target", i.Target.Variable)}
	}
	taken[i.Do[0].Variable] = "variable"
	return naming.OneEach("context", context, taken)
}

// variableNamed resolves the name of a variable: its own, that in which what differs from run to run is
// masked, or that of one of its states.
func (s *Service) variableNamed(ctx context.Context, project string, rules contribution.Rules, name string) (string, error) {
	names := []string{name, layer.AsRecorded(name)}
	found, err := s.factors.ListVariables(ctx, project, text.Sorted(names))
	if err != nil {
		return "", fmt.Errorf("find variable %q: %w", name, err)
	}
	for _, known := range names {
		if slices.ContainsFunc(found, func(v factor.Variable) bool { return v.Name == known }) {
			return known, nil
		}
	}
	state, err := s.effect.StateNamed(ctx, project, rules, name)
	if err != nil || !state.Known {
		return "", err
	}
	return state.Variable, nil
}

func (s *Service) unknownBest(ctx context.Context, q BestActionQuestion, reason string) (BestAction, error) {
	d, err := s.layer.Derivation(ctx, q.Project)
	if err != nil {
		return BestAction{}, err
	}
	b := BestAction{Status: model.StatusUnknownEnd, Reason: reason, Derivation: d}
	return s.explainedBest(b, q.Budget)
}

// best answers for every option from one model.
func (s *Service) best(ctx context.Context, m *model.Model, asked effect.Intervention, q BestActionQuestion) (BestAction, error) {
	b := BestAction{Target: asked.Target.Identity, Avoid: q.Avoid, Derivation: m.Derivation}
	column, known := m.Column[asked.Do[0].Variable]
	if known {
		for state := range m.Variables[column].States {
			id := m.Identity(column, state)
			if _, _, ok := m.Find(id); !ok || m.Variables[column].Pooled(state) {
				continue
			}
			option := asked
			option.Do = []naming.StateName{{Asked: id.Label(), Identity: id, Known: true}}
			e, err := effect.EstimateEffect(ctx, m, option)
			if err != nil {
				return BestAction{}, err
			}
			b.Options = append(b.Options, Option{Identity: id, Effect: e})
		}
	}
	ranked := rank(b.Options, q.Avoid)
	if b.Status, b.Reason = bestStatus(b.Options, ranked); b.Status == model.StatusOK {
		if err := b.compare(ctx, m, asked); err != nil {
			return BestAction{}, err
		}
	}
	return s.explainedBest(b, q.Budget)
}

// compare estimates the difference that the first option makes to the second. Either option may be
// answered only because it differs from the other; the interval is as wide as both answers say.
func (b *BestAction) compare(ctx context.Context, m *model.Model, asked effect.Intervention) error {
	first, err := against(ctx, m, asked, b.Options[0], b.Options[1])
	if err != nil {
		return err
	}
	second, err := against(ctx, m, asked, b.Options[1], b.Options[0])
	if err != nil || first == nil || second == nil {
		return err
	}
	d, turned := first.Contrast.Difference, second.Contrast.Difference
	b.Difference = &model.Interval{Value: d.Value, Low: min(d.Low, -turned.High), High: max(d.High, -turned.Low)}
	b.Disagree = first.Disagree
	return nil
}

// against is the effect of an option against another one; nil when the evidence does not suffice.
func against(ctx context.Context, m *model.Model, asked effect.Intervention, option, other Option) (*effect.Effect, error) {
	e := option.Effect
	if e.Contrast == nil || e.Contrast.Against != other.Identity {
		asked.Do = []naming.StateName{{Asked: option.Label(), Identity: option.Identity, Known: true}}
		asked.Against = &naming.StateName{Asked: other.Label(), Identity: other.Identity, Known: true}
		var err error
		if e, err = effect.EstimateEffect(ctx, m, asked); err != nil {
			return nil, err
		}
	}
	if c := e.Contrast; c == nil || e.Status != model.StatusOK || c.Insufficient != "" {
		return nil, nil
	}
	return &e, nil
}

// rank orders options by their less favorable bound and numbers those with sufficient evidence. It
// returns how many have it.
func rank(options []Option, avoid bool) int {
	bound := func(o Option) float64 {
		if avoid {
			return -o.Effect.Primary().High
		}
		return o.Effect.Primary().Low
	}
	slices.SortFunc(options, func(a, b Option) int {
		known := func(o Option) int {
			if o.Effect.Status == model.StatusOK {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(known(a), known(b)), cmp.Compare(bound(b), bound(a)), strings.Compare(a.State, b.State))
	})
	n := 0
	for i := range options {
		if options[i].Effect.Status == model.StatusOK {
			n++
			options[i].Rank = n
		}
	}
	return n
}

// bestStatus derives the status from the options. Only among two options with sufficient evidence
// can one be the best.
func bestStatus(options []Option, ranked int) (model.Status, string) {
	if ranked > 1 {
		return model.StatusOK, ""
	}
	for _, o := range options {
		if o.Effect.Status != model.StatusOK && o.Effect.Status != model.StatusInsufficient {
			return o.Effect.Status, o.Effect.Reason
		}
	}
	if len(options) == 0 {
		return model.StatusInsufficient, "No episode tells a state of the variable."
	}
	return model.StatusInsufficient, fmt.Sprintf("Enough is known of %d of the %s; at least 2 are needed to say which is best.",
		ranked, explain.Count(len(options), "option"))
}

func (s *Service) explainedBest(b BestAction, budget int) (BestAction, error) {
	if budget == 0 {
		return b, nil
	}
	var rest []explain.Sentence
	for _, o := range b.Options {
		rest = append(rest, o.inWords)
	}
	for _, text := range sharedAssumptions(b.Options) {
		rest = append(rest, explain.Note("Assumed: "+text))
	}
	var err error
	b.Text, err = explain.Fit(s.tokens, budget, b.headline, rest)
	return b, err
}

// headline names the best option, and whether it is clearly the best.
func (b BestAction) headline(label int) string {
	if b.Status != model.StatusOK {
		return string(b.Status) + ": " + effect.ShortenReason(b.Reason, label)
	}
	first, second := b.Options[0], b.Options[1]
	more := "most"
	if b.Avoid {
		more = "least"
	}
	words := fmt.Sprintf("%s: %s%s leads to %s %s: %s", b.Status, cmp.Or(first.Effect.TemporalMark(), second.Effect.TemporalMark()), factor.Quoted(first.Identity, label), factor.Quoted(b.Target, label), more,
		first.Effect.Primary().Interval.Words())
	next := fmt.Sprintf("%s: %s", factor.Quoted(second.Identity, label), second.Effect.Primary().Interval.Words())
	switch {
	case b.disagreeing():
		return words + "; not clearly, graph and data disagree; next is " + next + "."
	case b.Difference == nil:
		return words + "; not clearly, the two are not compared; next is " + next + "."
	case !b.Clear():
		return words + "; not clearly, the difference may be none: " + b.Difference.Signed() + "; next is " + next + "."
	}
	return words + "; next is " + next + ", difference " + b.Difference.Signed() + "."
}

// Clear reports whether the first option is clearly the best: the interval of the difference that it
// makes to the second excludes 0, on the side that is asked for, and model and strata agree about it.
func (b BestAction) Clear() bool {
	if b.Status != model.StatusOK || b.Difference == nil || b.disagreeing() {
		return false
	}
	if b.Avoid {
		return b.Difference.High < 0
	}
	return b.Difference.Low > 0
}

// disagreeing reports whether graph and data disagree about one of the first two options.
func (b BestAction) disagreeing() bool {
	return b.Disagree || b.Options[0].Effect.Disagree || b.Options[1].Effect.Disagree
}

// inWords is an option in a line.
func (o Option) inWords(label int) string {
	e := o.Effect
	if o.Rank == 0 {
		words := fmt.Sprintf("%s %s: %s", factor.Quoted(o.Identity, label), e.Status, e.Reason)
		if p := e.Primary(); e.Model != nil || e.Stratified != nil {
			words += fmt.Sprintf(" The numbers there are: %s, n %d, overlap %s.", p.Interval.Words(), p.N, explain.PercentOf(e.Overlap))
		}
		return words
	}
	p := e.Primary()
	words := fmt.Sprintf("%d. %s: %s, n %d, worth %.0f, %d chose so, overlap %s", o.Rank, factor.Quoted(o.Identity, label),
		p.Interval.Words(), p.N, p.Effective, e.Tried, explain.PercentOf(e.Overlap))
	if c := e.Contrast; c != nil && c.Against != o.Identity {
		words += fmt.Sprintf("; against %s %s", factor.Quoted(c.Against, label), c.Difference.Signed())
		if c.Insufficient != "" {
			words += ", no conclusion"
		}
	}
	if e.Disagree {
		words += "; graph and data disagree"
	}
	return words + "."
}

// sharedAssumptions are the assumptions of the first option that has any.
func sharedAssumptions(options []Option) []string {
	for _, o := range options {
		if len(o.Effect.Assumptions) > 0 {
			return o.Effect.Assumptions
		}
	}
	return nil
}
