package warning

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// The probability of a false warning, .05, is shared out: most to the rule that has a hypothesis for each kind of action, the
// rest to the rule that is one over the whole project, whose counts also tell which tasks are hard. An e-value reaches 1/alpha with a probability of at most alpha however
// often one looks (Ville 1939; Robbins 1970; Ramdas, Grünwald, Vovk and Shafer 2023).
const (
	alphaNewChange = .005
	alphaKind      = .04
	// mostLogarithm bounds e-values, so that they stay numbers.
	mostLogarithm = 300
	// enoughOfTask is from how many runs of the same task on kinds are compared within it.
	enoughOfTask = 20
)

// check answers a question from what is counted.
func (t *tally) check(q Question) Answer {
	t.judge()
	var out Answer
	if f, counted := t.ofKind(q); counted {
		out.Findings = append(out.Findings, f)
	}
	if f, counted := t.ofNewChange(q); counted {
		out.Findings = append(out.Findings, f)
	}
	slices.SortStableFunc(out.Findings, func(a, b Finding) int {
		switch {
		case a.Warns == b.Warns:
			return cmp.Compare(b.EValue/b.Needed, a.EValue/a.Needed)
		case a.Warns:
			return -1
		default:
			return 1
		}
	})
	switch {
	case out.Warns():
		out.Note = out.Findings[0].Text
	case len(out.Findings) > 0:
		out.Note = "silent: " + out.Findings[0].Text + fmt.Sprintf("; an e-value of %s, and it takes %s", rounded(out.Findings[0].EValue), rounded(out.Findings[0].Needed))
	default:
		out.Note = "silent: " + t.nothing(q)
	}
	return out
}

// nothing says why no rule had anything to count.
func (t *tally) nothing(q Question) string {
	if kind, known := t.kinds[q.Action.Kind]; known {
		if did, didNot := t.here(q).sides(kind); did.Runs > 0 && didNot.Runs == 0 {
			return fmt.Sprintf("every run of known outcome that counts here did this, and %d of %d failed: there is none without it to compare with", did.Failed, did.Runs)
		}
	}
	return fmt.Sprintf("no run did this, of %s of known outcome, and the good runs of the task, if any, do not speak against it%s", explain.Count(len(t.runs), "run"), t.near(q.Action))
}

// mostNear is how many kinds of action are proposed where nobody took the one that was asked about.
const mostNear = 3

// near names the kinds of action that runs took which have the name of an action as their variable or tool, or as their state.
func (t *tally) near(a Action) string {
	var found []string
	for kind := range t.kinds {
		name, state, _ := strings.Cut(kind, "=")
		if kind != a.Kind && a.Kind != "" && (strings.EqualFold(name, a.Kind) || strings.EqualFold(state, a.Kind)) {
			found = append(found, strconv.Quote(kind))
		}
	}
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return "; runs are known by " + strings.Join(found[:min(mostNear, len(found))], ", ")
}

// ofKind compares the runs with an action of this kind with those without.
func (t *tally) ofKind(q Question) (Finding, bool) {
	kind, known := t.kinds[q.Action.Kind]
	if !known || q.Action.Kind == "" {
		return Finding{}, false
	}
	runs := t.here(q)
	did, didNot := runs.sides(kind)
	if did.Runs == 0 || didNot.Runs == 0 {
		return Finding{}, false
	}
	f := compared(RuleKind, did, didNot)
	f.weigh(statistics.EValueGreater(share(f.With), weighted(f.Without)), float64(runs.acts)/alphaKind)
	where := "here"
	if runs.inTask {
		where = "in this task"
	}
	f.Text = f.counts("did this " + where)
	return f, true
}

// ofNewChange compares, over all tasks, the runs with a change that no good run of their task tried with those without. It speaks
// only if the action is one.
func (t *tally) ofNewChange(q Question) (Finding, bool) {
	good, isNew := t.isNewIn(taskOf(q.Context, q.Task), q.Action)
	if !isNew {
		return Finding{}, false
	}
	sides := t.newChanges()
	if sides.did.Runs == 0 || sides.didNot.Runs == 0 {
		return Finding{}, false
	}
	f := compared(RuleNewChange, sides.did, sides.didNot)
	f.weigh(math.Log10(t.evidence()), 1/alphaNewChange)
	none := fmt.Sprintf("none of the %d good runs of this task tried this change; ", good)
	if good == 1 {
		none = "the one good run of this task did not try this change; "
	}
	f.Text = none + f.counts("tried a change that no other good run of their task tried")
	return f, true
}

// compared counts two groups of runs.
func compared(rule Rule, did, didNot Side) Finding {
	f := Finding{Rule: rule, With: did, Without: didNot}
	a, b := share(f.With), share(f.Without)
	f.Difference = a.Rate() - b.Rate()
	f.Low, f.High = statistics.Newcombe(a, b)
	return f
}

// weigh sets the e-value, of which it takes the decimal logarithm.
func (f *Finding) weigh(logarithm, needed float64) {
	f.EValue, f.Needed = math.Pow(10, min(logarithm, mostLogarithm)), needed
	f.Warns = f.Difference > 0 && f.EValue >= f.Needed
}

func share(s Side) statistics.Share { return statistics.Share{K: s.Failed, N: s.Runs} }

func weighted(s Side) statistics.Weighted {
	return statistics.Weighted{K: float64(s.Failed), N: float64(s.Runs)}
}

// counts says the counts in words.
func (f Finding) counts(did string) string {
	return fmt.Sprintf("%d of %d runs that %s failed; %d of %d that did not; difference %.2f (%.2f to %.2f)",
		f.With.Failed, f.With.Runs, did, f.Without.Failed, f.Without.Runs, f.Difference, f.Low, f.High)
}

// rounded writes an e-value without digits that say nothing.
func rounded(e float64) string {
	switch {
	case e >= 1e6:
		return fmt.Sprintf("%.1e", e)
	case e >= 10:
		return fmt.Sprintf("%.0f", e)
	default:
		return fmt.Sprintf("%.1f", e)
	}
}
