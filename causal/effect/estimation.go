package effect

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// Intervention is a question about what is set whose names are understood.
type Intervention struct {
	Do     []StateName
	Target StateName
	// Against is what the first of them is compared with; nil takes the most frequent other
	// state of its variable.
	Against *StateName
	// Context are states known before; those that cannot be held are told apart.
	Context []factor.Identity
	// Episode is the one that is asked about, chosen what it chose; both are empty when the
	// question is about none.
	Episode string
	Chosen  factor.Identity
	Widen   bool
}

// effectQuery answers an intervention over a model: numbers instead of names.
type effectQuery struct {
	ctx context.Context //nolint:containedctx // lives as long as one question
	m   *model.Model
	q   Intervention
	out *Effect

	// target and state are the number of the target's variable and of its state.
	target, state int
	// do and given are the states that are set and held, first is the column of the first that
	// is set; identity says what is set of each column, also where nothing ever had it.
	do, given map[int]int
	first     int
	set       map[int]factor.Identity
	// up are the columns on which the target depends once the actions are set, way those on a
	// way from an action to it.
	up, way []bool
	// blocking are the columns that block the back doors of each that is set, adjustment all of
	// them; adjusted says that adjusting for these answers the question.
	blocking   map[int][]int
	adjustment []int
	adjusted   bool
	// wide says by what the intervals were widened; empty when they were not.
	wide string
	// loose says that no way leads to the target, and that this is no sign of no effect.
	loose bool
	// tried are the rows that made the choice and tell the target.
	tried []int
}

// EstimateEffect answers a question over a model.
func EstimateEffect(m *model.Model, ctx context.Context, q Intervention) (Effect, error) {
	w := &effectQuery{ctx: ctx, m: m, q: q, out: &Effect{
		Do: Identified(q.Do), Target: q.Target.Identity, Chosen: q.Chosen, Derivation: m.Derivation, CutLinks: m.CutLinks(),
	}}
	if !w.resolve() {
		w.describe()
		return *w.out, nil
	}
	w.restrictGraph()
	w.condition()
	w.observe()
	w.checkIdentifiable()
	if err := w.estimate(); err != nil {
		return Effect{}, fmt.Errorf("estimate what %s leads to: %w", q.Target.Label(), err)
	}
	w.judge()
	w.widen()
	w.similar()
	w.describe()
	return *w.out, nil
}

// fail gives the status, unless an earlier one applies.
func (w *effectQuery) fail(status model.Status, format string, args ...any) {
	if w.out.Status == "" {
		w.out.Status, w.out.Reason = status, fmt.Sprintf(format, args...)
	}
}

// resolve finds the columns of what is set and of the target; false when the target was never
// seen, or a variable is not recorded at all.
func (w *effectQuery) resolve() bool {
	var ok bool
	if w.target, w.state, ok = w.m.Find(w.q.Target.Identity); !ok {
		w.fail(model.StatusInsufficient, "No episode has %s, so that nothing can be learned of what leads to it.", factor.Quoted(w.q.Target.Identity, 60))
		return false
	}
	w.do, w.set, w.first = map[int]int{}, map[int]factor.Identity{}, -1
	for _, n := range w.q.Do {
		column, known := w.m.Column[n.Variable]
		if !known {
			w.fail(model.StatusInsufficient, "No episode tells %q.", text.Shorten(n.Variable, 60))
			return false
		}
		w.do[column], w.set[column] = w.stateOf(column, n.Identity), n.Identity
		if w.first < 0 {
			w.first = column
		}
	}
	return true
}

// stateOf is the number of a state, one more than there are when no episode has it.
func (w *effectQuery) stateOf(column int, i factor.Identity) int {
	if _, state, ok := w.m.Find(i); ok {
		return state
	}
	return len(w.m.Variables[column].States)
}

// untried reports whether something is set that no episode has.
func (w *effectQuery) untried() (factor.Identity, bool) {
	for _, n := range w.q.Do {
		if column := w.m.Column[n.Variable]; w.do[column] >= len(w.m.Variables[column].States) {
			return n.Identity, true
		}
	}
	return factor.Identity{}, false
}

// restrictGraph finds the ways from what is set to the target.
func (w *effectQuery) restrictGraph() {
	w.up = w.dependent([]int{w.target})
	w.way = w.descendants()
	for v := range w.way {
		w.way[v] = w.way[v] && w.up[v]
	}
}

// descendants are the columns that depend on something that is set, and that itself.
func (w *effectQuery) descendants() []bool {
	out := make([]bool, len(w.m.Variables))
	for column := range w.do {
		for v, is := range w.m.Graph.Descendants(column) {
			out[v] = out[v] || is
		}
	}
	return out
}

// leads reports whether a way leads from something that is set to the target.
func (w *effectQuery) leads() bool { return w.way[w.target] && !w.onlyItself() }

