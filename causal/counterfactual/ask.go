package counterfactual

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

func (q Question) withDefaults() Question {
	q.Episode, q.Remove, q.Set = strings.TrimSpace(q.Episode), strings.TrimSpace(q.Remove), strings.TrimSpace(q.Set)
	q.Target = explain.OrElse(q.Target, episodic.OutcomeID)
	return q
}

func (q Question) validate() error {
	c := problem.Checker{Problems: append(explain.BudgetProblems(q.Budget), effect.EpisodeProblems(q.Episode)...)}
	if (q.Remove == "") == (q.Set == "") {
		c.Invalid("remove", "name either what is taken away (remove) or a state that is set instead (set)")
	}
	return c.Err()
}

// Counterfactual answers whether a target would have been otherwise in an episode, had a cause been
// otherwise. It returns a [problem.InvalidError] for a question that makes no sense, such as a
// cause that came after its effect, an error that wraps [episodic.ErrNotFound] for an unknown
// episode, and ErrProjectNotFound. An answer that cannot be given is a status, not an error.
func (s *Service) Counterfactual(ctx context.Context, q Question) (Counterfactual, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Counterfactual{}, err
	}
	c := &counterfactual{s: s, q: q}
	if err := c.answer(ctx); err != nil {
		return Counterfactual{}, fmt.Errorf("find out what would have been in %s: %w", q.Episode, err)
	}
	if q.Budget == 0 {
		return c.out, nil
	}
	var err error
	c.out.Text, err = s.explainCounterfactual(c.out, q.Budget)
	return c.out, err
}

// counterfactual is one question while it is answered.
type counterfactual struct {
	s     *Service
	q     Question
	t     naming.EpisodeCase
	graph *episodeGraph
	out   Counterfactual
	// cause and target are the occurrences that the names resolved to.
	cause, target []int
	// later says why the occurrence is not the one that counts for its variable; empty when it is.
	later string
	// wanted is the target as asked for; the episode may have another state.
	wanted factor.Identity
}

// answer takes the question step by step. Each step may end it with a status.
func (c *counterfactual) answer(ctx context.Context) (err error) {
	if c.t, err = c.s.effect.ReadCase(ctx, c.q.Project, c.q.Episode); err != nil {
		return err
	}
	if c.out.Derivation, err = c.s.layer.Derivation(ctx, c.q.Project); err != nil {
		return err
	}
	if c.graph, err = c.s.episodeGraph(ctx, c.q.Project, c.t); err != nil {
		return err
	}
	if understood, err := c.understand(ctx); err != nil || !understood {
		return err
	}
	targets, actions := []string{c.variable(c.out.Target, c.target)}, []string{c.variable(c.out.Actual, c.cause)}
	m, err := c.s.models.Model(ctx, c.q.Project, targets, actions)
	if err != nil {
		return err
	}
	if err := c.s.doubts.Attach(ctx, c.q.Project, m, actions, targets); err != nil {
		return err
	}
	c.out.Derivation, c.out.factors = m.Derivation, c.t.Instances
	c.graph.carry(m, c.q.Temporal)
	if c.out.Structural, err = c.graph.structural(ctx, c.cause, c.target); err != nil {
		return err
	}
	c.out.OnlyTemporal = c.graph.onlyInTime(c.cause, c.target)
	if err := c.grade(ctx, m); err != nil {
		return err
	}
	if c.out.OnlyTemporal && !c.q.Temporal && c.out.Status == model.StatusInsufficient {
		c.refuseTime()
	}
	return nil
}

// refuseTime ends the question because the order in time alone is no answer.
func (c *counterfactual) refuseTime() {
	c.out.Graded, c.out.Causation = nil, nil
	c.end(model.StatusOnlyTemporal, "Nothing but the order in time leads from %q to %q, which shows what came first and no cause. "+
		"State how one led to the other (recordFactorLink), or ask with temporal to take the order in time for a cause.", c.out.Actual.Label(), c.out.Target.Label())
}

// variable is the variable of a state, or of its first occurrence, which may have an identity of its
// own.
func (c *counterfactual) variable(i factor.Identity, nodes []int) string {
	if len(nodes) > 0 {
		if general, known := c.t.Instances[c.graph.nodes[nodes[0]].Key]; known {
			return general.Variable
		}
	}
	return i.Variable
}

// reasonLabel is the most characters of a name in a reason.
const reasonLabel = 120

