package causal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// BestAction ranks the options of a variable by what they lead to in a context: by the bound of
// the interval that speaks least for an option. Options of which too little is known are rows
// without a rank. It returns ErrProjectNotFound, and an [episodic.InvalidError] for a question
// outside the limits.
func (s *Service) BestAction(ctx context.Context, q BestActionQuestion) (BestAction, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return BestAction{}, err
	}
	rules, err := s.Rules(ctx, q.Project)
	if err != nil {
		return BestAction{}, err
	}
	n := &naming{s: s, ctx: ctx, project: q.Project, rules: rules}
	states, ok, err := n.states(append([]string{q.Target}, q.Context...))
	if err != nil {
		return BestAction{}, err
	}
	variable, err := s.variableNamed(ctx, q.Project, rules, q.Variable)
	if err != nil {
		return BestAction{}, err
	}
	if !ok || variable == "" {
		return s.unknownBest(ctx, q, orElse(n.reason, fmt.Sprintf("No variable of the project is named %q.", shorten(q.Variable, 100))))
	}
	asked := intervention{
		target: states[0], do: []stateName{{Identity: Identity{Variable: variable}}}, context: identified(states[1:]), widen: q.Widen,
	}
	if err := failed(asked.bestProblems(states[1:])); err != nil {
		return BestAction{}, err
	}
	m, err := s.modelOf(ctx, q.Project, asked)
	if err != nil {
		return BestAction{}, err
	}
	return s.best(ctx, m, asked, q)
}

// bestProblems says which of the states exclude each other.
func (i intervention) bestProblems(context []stateName) []episodic.Problem {
	taken := map[string]string{i.target.Variable: "target"}
	if i.target.Variable == i.do[0].Variable {
		return []episodic.Problem{invalid("variable", "%q is the variable of the target", i.target.Variable)}
	}
	taken[i.do[0].Variable] = "variable"
	return oneEach("context", context, taken)
}

// variableNamed understands the name of a variable: its own, or that of one of its states.
func (s *Service) variableNamed(ctx context.Context, project string, rules Rules, name string) (string, error) {
	found, err := s.factors.ListVariables(ctx, project, []string{name})
	if err != nil {
		return "", fmt.Errorf("find variable %q: %w", name, err)
	}
	for _, v := range found {
		if v.Name == name {
			return name, nil
		}
	}
	state, err := s.stateNamed(ctx, project, rules, name)
	if err != nil || !state.known {
		return "", err
	}
	return state.Variable, nil
}

func (s *Service) unknownBest(ctx context.Context, q BestActionQuestion, reason string) (BestAction, error) {
	d, err := s.Derivation(ctx, q.Project)
	if err != nil {
		return BestAction{}, err
	}
	b := BestAction{Status: EffectUnknownEnd, Reason: reason, Derivation: d}
	return s.explainedBest(b, q.Avoid, q.Budget)
}

// best answers for every option over a model.
func (s *Service) best(ctx context.Context, m *model, asked intervention, q BestActionQuestion) (BestAction, error) {
	b := BestAction{Target: asked.target.Identity, Derivation: m.derivation}
	column, known := m.column[asked.do[0].Variable]
	if known {
		for state := range m.variables[column].States {
			id := m.identity(column, state)
			if _, _, ok := m.find(id); !ok || m.variables[column].pooled(state) {
				continue
			}
			option := asked
			option.do = []stateName{{asked: id.Label(), Identity: id, known: true}}
			e, err := m.weigh(ctx, option)
			if err != nil {
				return BestAction{}, err
			}
			b.Options = append(b.Options, Option{Identity: id, Effect: e})
		}
	}
	ranked := rank(b.Options, q.Avoid)
	b.Status, b.Reason = bestStatus(b.Options, ranked)
	return s.explainedBest(b, q.Avoid, q.Budget)
}

