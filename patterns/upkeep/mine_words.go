package upkeep

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/mining"
)

// maxMinedLabel is the most characters of a factor in the texts of a pattern, shortMinedLabel the most
// in a name that would otherwise be too long.
const (
	maxMinedLabel   = 60
	shortMinedLabel = 30
)

// pattern turns a candidate into a pattern.
func (g *miningInput) pattern(c *mining.Candidate, report MineReport, o MineOptions) MinedPattern {
	w := minedWords{g, c}
	m := patterns.Match{Trigger: g.identities(c.Trigger), Then: g.identities(c.Then)}
	out := MinedPattern{Name: w.name(o.Rule, maxMinedLabel), Mined: g.mined(c, report)}
	if utf8.RuneCountInString(out.Name) > patterns.MaxName {
		out.Name = w.name(o.Rule, shortMinedLabel)
	}
	out.Definition = patterns.Definition{
		Category: w.category(), AntiPattern: c.Worse, Rule: o.Rule, Matches: []patterns.Match{m},
		Trigger: w.trigger(), Action: w.action(), Summary: w.summary(), Description: w.description(out.Mined),
		Content: w.content(), Guidance: patterns.Guidance{When: w.trigger(), How: w.action()},
	}
	var unasked []mining.Item
	out.Applicability.Conditions, unasked = w.conditions()
	for _, label := range w.labels(unasked) {
		out.Guidance.Risks = append(out.Guidance.Risks, fmt.Sprintf(
			"It was found where %s, which no condition can ask of a task: see whether it is so before applying the pattern.", label))
	}
	return out
}

// identities returns the factors of some states.
func (g *miningInput) identities(items []mining.Item) []factor.Identity {
	var out []factor.Identity
	for _, i := range items {
		out = append(out, g.states[i.Variable][i.State])
	}
	return out
}

// mined returns the figures of a candidate.
func (g *miningInput) mined(c *mining.Candidate, report MineReport) patterns.Mined {
	out := patterns.Mined{
		Query: report.Query, Looked: report.Looked, Graph: report.Derivation.Graph, At: report.At,
		WithSuccesses: c.With.K, WithTrials: c.With.N, WithoutSuccesses: c.Without.K, WithoutTrials: c.Without.N,
		Support: c.Support, Lift: c.Lift, Leverage: c.Leverage, FisherP: c.FisherP, StrataUsed: c.Stratified.Used,
		Difference: c.Difference(), DifferenceInterval: patterns.Interval{Low: *c.Stratified.Low, High: *c.Stratified.High},
		P: c.P, Adjusted: c.Adjusted,
	}
	for _, v := range c.Strata {
		out.Strata = append(out.Strata, g.variables[v])
	}
	return out
}

// minedWords writes the texts of a candidate.
type minedWords struct {
	*miningInput

	c *mining.Candidate
}

// labels returns the names of states, shortened for texts.
func (w minedWords) labels(items []mining.Item) []string { return w.cut(items, maxMinedLabel) }

// cut returns the names of states. Long ones are shortened and end in the start of their key.
func (w minedWords) cut(items []mining.Item, most int) []string {
	var out []string
	for _, id := range w.identities(items) {
		label := id.Label()
		if utf8.RuneCountInString(label) > most {
			label = string([]rune(label)[:most-9]) + "…" + id.Key()[:8]
		}
		out = append(out, label)
	}
	return out
}

// name returns the name of the pattern, which is the same whenever the same candidate is found.
func (w minedWords) name(rule patterns.SuccessRule, most int) string {
	then := strings.Join(w.cut(w.c.Then, most), ", then ")
	if w.c.Worse {
		then = "avoid " + then
	}
	out := then
	if len(w.c.Trigger) > 0 {
		out = fmt.Sprintf("When %s: %s", strings.Join(w.cut(w.c.Trigger, most), " and "), then)
	}
	if w.c.Sequence() {
		out = "First " + then
	}
	if rule != patterns.RuleSuccess {
		out += fmt.Sprintf(" (%s)", rule)
	}
	return out
}

