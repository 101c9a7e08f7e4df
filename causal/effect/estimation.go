package effect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// Intervention is a question whose names are resolved.
type Intervention struct {
	Project string

	Do     []naming.StateName
	Target naming.StateName
	// Against is the state to compare the first action with; nil takes the most frequent other
	// state of its variable.
	Against *naming.StateName
	// Context are states known before. The answer lists those that it cannot condition on.
	Context []factor.Identity
	// Episode is the episode of the question, Chosen what it chose; both are empty when the
	// question is about none.
	Episode string
	Chosen  factor.Identity
	Widen   bool
	// Temporal lets links carry the effect that show nothing but the order in time.
	Temporal bool
}

// effectQuery is one question about a model while it is answered. [EstimateEffect] fills it step
// by step; each embedded struct is the result of one step, and later steps only read it.
type effectQuery struct {
	m *model.Model
	q Intervention
	// out is the answer so far.
	out *Effect

	resolved
	causalPaths
	// given are the states of the context to condition on, by column.
	given map[int]int
	// tried are the rows that have the states set and know the target.
	tried []int
	// fitting are those of tried that have the context too.
	fitting []int
	identification
	// deciding says which variable in doubt decides the answer; empty when none does.
	deciding string
	// precision is the number of independent episodes, of any context, that would be as precise as the
	// answer.
	precision float64
	// inDoubt is what was compared; differences are those that followed, of every way to hold it fixed.
	inDoubt     []uncertain
	differences []model.Interval
	// onlyClear says that there is an answer only because the difference excludes 0.
	onlyClear bool
	doubtful  doubtfulLinks
	// open are the differences that the counts do not exclude where no path leads to the target and few
	// links say what it depends on.
	open model.Interval
	// undecided is the number of episodes left out because they do not tell a decision that is set.
	undecided int
	// widenedNote says by how much the intervals were widened; empty when they were not.
	widenedNote string
}

// resolved is the question in columns and states instead of names.
type resolved struct {
	target, state int
	// do are the states that are set, by column. A state that no episode has is one more than
	// there are; set has its name.
	do  map[int]int
	set map[int]factor.Identity
	// first is the column of the first action.
	first int
}

// causalPaths are the columns that matter for the effect.
type causalPaths struct {
	// up are the columns that the target depends on once the actions are set; onPath are the
	// columns on a directed path from an action to the target.
	up, onPath []bool
}

// identification says how the effect can be read from the data.
type identification struct {
	// blocking are the columns that block the back doors, by action; adjustment is their union.
	// blocking is nil when the graph was not searched.
	blocking   map[int][]int
	adjustment []int
	// adjusted says that adjusting for the union answers the question.
	adjusted bool
	// inconclusive says that no path leads to the target, which does not show that there is no
	// effect.
	inconclusive bool
}

// EstimateEffect answers a question from a model.
func EstimateEffect(ctx context.Context, m *model.Model, q Intervention) (Effect, error) {
	w := &effectQuery{m: m, q: q, out: &Effect{
		Do: naming.Identified(q.Do), Target: q.Target.Identity, Chosen: q.Chosen, Derivation: m.Derivation, CutLinks: m.CutLinks(),
	}}
	var ok bool
	if w.resolved, ok = w.resolve(); !ok {
		w.describe()
		return *w.out, nil
	}
	w.keepDecided()
	w.causalPaths = w.findPaths()
	w.rest()
	w.given = w.condition()
	w.findTried()
	w.out.Observed = w.observe()
	w.identification = w.identify()
	w.doubtful = w.findDoubtful()
	if err := w.estimate(ctx); err != nil {
		return Effect{}, fmt.Errorf("estimate what %s leads to: %w", q.Target.Label(), err)
	}
	w.judge()
	w.out.Doubted = w.doubted()
	w.widenedNote = w.widen()
	w.out.Similar = w.similar()
	w.describe()
	return *w.out, nil
}

// fail sets the status, unless an earlier one applies.
func (w *effectQuery) fail(status model.Status, format string, args ...any) {
	if w.out.Status == "" {
		w.out.Status, w.out.Reason = status, fmt.Sprintf(format, args...)
	}
}

