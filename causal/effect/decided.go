package effect

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
)

// keepDecided leaves out the episodes that do not tell a decision that is set, when they are more than
// strata may lack: what was not to be decided has no options to compare.
func (w *effectQuery) keepDecided() {
	var decisions []int
	for _, column := range slices.Sorted(maps.Keys(w.do)) {
		v := w.m.Variables[column]
		if v.Kind != factor.KindDecision || v.Constant || w.do[column] >= len(v.States) {
			continue
		}
		known := len(w.m.Episodes) - count(w.m.Sample.Columns[column].Of, estimation.Unknown)
		if known > 0 && float64(known) < LeastOverlap*float64(len(w.m.Episodes)) {
			decisions = append(decisions, column)
		}
	}
	if len(decisions) == 0 {
		return
	}
	all := len(w.m.Episodes)
	w.m = w.m.Among(decisions)
	w.undecided = all - len(w.m.Episodes)
}

func count(cells []int16, state int16) int {
	n := 0
	for _, c := range cells {
		if c == state {
			n++
		}
	}
	return n
}
