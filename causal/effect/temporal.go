package effect

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/model"
)

// rest says which links the effect rests on, by their bases, and whether the order in time is all
// that leads from the actions to the target.
func (w *effectQuery) rest() {
	w.out.Bases = w.m.Bases(func(source, target int) bool {
		return !w.isSet(target) && w.onPath[source] && w.onPath[target]
	})
	if !w.leads() {
		return
	}
	beyond := w.m.BeyondTime().Ancestors([]int{w.target}, w.isSet)
	w.out.OnlyTemporal = true
	for column := range w.do {
		w.out.OnlyTemporal = w.out.OnlyTemporal && !beyond[column]
	}
}

// onlyTemporalWords say why the order in time is no answer.
func onlyTemporalWords(actions, target string) string {
	return fmt.Sprintf("Nothing but the order in time leads from %s to %s, which shows what came first and no cause.", actions, target)
}

// TemporalMark begins the first line of an answer that takes the order in time for a cause; it is
// empty for others.
func (e Effect) TemporalMark() string {
	if !e.OnlyTemporal || e.Status != model.StatusOK {
		return ""
	}
	return "by the order in time alone, "
}
