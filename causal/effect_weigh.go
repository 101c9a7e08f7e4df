package causal

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// intervention is a question about what is set whose names are understood.
type intervention struct {
	do     []stateName
	target stateName
	// against is what the first of them is compared with; nil takes the most frequent other
	// state of its variable.
	against *stateName
	// context are states known before; those that cannot be held are told apart.
	context []Identity
	// episode is the one that is asked about, chosen what it chose; both are empty when the
	// question is about none.
	episode string
	chosen  Identity
	widen   bool
}

// weighing answers an intervention over a model: numbers instead of names.
type weighing struct {
	ctx context.Context //nolint:containedctx // lives as long as one question
	m   *model
	q   intervention
	out *Effect

	// target and state are the number of the target's variable and of its state.
	target, state int
	// do and given are the states that are set and held, first is the column of the first that
	// is set; identity says what is set of each column, also where nothing ever had it.
	do, given map[int]int
	first     int
	set       map[int]Identity
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

// weigh answers a question over a model.
func (m *model) weigh(ctx context.Context, q intervention) (Effect, error) {
	w := &weighing{ctx: ctx, m: m, q: q, out: &Effect{
		Do: identified(q.do), Target: q.target.Identity, Chosen: q.chosen, Derivation: m.derivation, CutLinks: m.cutLinks(),
	}}
	if !w.place() {
		w.tell()
		return *w.out, nil
	}
	w.follow()
	w.hold()
	w.observe()
	w.gate()
	if err := w.estimate(); err != nil {
		return Effect{}, fmt.Errorf("estimate what %s leads to: %w", q.target.Label(), err)
	}
	w.judge()
	w.widen()
	w.similar()
	w.tell()
	return *w.out, nil
}

// fail gives the status, unless an earlier one applies.
func (w *weighing) fail(status EffectStatus, format string, args ...any) {
	if w.out.Status == "" {
		w.out.Status, w.out.Reason = status, fmt.Sprintf(format, args...)
	}
}

// place finds the columns of what is set and of the target; false when the target was never
// seen, or a variable is not recorded at all.
func (w *weighing) place() bool {
	var ok bool
	if w.target, w.state, ok = w.m.find(w.q.target.Identity); !ok {
		w.fail(EffectInsufficient, "No episode has %s, so that nothing can be learned of what leads to it.", quoted(w.q.target.Identity, 60))
		return false
	}
	w.do, w.set, w.first = map[int]int{}, map[int]Identity{}, -1
	for _, n := range w.q.do {
		column, known := w.m.column[n.Variable]
		if !known {
			w.fail(EffectInsufficient, "No episode tells %q.", shorten(n.Variable, 60))
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
func (w *weighing) stateOf(column int, i Identity) int {
	if _, state, ok := w.m.find(i); ok {
		return state
	}
	return len(w.m.variables[column].States)
}

// untried reports whether something is set that no episode has.
func (w *weighing) untried() (Identity, bool) {
	for _, n := range w.q.do {
		if column := w.m.column[n.Variable]; w.do[column] >= len(w.m.variables[column].States) {
			return n.Identity, true
		}
	}
	return Identity{}, false
}

// follow finds the ways from what is set to the target.
func (w *weighing) follow() {
	w.up = w.dependent([]int{w.target})
	w.way = w.descendants()
	for v := range w.way {
		w.way[v] = w.way[v] && w.up[v]
	}
}

// descendants are the columns that depend on something that is set, and that itself.
func (w *weighing) descendants() []bool {
	out := make([]bool, len(w.m.variables))
	for column := range w.do {
		for v, is := range w.m.graph.Descendants(column) {
			out[v] = out[v] || is
		}
	}
	return out
}

// leads reports whether a way leads from something that is set to the target.
func (w *weighing) leads() bool { return w.way[w.target] && !w.onlyItself() }

// onlyItself reports whether no action is on a way to the target.
func (w *weighing) onlyItself() bool {
	for column := range w.do {
		if w.up[column] {
			return false
		}
	}
	return true
}

// question is what the estimators are asked.
func (w *weighing) question() estimation.Question {
	return estimation.Question{Target: w.target, State: w.state, Do: w.do, Given: w.given}
}

// rows are those that have all of some states, and tell the target.
func (w *weighing) rows(states ...map[int]int) []int {
	var out []int
	target, shares := w.m.sample.Columns[w.target].Of, w.m.sharing(states...)
	for row, state := range target {
		if state != estimation.Unknown && shares(row) {
			out = append(out, row)
		}
	}
	return out
}

// sharing returns a function that reports whether a row has all of some states.
func (m *model) sharing(states ...map[int]int) func(row int) bool {
	var told [][]int16
	var wanted []int
	for _, all := range states {
		for column, state := range all {
			told, wanted = append(told, m.sample.Columns[column].Of), append(wanted, state)
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
func (m *model) named(rows []int) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = m.episodes[row]
	}
	slices.Sort(out)
	return out
}

// gate finds what keeps the question from being answered, whatever the counts.
func (w *weighing) gate() {
	id, never := w.untried()
	switch {
	case w.m.status != "":
		w.fail(w.m.status, "%s", w.m.reason)
	case never:
		w.fail(EffectInsufficient, "No episode chose %s: what was never tried is not estimated. Tried were %s.", quoted(id, 60), w.triedStates(id))
	case w.m.variables[w.target].constant:
		w.fail(EffectInsufficient, "No episode tells that %q was otherwise than %s, so that nothing can be learned of what leads to it.",
			shorten(w.q.target.Variable, 60), quoted(w.out.Target, 60))
	case w.onlySo():
		w.fail(EffectInsufficient, "No episode tells that %s was otherwise, so that there is nothing to compare with.", w.setWords())
	case !w.leads():
		status, reason := w.m.noWay(slices.Sorted(maps.Keys(w.do)), w.target, w.setWords(), quoted(w.out.Target, 60))
		w.loose = status != EffectNoCausalPath
		w.fail(status, "%s", reason)
	}
	if w.out.Status != EffectNoCausalPath && w.out.Status != EffectTruncated && !w.loose {
		w.identify()
	}
}

// onlySo reports whether something is set of which only one state is known.
func (w *weighing) onlySo() bool {
	for column := range w.do {
		if w.m.variables[column].constant {
			return true
		}
	}
	return false
}

// identify finds what is to be adjusted for.
func (w *weighing) identify() {
	recorded := w.m.recorded()
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
		w.out.Adjustment = append(w.out.Adjustment, w.m.variables[column].Name)
	}
}

// block are columns that block the back doors of one; in a circle its parents.
func (w *weighing) block(column int, recorded []bool) ([]int, bool) {
	if w.m.status == "" {
		return estimation.Identify(w.m.graph, recorded, column, w.target)
	}
	return slices.Clone(w.m.graph.Parents[column]), true
}

// unseen reports whether something decides about a column that no episode tells: that nothing
// links it to the target is then no sign that it has nothing to do with it.
func (w *weighing) unseen(column int) bool {
	return slices.ContainsFunc(w.m.graph.Parents[column], func(p int) bool {
		v := w.m.variables[p]
		return v.Recorded == 0 && v.Absent < 0
	})
}

// unidentified says what decides about a column and is not recorded. Where some episodes tell
// of it, but never that it was otherwise, and few made the choice, that is said first.
func (w *weighing) unidentified(column int, recorded []bool) {
	var never, onlySo []string
	for _, p := range w.m.graph.Parents[column] {
		switch v := w.m.variables[p]; {
		case recorded[p]:
		case v.Recorded > 0 || v.Absent >= 0:
			onlySo = append(onlySo, v.Name)
		default:
			never = append(never, v.Name)
		}
	}
	if len(never) == 0 && len(w.tried) < LeastChosen {
		w.fail(EffectInsufficient, "%s", w.tooLittle(w.set[column]))
	}
	var why []string
	if len(never) > 0 {
		why = append(why, namesWords(never)+" in no episode")
	}
	if len(onlySo) > 0 {
		why = append(why, namesWords(onlySo)+" in one state only: declare closed what did not happen when it is not recorded")
	}
	w.fail(EffectNotIdentified, "What decides about %s is not recorded (%s), so that its effect cannot be told from what goes along with it.",
		quoted(w.set[column], 60), strings.Join(why, "; "))
}