// resolve finds the columns of the actions and the target. It returns false when no episode has
// the target, or none records the variable of an action.
func (w *effectQuery) resolve() (r resolved, ok bool) {
	if r.target, r.state, ok = w.m.Find(w.q.Target.Identity); !ok {
		w.fail(model.StatusInsufficient, "No episode has %s, so that nothing can be learned of what leads to it.%s",
			factor.Quoted(w.q.Target.Identity, 60), w.closeWords(w.q.Target.Variable))
		return r, false
	}
	r.do, r.set, r.first = map[int]int{}, map[int]factor.Identity{}, -1
	for _, n := range w.q.Do {
		column, known := w.m.Column[n.Variable]
		if !known {
			w.fail(model.StatusInsufficient, "No episode tells %q.", text.Shorten(n.Variable, 60))
			return r, false
		}
		r.do[column], r.set[column] = w.stateOf(column, n.Identity), n.Identity
		if r.first < 0 {
			r.first = column
		}
	}
	return r, true
}

// stateOf is the number of a state, or one more than there are when no episode has it.
func (w *effectQuery) stateOf(column int, i factor.Identity) int {
	if _, state, ok := w.m.Find(i); ok {
		return state
	}
	return len(w.m.Variables[column].States)
}

// untried returns the first action with a state that no episode has.
func (w *effectQuery) untried() (factor.Identity, bool) {
	for _, n := range w.q.Do {
		if column := w.m.Column[n.Variable]; w.do[column] >= len(w.m.Variables[column].States) {
			return n.Identity, true
		}
	}
	return factor.Identity{}, false
}

// findPaths finds the directed paths from the actions to the target.
func (w *effectQuery) findPaths() causalPaths {
	p := causalPaths{up: w.dependent([]int{w.target}), onPath: w.descendants()}
	for v := range p.onPath {
		p.onPath[v] = p.onPath[v] && p.up[v]
	}
	return p
}

// descendants are the actions and the columns that depend on one.
func (w *effectQuery) descendants() []bool {
	out := make([]bool, len(w.m.Variables))
	for column := range w.do {
		for v, is := range w.m.Graph.Descendants(column) {
			out[v] = out[v] || is
		}
	}
	return out
}

// leads reports whether a directed path leads from an action to the target.
func (w *effectQuery) leads() bool { return w.onPath[w.target] && !w.onlyItself() }

// onlyItself reports whether the target depends on no action.
func (w *effectQuery) onlyItself() bool {
	for column := range w.do {
		if w.up[column] {
			return false
		}
	}
	return true
}

// question is the question for the estimators.
func (w *effectQuery) question() estimation.Question {
	return estimation.Question{Target: w.target, State: w.state, Do: w.do, Given: w.given}
}

// findTried finds the rows that have the states set.
func (w *effectQuery) findTried() {
	w.tried = w.rows(w.do)
	w.fitting = w.tried
	if len(w.given) > 0 {
		w.fitting = w.rows(w.do, w.given)
	}
}

// rows are the rows that have all the states and know the target.
func (w *effectQuery) rows(states ...map[int]int) []int {
	var out []int
	target, shares := w.m.Sample.Columns[w.target].Of, sharing(w.m, states...)
	for row, state := range target {
		if state != estimation.Unknown && shares(row) {
			out = append(out, row)
		}
	}
	return out
}

// sharing returns a function that reports whether a row has all the states.
func sharing(m *model.Model, states ...map[int]int) func(row int) bool {
	cells, wanted := cellsOf(m, states...)
	return func(row int) bool {
		for i, of := range cells {
			if int(of[row]) != wanted[i] {
				return false
			}
		}
		return true
	}
}

// cellsOf are the columns of the states, and the states.
func cellsOf(m *model.Model, states ...map[int]int) (cells [][]int16, wanted []int) {
	for _, all := range states {
		for column, state := range all {
			cells, wanted = append(cells, m.Sample.Columns[column].Of), append(wanted, state)
		}
	}
	return cells, wanted
}

// named are the ids of the episodes of rows, in order, which is that of the rows.
func named(m *model.Model, rows []int) []string {
	if !slices.IsSorted(rows) {
		rows = slices.Sorted(slices.Values(rows))
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = m.Episodes[row]
	}
	return out
}