// onlyItself reports whether no action is on a way to the target.
func (w *effectQuery) onlyItself() bool {
	for column := range w.do {
		if w.up[column] {
			return false
		}
	}
	return true
}

// question is what the estimators are asked.
func (w *effectQuery) question() estimation.Question {
	return estimation.Question{Target: w.target, State: w.state, Do: w.do, Given: w.given}
}

// rows are those that have all of some states, and tell the target.
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

// sharing returns a function that reports whether a row has all of some states.
func sharing(m *model.Model, states ...map[int]int) func(row int) bool {
	var told [][]int16
	var wanted []int
	for _, all := range states {
		for column, state := range all {
			told, wanted = append(told, m.Sample.Columns[column].Of), append(wanted, state)
		}
	}
	return func(row int) bool {
		for i, of := range told {
			if int(of[row]) != wanted[i] {
				return false
			}
		}
		return true
	}
}

// named are the ids of the episodes of some rows, in order.
func named(m *model.Model, rows []int) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = m.Episodes[row]
	}
	slices.Sort(out)
	return out
}

// checkIdentifiable finds what keeps the question from being answered, whatever the counts.
func (w *effectQuery) checkIdentifiable() {
	id, never := w.untried()
	switch {
	case w.m.Status != "":
		w.fail(w.m.Status, "%s", w.m.Reason)
	case never:
		w.fail(model.StatusInsufficient, "No episode chose %s: what was never tried is not estimated. Tried were %s.", factor.Quoted(id, 60), w.triedStates(id))
	case w.m.Variables[w.target].Constant:
		w.fail(model.StatusInsufficient, "No episode tells that %q was otherwise than %s, so that nothing can be learned of what leads to it.",
			text.Shorten(w.q.Target.Variable, 60), factor.Quoted(w.out.Target, 60))
	case w.onlySo():
		w.fail(model.StatusInsufficient, "No episode tells that %s was otherwise, so that there is nothing to compare with.", w.setWords())
	case !w.leads():
		status, reason := w.m.NoCausalPath(slices.Sorted(maps.Keys(w.do)), w.target, w.setWords(), factor.Quoted(w.out.Target, 60))
		w.loose = status != model.StatusNoCausalPath
		w.fail(status, "%s", reason)
	}
	if w.out.Status != model.StatusNoCausalPath && w.out.Status != model.StatusTruncated && !w.loose {
		w.identify()
	}
}

// onlySo reports whether something is set of which only one state is known.
func (w *effectQuery) onlySo() bool {
	for column := range w.do {
		if w.m.Variables[column].Constant {
			return true
		}
	}
	return false
}

// identify finds what is to be adjusted for.
func (w *effectQuery) identify() {
	recorded := w.m.Recorded()
	down := w.descendants()
	w.adjusted, w.blocking = true, map[int][]int{}
	for column := range w.do {
		some, ok := w.block(column, recorded)
		if !ok || w.unseen(column) {
			w.adjusted = false
			w.unidentified(column, recorded)
		}
		w.blocking[column] = some
		w.adjustment = append(w.adjustment, some...)
	}
	slices.Sort(w.adjustment)
	w.adjustment = slices.Compact(w.adjustment)
	for _, column := range w.adjustment {
		// One set cannot block what comes between two actions, nor what is in a circle with one.
		w.adjusted = w.adjusted && !down[column]
		w.out.Adjustment = append(w.out.Adjustment, w.m.Variables[column].Name)
	}
}

// block are columns that block the back doors of one; in a circle its parents.
func (w *effectQuery) block(column int, recorded []bool) ([]int, bool) {
	if w.m.Status == "" {
		return estimation.Identify(w.m.Graph, recorded, column, w.target)
	}
	return slices.Clone(w.m.Graph.Parents[column]), true
}

// unseen reports whether something decides about a column that no episode tells: that nothing
// links it to the target is then no sign that it has nothing to do with it.
func (w *effectQuery) unseen(column int) bool {
	return slices.ContainsFunc(w.m.Graph.Parents[column], func(p int) bool {
		v := w.m.Variables[p]
		return v.Recorded == 0 && v.Absent < 0
	})
}

// unidentified says what decides about a column and is not recorded. Where some episodes tell
// of it, but never that it was otherwise, and few made the choice, that is said first.
func (w *effectQuery) unidentified(column int, recorded []bool) {
	var never, onlySo []string
	for _, p := range w.m.Graph.Parents[column] {
		switch v := w.m.Variables[p]; {
		case recorded[p]:
		case v.Recorded > 0 || v.Absent >= 0:
			onlySo = append(onlySo, v.Name)
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
	if len(onlySo) > 0 {
		why = append(why, explain.NamesWords(onlySo)+" in one state only: declare closed what did not happen when it is not recorded")
	}
	w.fail(model.StatusNotIdentified, "What decides about %s is not recorded (%s), so that its effect cannot be told from what goes along with it.",
		factor.Quoted(w.set[column], 60), strings.Join(why, "; "))
}
