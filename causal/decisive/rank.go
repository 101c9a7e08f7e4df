package decisive

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Rank ranks the steps of a run by how much they decided that it failed. The probability of a step is the share of its weight,
// exp of the sum of its cues, in that of all steps: a conditional logit (McFadden 1974) with stated weights.
func Rank(e episodic.Episode, s Siblings) Answer {
	out := Answer{Good: ids(s.Good), Failed: ids(s.Failed)}
	if e.Outcome == episodic.OutcomeSuccess {
		out.Status, out.Note = StatusNotFailed, "the run succeeded: no step decided a failure"
		return out
	}
	turns := turnsOf(e)
	weights := make([]float64, len(turns))
	reasons := make([][]Reason, len(turns))
	pointed := false
	for i, cues := range join(told(e.Task, turns), contrasted(turns, s), structural(e, turns)) {
		for _, c := range cues {
			weights[i] += c.weight
			if c.kind != "" && c.weight >= 0 {
				reasons[i] = append(reasons[i], Reason{Kind: c.kind, Text: c.text, Episodes: c.runs, PatternKey: c.pattern, weight: c.weight})
				pointed = pointed || c.kind != ReasonInstructions
			}
		}
		slices.SortStableFunc(reasons[i], func(a, b Reason) int { return cmp.Compare(b.weight, a.weight) })
	}
	out.Status, out.Note = StatusRanked, note(e, s)
	if !pointed || len(turns) < 2 {
		out.Status, out.Note = StatusInsufficient, "nothing points to a step: "+silent(turns, len(s.Good))
	}
	total := 0.0
	for _, w := range weights {
		total += math.Exp(w)
	}
	for i, t := range turns {
		out.Steps = append(out.Steps, Step{Occurrence: episodic.OccurrenceKey(e.ID, t.id), Probability: math.Exp(weights[i]) / total, Reasons: reasons[i]})
	}
	slices.SortStableFunc(out.Steps, func(a, b Step) int { return cmp.Compare(b.Probability, a.Probability) })
	return out
}

// silent says why nothing points to a step.
func silent(turns []turn, good int) string {
	out := "no good run of the task is known, no call failed"
	switch {
	case len(turns) == 0:
		return "the run tells none"
	case len(turns) == 1:
		return "the run tells only one"
	case good > 0 && slices.ContainsFunc(turns, func(t turn) bool { return t.changes }):
		out = "the good runs of the task made the same changes, no call failed"
	case good > 0:
		out = "the run tells no decision that the good runs of the task could have made otherwise, no call failed"
	}
	return out + ", and the words say little; the probabilities are those of such steps in any run"
}

func join(some ...[][]cue) [][]cue {
	out := make([][]cue, len(some[0]))
	for _, cues := range some {
		for i := range out {
			out[i] = append(out[i], cues[i]...)
		}
	}
	return out
}

// note says what a ranking rests on.
func note(e episodic.Episode, s Siblings) string {
	out := fmt.Sprintf("compared with %d good and %d failed runs of the same task", len(s.Good), len(s.Failed))
	if len(s.Good) == 0 {
		out = "no good run of the same task is known: ranked by the words and links of the run, by what it changed, by calls that failed and by what other runs have in common with it"
	}
	if e.Outcome == episodic.OutcomeUnknown {
		out = "the outcome of the run is unknown; ranked as if it failed; " + out
	}
	return out
}
