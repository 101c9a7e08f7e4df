package effect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// describe adds the assumptions and what would change the answer.
func (w *effectQuery) describe() {
	if w.do == nil {
		return
	}
	w.out.Assumptions = w.assumptions()
	w.out.Changes = w.changes()
}

// assumptions are the assumptions of the answer.
func (w *effectQuery) assumptions() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if w.out.Chosen != (factor.Identity{}) && w.out.Chosen == w.set[w.first] {
		say("%s is what the episode chose: nothing is supposed otherwise, and the figures are those of the world as it was observed.", factor.Quoted(w.out.Chosen, 60))
	}
	if w.out.Doubted != "" {
		out = append(out, w.out.Doubted)
	}
	switch {
	case w.out.Status == model.StatusNoCausalPath:
		say("The recorded links are all that there are: none of their ways leads from what is set to the target.")
	case w.out.Model != nil:
		say("The recorded links between the %s that bear on the target are right and none is missing (g-formula).", explain.Count(len(w.upstream()), "variable"))
	}
	if w.blocking != nil && w.out.Status != model.StatusNotIdentified {
		say("%s", w.adjustedWords())
	}
	out = append(out, w.modelAssumptions()...)
	if w.out.Status == model.StatusOK || w.out.Status == model.StatusNoCausalPath {
		out = append(out, w.qualityWords()...)
	}
	if w.widenedNote != "" {
		out = append(out, w.widenedNote)
	}
	return append(out, w.contextAssumptions()...)
}

// adjustedWords name the adjustment set, and the assumption that it suffices.
func (w *effectQuery) adjustedWords() string {
	if len(w.out.Adjustment) == 0 {
		return fmt.Sprintf("Nothing that bears on the target decides about %s: no cause of it is recorded, and so none is adjusted for.", w.setWords())
	}
	return fmt.Sprintf("Whatever decides about %s and bears on the target too is recorded: adjusted for %s.", w.setWords(), explain.NamesWords(w.out.Adjustment))
}

// modelAssumptions are the assumptions of the model for any question.
func (w *effectQuery) modelAssumptions() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if chosen := w.chosenParents(); len(chosen) > 0 {
		say("No link says what %q depends on: taken are what is asked about with what decides about it, and what the counts chose among %s, as far as that comes before or follows along links (%s).",
			w.m.Variables[w.target].Name, lookedAt(w.m), explain.NamesWords(chosen))
	}
	if len(w.m.Aside) > 0 {
		say("Links lead from %s to the target, but not from %s to there, which came before: not held fixed.", explain.NamesWords(w.m.Aside), w.setWords())
	}
	out = append(out, w.doubtWords()...)
	if w.undecided > 0 {
		say("Nothing of %s was to be decided in the %s that do not tell it. The answer is for the %d others, by their strata.",
			w.setWords(), explain.EpisodesIn(w.undecided), len(w.m.Episodes))
	}
	if cut := w.chosenCut(); len(cut) > 0 {
		say("The counts chose %s for %q too, but links lead the other way: left out to undo a circle.", explain.NamesWords(cut), w.m.Variables[w.target].Name)
	}
	if again := w.repeatedWords(); len(again) > 0 {
		say("Of %s, which episodes tell again, what is set and asked for is the first time.", explain.NamesWords(again))
	}
	if closed := w.closed(); len(closed) > 0 {
		say("Not recorded means did not happen, as declared, for %s.", explain.NamesWords(closed))
	}
	for _, name := range w.composites() {
		say("Nearly every episode tells exactly one of the states of %q, so that they are one variable.", text.Shorten(name, 120))
	}
	if n := w.m.Unread; n > 0 {
		say("%s too many to be compared: nothing of note depends on what they tell.", explain.WasWere(n, "text"))
	}
	if n := len(w.out.CutLinks); n > 0 {
		say("%s left out to undo circles, those of least evidence.", explain.WasWere(n, "link"))
	}
	if rests := w.primary(); rests != nil && rests.N < len(w.m.Episodes) {
		say("The %s that do not tell all of it are like those that do.", explain.EpisodesIn(len(w.m.Episodes)-rests.N))
	}
	if n := w.m.Derivation.Underived; n > 0 {
		say("%s not derived yet and not counted.", explain.WasWere(n, "episode"))
	}
	return out
}