// end ends the question with a status. It shortens names in the reason; a reason given as "%s"
// stays as it is.
func (c *counterfactual) end(status model.Status, format string, args ...any) {
	for i, a := range args {
		if name, is := a.(string); is && format != "%s" {
			args[i] = text.Shorten(text.OneLine(name), reasonLabel)
		}
	}
	c.out.Status, c.out.Reason = status, fmt.Sprintf(format, args...)
}

// understand resolves the names in the episode.
func (c *counterfactual) understand(ctx context.Context) (bool, error) {
	var understood bool
	var err error
	if c.wanted, c.target, understood, err = c.name(ctx, c.q.Target); err != nil || !understood {
		return false, err
	}
	actual, known := stateOf(c.t, c.wanted.Variable)
	switch {
	case len(c.target) == 1 && c.wanted == c.ownIdentity(c.target[0]):
		actual = c.wanted
	case !known:
		c.out.Target = c.wanted
		c.end(model.StatusInsufficient, "The episode does not tell %q, and what it does not tell is unknown.", c.wanted.Variable)
		return false, nil
	}
	if c.out.Target = actual; actual != c.wanted {
		c.target = nil
	}
	if c.q.Set != "" {
		return c.understandSet(ctx)
	}
	return c.understandRemove(ctx)
}

// understandRemove resolves the cause to remove.
func (c *counterfactual) understandRemove(ctx context.Context) (bool, error) {
	gone, nodes, understood, err := c.name(ctx, c.q.Remove)
	if err != nil || !understood {
		return false, err
	}
	c.out.Actual, c.cause = gone, nodes
	if err := c.sensible("remove"); err != nil {
		return false, err
	}
	if len(nodes) > 0 {
		return true, nil
	}
	actual, known := stateOf(c.t, gone.Variable)
	switch {
	case !known:
		c.end(model.StatusInsufficient, "The episode does not tell whether %q happened.", gone.Label())
	case actual != gone:
		c.out.Actual, c.out.Set = actual, actual
		c.out.Graded = unchanged()
		c.end(model.StatusOK, "%q did not happen in this episode (it has %q), so taking it away changes nothing; "+
			"ask with set: %q whether it would have changed something.", gone.Label(), actual.Label(), gone.Label())
	case isAbsent(c.t, gone):
		c.out.Set, c.out.Graded = actual, unchanged()
		c.end(model.StatusOK, "Of %q nothing happened in this episode, so there is nothing to take away; "+
			"ask with set what would have been if it had.", gone.Variable)
	default:
		return true, nil
	}
	return false, nil
}

// understandSet resolves the state to set.
func (c *counterfactual) understandSet(ctx context.Context) (bool, error) {
	found, err := c.s.effect.StateNamed(ctx, c.q.Project, c.t.Rules, c.q.Set)
	if err != nil {
		return false, err
	}
	if !found.Understood() {
		c.end(model.StatusUnknownEnd, "%s", found.Reason)
		return false, nil
	}
	c.out.Set = found.Identity
	actual, known := stateOf(c.t, found.Variable)
	if !known {
		c.end(model.StatusInsufficient, "The episode does not tell %q, so nothing is known of what would be otherwise.", found.Variable)
		return false, nil
	}
	c.out.Actual, c.cause = actual, c.graph.having(actual)
	if err := c.sensible("set"); err != nil {
		return false, err
	}
	switch {
	case actual == found.Identity:
		c.out.Graded = unchanged()
		c.end(model.StatusOK, "%q is what happened in this episode: nothing is supposed to be otherwise.", actual.Label())
		return false, nil
	case found.Untried:
		c.end(model.StatusInsufficient, "No episode has %q: what was never tried is not guessed.", found.Label())
		return false, nil
	}
	return true, nil
}

// name resolves an occurrence of the episode by its short id or key, a variable, which means its
// state in the episode, or a factor.
func (c *counterfactual) name(ctx context.Context, name string) (i factor.Identity, nodes []int, understood bool, err error) {
	key := episodic.OccurrenceKey(c.t.Episode.ID, name)
	if n, own := c.graph.at[key]; own && c.graph.nodes[n].Episode == c.t.Episode.ID {
		i, alone := c.occurrence(n)
		c.later = explain.OrElse(c.later, alone)
		return i, []int{n}, true, nil
	}
	if actual, known := stateOf(c.t, name); known {
		return actual, c.graph.having(actual), true, nil
	}
	found, err := c.s.effect.StateNamed(ctx, c.q.Project, c.t.Rules, name)
	if err != nil {
		return i, nil, false, err
	}
	if !found.Understood() {
		c.end(model.StatusUnknownEnd, "%s", found.Reason)
		return i, nil, false, nil
	}
	return found.Identity, c.graph.having(found.Identity), true, nil
}

