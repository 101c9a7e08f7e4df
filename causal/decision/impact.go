package decision

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// DecisionImpact estimates for every decision of an episode what its options lead to, the decisions
// that mattered most first. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown episode, and a [problem.InvalidError] for a question
// outside the limits.
func (s *Service) DecisionImpact(ctx context.Context, q ImpactQuestion) (Impact, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Impact{}, err
	}
	ec, err := s.effect.ReadCase(ctx, q.Project, q.Episode)
	if err != nil {
		return Impact{}, err
	}
	n := &naming.Naming{S: s.effect.Service, Project: q.Project, Rules: ec.Rules}
	target, ok, err := n.States(ctx, []string{q.Target})
	if err != nil {
		return Impact{}, err
	}
	var out Impact
	if !ok {
		if out.Derivation, err = s.layer.Derivation(ctx, q.Project); err != nil {
			return Impact{}, err
		}
		out.Status, out.Reason = model.StatusUnknownEnd, n.Reason
		return s.explainedImpact(out, q.Budget)
	}
	if out, err = s.impact(ctx, q, ec, target[0]); err != nil {
		return Impact{}, err
	}
	return s.explainedImpact(out, q.Budget)
}

// impact estimates every option of every decision. Each decision has its own model, the one of a
// what-if about it, so the questions about one do not change the answers about another.
func (s *Service) impact(ctx context.Context, q ImpactQuestion, ec naming.EpisodeCase, target naming.StateName) (Impact, error) {
	rows, questions, err := s.decided(ctx, q, ec, target)
	if err != nil {
		return Impact{}, err
	}
	out := Impact{Target: target.Identity, Decisions: rows}
	if out.Derivation, err = s.layer.Derivation(ctx, q.Project); err != nil {
		return Impact{}, err
	}
	avoid := target.Identity != factor.Identity{Variable: factor.VariableOutcome, State: string(episodic.OutcomeSuccess)}
	for i := range rows {
		if rows[i].Options, err = s.estimateOptions(ctx, q.Project, ec, questions[i]); err != nil {
			return Impact{}, err
		}
		rows[i].conclude(avoid)
	}
	slices.SortStableFunc(rows, RankedDecision.compare)
	out.Status, out.Reason = impactStatus(rows)
	return out, nil
}

// estimateOptions answers the questions about the options of one decision, which differ only in the
// action.
func (s *Service) estimateOptions(ctx context.Context, project string, ec naming.EpisodeCase, questions []effect.Intervention) ([]Option, error) {
	if len(questions) == 0 {
		return nil, nil
	}
	m, err := s.effect.ModelOf(ctx, project, questions[0])
	if err != nil {
		return nil, err
	}
	held := effect.HeldBefore(ec, m, questions[0])
	var out []Option
	for _, question := range questions {
		question.Context = held
		e, err := effect.EstimateEffect(ctx, m, question)
		if err != nil {
			return nil, err
		}
		out = append(out, Option{Identity: question.Do[0].Identity, Effect: e})
	}
	return out, nil
}

// decided are the decisions of an episode, with a question for each of their options.
func (s *Service) decided(ctx context.Context, q ImpactQuestion, ec naming.EpisodeCase, target naming.StateName) ([]RankedDecision, [][]effect.Intervention, error) {
	var variables, keys []string
	for _, d := range ec.Episode.Decisions {
		keys = append(keys, episodic.OccurrenceKey(ec.Episode.ID, d.ID))
		if chosen, ok := ec.Factor(d); ok {
			variables = append(variables, chosen.Variable)
		}
	}
	states, err := s.effect.StatesOf(ctx, q.Project, variables)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.occurrences.GetOccurrences(ctx, q.Project, keys)
	if err != nil {
		return nil, nil, fmt.Errorf("find the decisions of episode %q: %w", q.Episode, err)
	}
	occurrence := map[string]episodic.Occurrence{}
	for _, o := range found {
		occurrence[o.Key] = o
	}
	rows, questions := make([]RankedDecision, len(keys)), make([][]effect.Intervention, len(keys))
	for i, d := range ec.Episode.Decisions {
		rows[i].Decision = occurrence[keys[i]]
		chosen, ok := ec.Factor(d)
		switch {
		case !ok:
			rows[i].Status, rows[i].Reason = model.StatusUnknownEnd, "The decision does not tell what was chosen."
			continue
		case chosen.Variable == target.Variable:
			rows[i].Status, rows[i].Reason = model.StatusUnknownEnd, "The decision is about the target itself."
			continue
		}
		rows[i].Chosen = chosen
		if reason := ec.NotCounted(keys[i]); reason != "" {
			rows[i].Status, rows[i].Reason = model.StatusInsufficient, reason
			continue
		}
		for _, option := range options(ec, d, chosen, states) {
			questions[i] = append(questions[i], effect.Intervention{
				Project: q.Project, Target: target, Do: []naming.StateName{option}, Against: &naming.StateName{Identity: chosen, Known: true},
				Context: ec.Before(d), Episode: q.Episode, Chosen: chosen, Temporal: q.Temporal,
			})
		}
	}
	return rows, questions, nil
}

// options are the options of a decision: the chosen one, the ones that the episode names, and the
// other states of its variable.
func options(t naming.EpisodeCase, d episodic.Decision, chosen factor.Identity, states []factor.Identity) []naming.StateName {
	all := []factor.Identity{chosen}
	for _, text := range d.Options {
		if id, ok := t.Option(d, text); ok && id.Variable == chosen.Variable {
			all = append(all, id)
		}
	}
	for _, id := range states {
		if id.Variable == chosen.Variable {
			all = append(all, id)
		}
	}
	var out []naming.StateName
	seen := map[factor.Identity]bool{}
	for _, id := range all {
		if !seen[id] {
			seen[id] = true
			out = append(out, naming.OptionNamed(id.Label(), id, states))
		}
	}
	return out
}