// doubtWords say what was in doubt and what it does to the intervals, where there is an answer.
func (w *effectQuery) doubtWords() []string {
	if w.out.Status != model.StatusOK {
		return nil
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	same := "either way the answer is nearly the same, and the intervals span both"
	if w.deciding != "" {
		same = "the difference hangs on it but not its sign, and the intervals span both"
	}
	if len(w.m.Unordered) > 0 {
		say("Whether %s comes before %s or after is not told; %s.", explain.NamesWords(w.m.Unordered), w.setWords(), same)
	}
	if untold, _ := namesOf(w.inDoubt); len(untold) > 0 {
		say("%s told only when it occurs; %s.", isAre(untold), same)
	}
	if w.onlyClear {
		say("There is an answer only because the difference excludes 0, which some about nothing do by chance: the intervals are corrected for that.")
	}
	return out
}

// lookedAt names the variables among which the counts chose.
func lookedAt(m *model.Model) string {
	if m.Passed == 0 {
		return "all variables"
	}
	return fmt.Sprintf("the %s that say most of it (%d not looked at: fewer than %d episodes tell them, or they say less on their own)",
		explain.Count(m.Looked, "variable"), m.Passed, model.LeastRecorded)
}

// contextAssumptions say which states of the context were not used.
func (w *effectQuery) contextAssumptions() []string {
	var out []string
	if n := len(w.out.Dropped); n > 0 && w.m.Narrow {
		out = append(out, fmt.Sprintf("More than %d variables or %d links bear on the context, and so what else bears on it is left out. Let go of it, for that or because too few episodes share it: %s.",
			model.MaxModelVariables, model.MaxModelLinks, factor.Listed(w.out.Dropped[:min(n, 8)], 40)))
	} else if n > 0 {
		out = append(out, fmt.Sprintf("Fewer than %d episodes share the whole context: let go, what says least first, %s.",
			LeastChosen, factor.Listed(w.out.Dropped[:min(n, 8)], 40)))
	}
	if n := len(w.out.Unused); n > 0 {
		out = append(out, fmt.Sprintf("Not held, because it says nothing more about the target or depends on what is set: %s.",
			factor.Listed(w.out.Unused[:min(n, 8)], 40)))
	}
	if w.out.Chosen != (factor.Identity{}) && len(w.q.Context) == 0 {
		out = append(out, "The episode records no context before the decision: the answer is for all episodes of the project.")
	}
	return out
}

// chosenParents are the parents of the target that the counts chose; chosenCut are those that were
// cut to break a cycle.
func (w *effectQuery) chosenParents() []string { return w.chosen(false) }

func (w *effectQuery) chosenCut() []string { return w.chosen(true) }

func (w *effectQuery) chosen(cut bool) []string {
	var out []string
	for _, e := range w.m.Edges {
		if e.Target == w.target && e.Chosen() && e.Cut == cut {
			out = append(out, w.m.Variables[e.Source].Name)
		}
	}
	return out
}

// repeatedWords are the variables of the actions and the target that have later times.
func (w *effectQuery) repeatedWords() []string {
	var out []string
	for _, column := range append(slices.Sorted(maps.Keys(w.do)), w.target) {
		if w.m.RepeatedVariable(column) {
			out = append(out, w.m.Variables[column].Name)
		}
	}
	return out
}

// closed are the closed variables that the answer uses.
func (w *effectQuery) closed() []string {
	return w.usedOf(func(v model.Variable) bool { return v.Absent >= 0 })
}

// composites are the composites that the answer uses.
func (w *effectQuery) composites() []string {
	return w.usedOf(func(v model.Variable) bool { return v.Composite })
}

// usedOf are the names of those variables that the answer uses.
func (w *effectQuery) usedOf(these func(model.Variable) bool) []string {
	used := append(w.upstream(), w.adjustment...)
	var out []string
	for i, v := range w.m.Variables {
		if _, set := w.do[i]; these(v) && (set || slices.Contains(used, i)) {
			out = append(out, v.Name)
		}
	}
	return out
}

// changes are what would change the answer, the most important first.
func (w *effectQuery) changes() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if w.out.Disagree {
		say("Graph and data disagree: the g-formula and the stratification differ by more than %d standard errors; look for a missing or wrong link between %s and the target.",
			disagreeing, w.setWords())
	}
	if w.out.Doubted != "" {
		say("A link that the counts speak for: state it (recordFactorLink) if it is right.")
	}
	switch {
	case w.out.Status == model.StatusNoCausalPath, w.inconclusive && w.out.Status == model.StatusInsufficient:
		say("A link that is missing: state it (recordFactorLink) if something that is set does bear on the target.")
	case w.out.Status == model.StatusOnlyTemporal:
		say("Stating how one leads to the other (recordFactorLink), or more episodes that tell both, so that counts can bear a link out. On request (temporal) the order in time is taken for a cause.")
	case w.out.Status == model.StatusNotIdentified:
		say("Recording what decides about it, in the episodes to come.")
	case w.out.Status == model.StatusCyclic, w.out.Status == model.StatusTruncated:
		say("Links with a clearer order in time, or variables that are split or merged, so that fewer bear on each other.")
	case w.out.Status == model.StatusInsufficient:
		out = append(out, w.missingWords()...)
	}
	if c := w.out.Contrast; c != nil && c.EValue != nil && c.Difference.Value != 0 && c.Ratio != nil {
		say("%s", c.sensitivity())
	}
	if l, found := w.weakest(); found {
		say("The carrying link of least evidence: %s (%s).", l.Named(), l.StatedInWords())
	}
	return out
}