// category follows from what precedes the action and from how it ends.
func (w minedWords) category() patterns.Category {
	action := w.in.Variables[w.c.Action().Variable].States[w.c.Action().State]
	switch {
	case w.c.Sequence():
		return patterns.CategorySequence
	case w.c.Worse && (w.c.AfterError || action.Error):
		return patterns.CategoryFailure
	case w.c.AfterError:
		return patterns.CategoryRecovery
	default:
		return patterns.CategoryStrategy
	}
}

// trigger describes what must hold.
func (w minedWords) trigger() string {
	before := w.c.Trigger
	if w.c.Sequence() {
		before = w.c.Then[:len(w.c.Then)-1]
	}
	if len(before) == 0 {
		return "always"
	}
	join := " and "
	if w.c.Sequence() {
		join = ", then "
	}
	return strings.Join(w.labels(before), join)
}

func (w minedWords) action() string { return w.labels([]mining.Item{w.c.Action()})[0] }

// summary returns one sentence.
func (w minedWords) summary() string {
	when := ""
	switch t := w.trigger(); {
	case w.c.Sequence():
		when = " after " + t
	case t != "always":
		when = " when " + t
	}
	return fmt.Sprintf("%s%s went well in %s of %d episodes, otherwise in %s of %d; with its recorded causes held fixed that is %s points.",
		w.action(), when, inPercent(w.c.With.K, w.c.With.N), w.c.With.N, inPercent(w.c.Without.K, w.c.Without.N), w.c.Without.N,
		signed(w.c.Difference()))
}

// description returns the figures in words.
func (w minedWords) description(m patterns.Mined) string {
	held := "no recorded cause of the action"
	if len(m.Strata) > 0 {
		held = strings.Join(m.Strata, ", ")
	}
	against := "the action not taken, or another option"
	if w.c.Sequence() {
		against = "the same steps in another order, or known to be without the last one"
	}
	return fmt.Sprintf("%s Compared with %s. Held fixed: %s, in %d strata that tell something. Adjusted difference %s points (%s to %s), "+
		"Cochran-Mantel-Haenszel p %.2g, after Benjamini-Hochberg over %d candidates %.2g. Lift %.2f, which is no cause. "+
		"Found among episodes that were not assigned by lot: an unrecorded cause of the action may explain it.",
		w.summary(), against, held, m.StrataUsed, signed(m.Difference), signed(m.DifferenceInterval.Low), signed(m.DifferenceInterval.High),
		m.P, m.Looked, m.Adjusted, m.Lift)
}

// conditions splits the trigger into conditions that a task can answer and states that it cannot.
func (w minedWords) conditions() (out []condition.Condition, unasked []mining.Item) {
	for _, item := range w.c.Trigger {
		id := w.states[item.Variable][item.State]
		field := condition.FieldContext + id.Variable
		is := condition.Condition{Field: field, Operator: condition.OperatorEquals, Values: []string{id.State}}
		if w.in.Variables[item.Variable].Absent == item.State {
			is = condition.Condition{Any: []condition.Condition{is, {Field: field, Operator: condition.OperatorAbsent}}}
		}
		if len(is.Problems("")) == 0 {
			out = append(out, is)
		} else {
			unasked = append(unasked, item)
		}
	}
	return out, unasked
}

// content returns the steps of a sequence, else a heuristic.
func (w minedWords) content() patterns.Content {
	if w.c.Sequence() {
		var steps []patterns.Step
		for _, label := range w.labels(w.c.Then) {
			steps = append(steps, patterns.Step{Name: label, What: label})
		}
		return patterns.Content{Procedure: &patterns.Procedure{Steps: steps}}
	}
	do := w.action()
	if w.c.Worse {
		do = "avoid " + do
	}
	out := &patterns.Heuristic{Action: do, Rationale: w.summary()}
	switch when, _ := w.conditions(); len(when) {
	case 0:
	case 1:
		out.Condition = &when[0]
	default:
		out.Condition = &condition.Condition{All: when}
	}
	return patterns.Content{Heuristic: out}
}

// inPercent formats a rate.
func inPercent(k, n int) string {
	if n == 0 {
		return "none"
	}
	return percent(float64(k) / float64(n))
}

func percent(p float64) string { return fmt.Sprintf("%s %%", condition.Decimal(math.Round(1000*p)/10)) }

// signed formats a difference in percentage points.
func signed(d float64) string { return fmt.Sprintf("%+.1f", 100*d) }