// identify finds how the effect can be identified, and fails with the reason when it cannot,
// whatever the counts.
func (w *effectQuery) identify() identification {
	inconclusive := false
	id, never := w.untried()
	switch {
	case never:
		w.fail(model.StatusInsufficient, "No episode chose %s: what was never tried is not estimated. Tried were %s.", factor.Quoted(id, 60), w.triedStates(id))
	case w.m.Variables[w.target].Constant:
		w.fail(model.StatusInsufficient, "No episode tells that %q was otherwise than %s, so that nothing can be learned of what leads to it.%s",
			text.Shorten(w.q.Target.Variable, 60), factor.Quoted(w.out.Target, 60), w.closeWords(w.q.Target.Variable))
	case w.constantAction():
		w.fail(model.StatusInsufficient, "No episode tells that %s was otherwise, so that there is nothing to compare with.%s", w.setWords(), w.closeWords(w.set[w.first].Variable))
	case len(w.tried) < LeastChosen && w.m.Status != "":
		w.fail(model.StatusInsufficient, "%s", w.tooLittle(w.set[w.first]))
	case w.m.Status != "":
		w.fail(w.m.Status, "%s", w.m.Reason)
	case !w.leads():
		status, reason := w.noPath()
		inconclusive = status != model.StatusNoCausalPath
		w.fail(status, "%s", reason)
	}
	if inconclusive || w.out.Status == model.StatusNoCausalPath || w.m.Status == model.StatusTruncated {
		return identification{inconclusive: inconclusive}
	}
	return w.backDoors()
}

// constantAction reports whether only one state of an action is known.
func (w *effectQuery) constantAction() bool {
	for column := range w.do {
		if w.m.Variables[column].Constant {
			return true
		}
	}
	return false
}

// backDoors finds what to adjust for.
func (w *effectQuery) backDoors() identification {
	recorded := w.m.Recorded()
	down := w.descendants()
	id := identification{adjusted: true, blocking: map[int][]int{}}
	for column := range w.do {
		some, ok := w.block(column, recorded)
		if !ok || w.unrecordedCause(column) {
			id.adjusted = false
			w.unidentified(column, recorded)
		}
		id.blocking[column] = some
		id.adjustment = append(id.adjustment, some...)
	}
	slices.Sort(id.adjustment)
	id.adjustment = slices.Compact(id.adjustment)
	for _, column := range id.adjustment {
		// One set cannot block what lies between two actions, nor what forms a cycle with one.
		id.adjusted = id.adjusted && !down[column]
		w.out.Adjustment = append(w.out.Adjustment, w.m.Variables[column].Name)
	}
	return id
}

// block are columns that block the back doors of a column. In a cyclic graph they are its parents.
func (w *effectQuery) block(column int, recorded []bool) ([]int, bool) {
	if w.m.Status == "" {
		return estimation.Identify(w.m.Graph, recorded, column, w.target)
	}
	return slices.Clone(w.m.Graph.Parents[column]), true
}

// unrecordedCause reports whether no episode records a parent of a column. A missing link from that
// parent to the target then does not show that it has no effect on it.
func (w *effectQuery) unrecordedCause(column int) bool {
	return slices.ContainsFunc(w.m.Graph.Parents[column], func(p int) bool {
		v := w.m.Variables[p]
		return v.Recorded == 0 && v.Absent < 0
	})
}

// unidentified fails with the unrecorded parents of a column. If all of them have one recorded
// state, and few episodes made the choice, the few episodes are the reason.
func (w *effectQuery) unidentified(column int, recorded []bool) {
	var never, constant []string
	for _, p := range w.m.Graph.Parents[column] {
		switch v := w.m.Variables[p]; {
		case recorded[p]:
		case v.Recorded > 0 || v.Absent >= 0:
			constant = append(constant, v.Name)
		default:
			never = append(never, v.Name)
		}
	}
	if len(never) == 0 && len(w.tried) < LeastChosen {
		w.fail(model.StatusInsufficient, "%s", w.tooLittle(w.set[column]))
	}
	var why []string
	if len(never) > 0 {
		why = append(why, explain.NamesWords(never)+" in no episode")
	}
	if len(constant) > 0 {
		why = append(why, explain.NamesWords(constant)+" in one state only: if it did not happen where it is not told, "+curate.CloseCommand(w.q.Project, constant))
	}
	w.fail(model.StatusNotIdentified, "What decides about %s is not recorded (%s), so that its effect cannot be told from what goes along with it.",
		factor.Quoted(w.set[column], 60), strings.Join(why, "; "))
}