// occurrence is the identity of an occurrence: its factor, or one of its own where it has none or is
// not the one that counts for its variable. alone then says why what episodes have in common says
// nothing about it.
func (c *counterfactual) occurrence(n int) (i factor.Identity, alone string) {
	o := c.graph.nodes[n]
	general, known := c.t.Instances[o.Key]
	switch {
	case !known:
		alone = fmt.Sprintf("%q does not tell what it has in common with others.", text.Shorten(text.OneLine(o.Label), reasonLabel))
	case o.Kind != episodic.KindOutcome:
		alone = c.t.NotCounted(o.Key)
	}
	if alone != "" {
		return c.ownIdentity(n), alone
	}
	return general, ""
}

// ownIdentity names an occurrence in its episode only: by its text and its id.
func (c *counterfactual) ownIdentity(n int) factor.Identity {
	o := c.graph.nodes[n]
	_, id, _ := episodic.SplitKey(o.Key)
	return factor.Identity{Variable: fmt.Sprintf("%s (%s)", text.Shorten(text.OneLine(o.Label), reasonLabel), id), State: factor.StateOccurred}
}

// sensible returns a [problem.InvalidError] when the cause, named at a path, is the target or came
// after it.
func (c *counterfactual) sensible(path string) error {
	x, y := c.out.Actual, c.out.Target
	itself := func(n int) bool { return slices.Contains(c.target, n) }
	if x.Variable == y.Variable || slices.ContainsFunc(c.cause, itself) {
		return problem.Refuse("target", "%q is itself what is supposed to be otherwise; ask about something that comes of it", y.Variable)
	}
	if c.isAfter() {
		return problem.Refuse(path, "%q came after %q in this episode, and what is later changes nothing that was before", x.Label(), y.Label())
	}
	return nil
}

// isAfter reports whether all occurrences of the cause came after all of the target.
func (c *counterfactual) isAfter() bool {
	target := c.target
	if target == nil {
		target = c.graph.having(c.out.Target)
	}
	if len(c.cause) > 0 && len(target) == 0 {
		return isContext(c.t, c.out.Target) && !isContext(c.t, c.out.Actual)
	}
	for _, x := range c.cause {
		for _, y := range target {
			if !after(c.graph.nodes[x], c.graph.nodes[y]) {
				return false
			}
		}
	}
	return len(c.cause) > 0
}

// stateOf is the state of a variable in the episode: the first recorded one, or the absent state of
// a closed variable.
func stateOf(t naming.EpisodeCase, variable string) (factor.Identity, bool) {
	var observed []layer.ObservedState
	for i, o := range t.Observations {
		if o.Variable == variable {
			observed = append(observed, layer.ObservedState{Factor: i, Order: o.Order})
		}
	}
	if len(observed) == 1 {
		return t.Observations[observed[0].Factor].Identity, true
	}
	if len(observed) > 1 {
		sequence, first := dataset.InOrder(observed)
		if !first {
			return factor.Identity{}, false
		}
		return t.Observations[sequence[0].Factor].Identity, true
	}
	for _, closed := range t.Rules.Closed {
		if closed.Variable == variable {
			return factor.Identity{Variable: variable, State: closed.AbsentState}, true
		}
	}
	return factor.Identity{}, false
}

// isAbsent reports whether a state is the absent state of a closed variable that the episode does
// not record.
func isAbsent(t naming.EpisodeCase, i factor.Identity) bool {
	return !slices.ContainsFunc(t.Observations, func(o contribution.Observation) bool { return o.Variable == i.Variable })
}

// isContext reports whether a state was known before any decision.
func isContext(t naming.EpisodeCase, i factor.Identity) bool {
	for _, o := range t.Observations {
		if o.Identity == i {
			return o.Kinds.Context > 0
		}
	}
	return false
}

// unchanged is the answer when the state to set is the actual one.
func unchanged() *Graded {
	return &Graded{Verdict: VerdictNo, Method: inference.Exact}
}
