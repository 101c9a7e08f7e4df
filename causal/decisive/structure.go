package decisive

import (
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// weightButFor is of what the links of the run say: with .8 for a step that failed it outweighs the one, and not what good runs tell.
const weightButFor = 2.0

// structural finds the steps without which the run would not have failed by its own links: those that show more than the order in time, read
// as a deterministic graph. A step that nothing leads to happens by itself.
func structural(e episodic.Episode, turns []turn) [][]cue {
	out := make([][]cue, len(turns))
	h, end := linked(e, turns)
	actual, err := h.Actual()
	if err != nil || h.Exogenous[end] || !actual[end] {
		return out
	}
	for i := range turns {
		if would, err := h.With(map[int]bool{i: false}); err == nil && !would[end] {
			out[i] = []cue{{weight: weightButFor, kind: ReasonButFor, text: "by the links of the run it would not have ended so without this"}}
		}
	}
	return out
}

// linked is the graph of a run: its turns, and the outcome as the last node.
func linked(e episodic.Episode, turns []turn) (h inference.Hard, end int) {
	end = len(turns)
	at := map[string]int{episodic.OccurrenceKey(e.ID, episodic.OutcomeID): end}
	for i, t := range turns {
		at[episodic.OccurrenceKey(e.ID, t.id)] = i
	}
	h.Exogenous = make([]bool, end+1)
	for i := range h.Exogenous {
		h.Exogenous[i] = true
	}
	for _, l := range e.Links {
		source, from := at[episodic.OccurrenceKey(e.ID, l.Source)]
		target, to := at[episodic.OccurrenceKey(e.ID, l.Target)]
		if !from || !to || l.Basis == episodic.BasisTemporal {
			continue
		}
		h.Links = append(h.Links, inference.HardLink{Source: source, Target: target, Relation: l.Relation})
		if l.Relation == episodic.RelationCauses {
			h.Exogenous[target] = false
		}
	}
	return h, end
}