// rank orders options by the bound that speaks least for them and numbers those of which
// enough is known. It returns how many those are.
func rank(options []Option, avoid bool) int {
	bound := func(o Option) float64 {
		if avoid {
			return -o.Effect.primary().High
		}
		return o.Effect.primary().Low
	}
	slices.SortFunc(options, func(a, b Option) int {
		known := func(o Option) int {
			if o.Effect.Status == EffectOK {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(known(a), known(b)), cmp.Compare(bound(b), bound(a)), strings.Compare(a.State, b.State))
	})
	n := 0
	for i := range options {
		if options[i].Effect.Status == EffectOK {
			n++
			options[i].Rank = n
		}
	}
	return n
}

// bestStatus says what became of the question from what became of its options: a best one
// there is only among two of which enough is known.
func bestStatus(options []Option, ranked int) (EffectStatus, string) {
	if ranked > 1 {
		return EffectOK, ""
	}
	for _, o := range options {
		if o.Effect.Status != EffectOK && o.Effect.Status != EffectInsufficient {
			return o.Effect.Status, o.Effect.Reason
		}
	}
	if len(options) == 0 {
		return EffectInsufficient, "No episode tells a state of the variable."
	}
	return EffectInsufficient, fmt.Sprintf("Enough is known of %d of the %s; at least 2 are needed to say which is best.",
		ranked, counted(len(options), "option"))
}

func (s *Service) explainedBest(b BestAction, avoid bool, budget int) (BestAction, error) {
	if budget == 0 {
		return b, nil
	}
	var rest []sentence
	for _, o := range b.Options {
		rest = append(rest, o.inWords)
	}
	for _, text := range sharedAssumptions(b.Options) {
		rest = append(rest, noted("Assumed: "+text))
	}
	var err error
	b.Text, err = explain(s.tokens, budget, func(label int) string { return b.headline(avoid, label) }, rest)
	return b, err
}

// headline says which option is best, and whether clearly.
func (b BestAction) headline(avoid bool, label int) string {
	if b.Status != EffectOK {
		return string(b.Status) + ": " + shortenReason(b.Reason, label)
	}
	first, second := b.Options[0], b.Options[1]
	more := "most"
	if avoid {
		more = "least"
	}
	words := fmt.Sprintf("%s: %s leads to %s %s: %s", b.Status, quoted(first.Identity, label), quoted(b.Target, label), more,
		first.Effect.primary().Interval.words())
	if overlapping(first.Effect.primary().Interval, second.Effect.primary().Interval) {
		return words + fmt.Sprintf("; not clearly, the interval of %s overlaps: %s.", quoted(second.Identity, label), second.Effect.primary().Interval.words())
	}
	return words + fmt.Sprintf("; next is %s: %s.", quoted(second.Identity, label), second.Effect.primary().Interval.words())
}

func overlapping(a, b Interval) bool { return a.Low <= b.High && b.Low <= a.High }

// inWords says an option in a line.
func (o Option) inWords(label int) string {
	e := o.Effect
	if o.Rank == 0 {
		words := fmt.Sprintf("%s %s: %s", quoted(o.Identity, label), e.Status, e.Reason)
		if p := e.primary(); e.Model != nil || e.Stratified != nil {
			words += fmt.Sprintf(" The numbers there are: %s, n %d, overlap %s.", p.Interval.words(), p.N, percentOf(e.Overlap))
		}
		return words
	}
	p := e.primary()
	words := fmt.Sprintf("%d. %s: %s, n %d, worth %.0f, %d chose so, overlap %s", o.Rank, quoted(o.Identity, label),
		p.Interval.words(), p.N, p.Effective, e.Tried, percentOf(e.Overlap))
	if c := e.Contrast; c != nil && c.Against != o.Identity {
		words += fmt.Sprintf("; against %s %s", quoted(c.Against, label), c.Difference.signed())
		if c.Insufficient != "" {
			words += ", no conclusion"
		}
	}
	return words + "."
}

// sharedAssumptions are those of the first option of which there are some.
func sharedAssumptions(options []Option) []string {
	for _, o := range options {
		if len(o.Effect.Assumptions) > 0 {
			return o.Effect.Assumptions
		}
	}
	return nil
}