// sensitivity says how strong an unrecorded common cause would have to be.
func (c Contrast) sensitivity() string {
	words := fmt.Sprintf("An unrecorded cause of both that raises (or lowers) each at least %s-fold would explain the difference away", explain.Number(*c.EValue))
	switch {
	case c.EValueLow == nil:
		return words + "."
	case *c.EValueLow == 1:
		return words + "; the interval holds no difference already."
	default:
		return words + fmt.Sprintf("; one of %s-fold its interval.", explain.Number(*c.EValueLow))
	}
}

// missingWords name the missing episodes.
func (w *effectQuery) missingWords() []string {
	var out []string
	if n := LeastChosen - len(w.tried); n > 0 {
		out = append(out, fmt.Sprintf("%s more with %s that tell the target.", explain.EpisodesIn(n), w.setWords()))
	}
	for _, t := range w.out.Missing[:min(len(w.out.Missing), 3)] {
		where := "in all"
		if len(t.States) > 0 {
			where = "with " + factor.Listed(t.States[:min(len(t.States), 6)], 40)
		}
		out = append(out, fmt.Sprintf("Missing: %s %s are %s of all, and %d of them chose so; %d are needed.",
			explain.EpisodesIn(t.N), where, explain.PercentOf(t.Weight), t.Chosen, LeastInStratum))
	}
	if len(out) == 0 {
		out = append(out, "More episodes like these would narrow the interval.")
	}
	return out
}

// weakest is the carrying link with the least evidence.
func (w *effectQuery) weakest() (link.FactorLink, bool) {
	if len(w.out.Carriers) == 0 {
		return link.FactorLink{}, false
	}
	return slices.MinFunc(w.out.Carriers, func(a, b link.FactorLink) int {
		if n := a.Evidence.Total() + a.Statements - b.Evidence.Total() - b.Statements; n != 0 {
			return n
		}
		return strings.Compare(a.Key, b.Key)
	}), true
}
