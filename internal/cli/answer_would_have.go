package cli

import (
	"fmt"
	"strings"
)

// rangeLine is a range of probabilities.
type rangeLine struct{ Low, High float64 }

func (r rangeLine) String() string { return percent(r.Low) + " to " + percent(r.High) }

// wouldHaveAnswer is the answer to a counterfactual question.
type wouldHaveAnswer struct {
	Status                   string
	Reason, Mismatch         *string
	Actual, Supposed, Target *stateLine
	Structural               *struct {
		Linked, Reached, ButFor, Evaluated bool
		Temporal                           int
		Bases                              basisLines
		Remaining                          []struct {
			From occurrenceLine
			Hops []struct{ To occurrenceLine }
		}
		Causes []struct {
			Occurrence     occurrenceLine
			Alone          bool
			Witness        []struct{ Key string }
			Responsibility float64
		}
	}
	Graded *struct {
		Otherwise intervalLine
		Verdict   *string
		Method    string
		Unknown   []string
	}
	Causation *struct {
		Bounds struct {
			PN, PS, PNS rangeLine
			Consistent  bool
		}
		N       int
		Clipped bool
	}
	Nearest similarLines
	Explain string
}

func (w *wouldHaveAnswer) empty() bool { return w.Status == "UNKNOWN_END" }

func (w *wouldHaveAnswer) print(p *page) {
	status(p, w.Status, w.Reason)
	if w.Actual != nil && w.Supposed != nil && w.Target != nil {
		p.printf("  had %s been %s, would %s have been otherwise?\n", p.text(w.Actual.Label), p.text(w.Supposed.Label), p.text(w.Target.Label))
	}
	w.printGraded(p)
	w.printStructural(p)
	if c := w.Causation; c != nil {
		p.printf("  whatever the mechanism, over %s: necessary with %s, sufficient with %s, both with %s\n",
			several(c.N, "episode"), c.Bounds.PN, c.Bounds.PS, c.Bounds.PNS)
		if !c.Bounds.Consistent {
			p.printf("  the counts and the estimates cannot be together; the bounds are clipped\n")
		}
		if c.Clipped {
			p.printf("  the answer of the mechanisms lies outside of these bounds\n")
		}
	}
	w.Nearest.print(p, "Episodes without it, the most alike first")
	explained(p, w.Explain)
}

func (w *wouldHaveAnswer) printGraded(p *page) {
	if w.Mismatch != nil {
		p.printf("  the model excludes what the episode tells of %s\n", p.text(*w.Mismatch))
	}
	if w.Graded == nil {
		return
	}
	verdict := "nothing concluded"
	if w.Graded.Verdict != nil {
		verdict = strings.ToLower(*w.Graded.Verdict)
	}
	p.printf("  by the mechanisms: %s, otherwise with %s (%s)\n", verdict, w.Graded.Otherwise.share(), strings.ToLower(w.Graded.Method))
	if len(w.Graded.Unknown) > 0 {
		p.printf("  not known of the episode: %s\n", strings.Join(w.Graded.Unknown, ", "))
	}
}

func (w *wouldHaveAnswer) printStructural(p *page) {
	s := w.Structural
	if s == nil {
		return
	}
	says := "with it gone, the target is there all the same"
	switch {
	case w.Status == "ONLY_TEMPORAL" && !s.Reached:
		says = "only the order in time leads from it to the target, so they say nothing"
	case !s.Linked:
		says = "none leads to the target, so they say nothing"
	case !s.Reached:
		says = "none leads from it to the target"
	case s.ButFor:
		says = "without it the target would not be there"
	}
	p.printf("  by the links of the episode alone: %s\n", says)
	s.Bases.print(p, "  followed")
	if s.Temporal > 0 {
		p.printf("    not followed: %s showing only the order in time (--temporal follows them)\n", several(s.Temporal, "link"))
	}
	for _, path := range s.Remaining {
		steps := []string{p.text(path.From.Label)}
		for _, hop := range path.Hops {
			steps = append(steps, p.text(hop.To.Label))
		}
		p.printf("    remains: %s\n", strings.Join(steps, " → "))
	}
	if !s.Evaluated {
		p.printf("    actual causes: not evaluated, the episode is too large\n")
	}
	var lines []string
	for _, c := range s.Causes {
		how := "together with others"
		if c.Alone {
			how = "by itself"
		}
		line := fmt.Sprintf("actual cause %s: %s  (%s, responsibility %.2f)", how, p.text(c.Occurrence.Label), c.Occurrence.Key, c.Responsibility)
		for i, held := range c.Witness {
			if i == 0 {
				line += ", holding"
			}
			line += " " + held.Key
		}
		lines = append(lines, line)
	}
	p.leaves("    ", lines)
}