// conclude ranks the options of a decision and finds the alternative with the largest effect.
func (d *RankedDecision) conclude(avoid bool) {
	if d.Status != "" {
		return
	}
	rank(d.Options, avoid)
	slices.SortStableFunc(d.Options, func(a, b Option) int {
		return cmp.Compare(chosenFirst(a, d.Chosen), chosenFirst(b, d.Chosen))
	})
	for i, o := range d.Options {
		c := o.Effect.Contrast
		if o.Identity == d.Chosen || o.Effect.Status != model.StatusOK || c == nil || c.Insufficient != "" {
			continue
		}
		if d.Largest == nil || larger(c.Difference, *d.Largest) > 0 {
			d.Largest = &d.Options[i].Effect.Contrast.Difference
		}
	}
	d.Status = model.StatusOK
	if d.Largest == nil {
		d.Status, d.Reason = d.without()
	}
}

// without says why no alternative of a decision can be judged.
func (d *RankedDecision) without() (model.Status, string) {
	if len(d.Options) < 2 {
		return model.StatusInsufficient, fmt.Sprintf("Nothing but %s was ever chosen or considered.", factor.Quoted(d.Chosen, 60))
	}
	for _, o := range d.Options {
		if o.Effect.Status != model.StatusOK && o.Identity != d.Chosen {
			return o.Effect.Status, o.Effect.Reason
		}
	}
	for _, o := range d.Options {
		if c := o.Effect.Contrast; c != nil && c.Insufficient != "" {
			return model.StatusInsufficient, c.Insufficient
		}
	}
	return model.StatusInsufficient, "Too little is known of what was chosen to compare anything with it."
}

func chosenFirst(o Option, chosen factor.Identity) int {
	if o.Identity == chosen {
		return 0
	}
	return 1
}

// larger compares two differences by their certain size, then by their values.
func larger(a, b model.Interval) int {
	return cmp.Or(cmp.Compare(a.Surely(), b.Surely()), cmp.Compare(math.Abs(a.Value), math.Abs(b.Value)))
}

// compare orders decisions, the ones that mattered more first. Decisions without a causal path come
// after all with a difference, even of 0; those with insufficient evidence come last.
func (d RankedDecision) compare(other RankedDecision) int {
	if d.Largest != nil && other.Largest != nil {
		return larger(*other.Largest, *d.Largest)
	}
	rank := func(d RankedDecision) int {
		switch {
		case d.Largest != nil:
			return 0
		case d.Status == model.StatusNoCausalPath:
			return 1
		default:
			return 2
		}
	}
	return cmp.Compare(rank(d), rank(other))
}

func impactStatus(rows []RankedDecision) (model.Status, string) {
	if len(rows) == 0 {
		return model.StatusInsufficient, "The episode records no decision."
	}
	for _, d := range rows {
		if d.Status == model.StatusOK {
			return model.StatusOK, ""
		}
	}
	return rows[0].Status, rows[0].Reason
}

func (s *Service) explainedImpact(out Impact, budget int) (Impact, error) {
	if budget == 0 {
		return out, nil
	}
	var rest []explain.Sentence
	for _, d := range out.Decisions {
		rest = append(rest, d.inWords)
		for _, o := range d.Options {
			rest = append(rest, func(label int) string { return "  " + o.inWords(label) })
		}
	}
	for _, d := range out.Decisions {
		if texts := sharedAssumptions(d.Options); len(texts) > 0 {
			for _, text := range texts {
				rest = append(rest, explain.Note("Assumed: "+text))
			}
			break
		}
	}
	var err error
	out.Text, err = explain.Fit(s.tokens, budget, out.headline, rest)
	return out, err
}

// headline names the decision that mattered most, if that is certain.
func (i Impact) headline(label int) string {
	if i.Status != model.StatusOK {
		return string(i.Status) + ": " + effect.ShortenReason(i.Reason, label)
	}
	d := i.Decisions[0]
	judged := fmt.Sprintf("%d of %s can be judged", i.judged(), explain.Count(len(i.Decisions), "decision"))
	if d.Largest.Surely() == 0 {
		return fmt.Sprintf("%s: %sno decision clearly mattered to %s; of %s another option would have changed it by %s, which may be nothing; %s.",
			i.Status, d.temporalMark(), factor.Quoted(i.Target, label), factor.Quoted(d.Chosen, label), d.Largest.Signed(), judged)
	}
	return fmt.Sprintf("%s: %s%s mattered most to %s: another option would have changed it by %s; %s.",
		i.Status, d.temporalMark(), factor.Quoted(d.Chosen, label), factor.Quoted(i.Target, label), d.Largest.Signed(), judged)
}

// temporalMark says that the order in time was taken for a cause.
func (d RankedDecision) temporalMark() string {
	for _, o := range d.Options {
		if mark := o.Effect.TemporalMark(); mark != "" {
			return mark
		}
	}
	return ""
}

func (i Impact) judged() int {
	n := 0
	for _, d := range i.Decisions {
		if d.Status == model.StatusOK || d.Status == model.StatusNoCausalPath {
			n++
		}
	}
	return n
}

// inWords is a decision in a line.
func (d RankedDecision) inWords(label int) string {
	name := fmt.Sprintf("%s, chosen %s", d.Decision.Key, factor.Quoted(d.Chosen, label))
	if d.Chosen == (factor.Identity{}) {
		name = d.Decision.Key
	}
	if d.Status != model.StatusOK {
		return fmt.Sprintf("%s: %s: %s", name, d.Status, d.Reason)
	}
	return fmt.Sprintf("%s: another option up to %s.", name, d.Largest.Signed())
}
