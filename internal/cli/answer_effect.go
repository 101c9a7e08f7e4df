package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// intervalLine is a number with its 95 % interval.
type intervalLine struct{ Value, Low, High float64 }

// share formats a probability with its interval.
func (i intervalLine) share() string {
	return fmt.Sprintf("%s (%s to %s)", percent(i.Value), percent(i.Low), percent(i.High))
}

// points formats a difference of probabilities in percentage points.
func (i intervalLine) points() string {
	return fmt.Sprintf("%+.1f points (%+.1f to %+.1f)", 100*i.Value, 100*i.Low, 100*i.High)
}

func percent(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }

type stateLine struct{ Label string }

// labels joins the labels of states.
func labels(p *page, states []stateLine) string {
	var out []string
	for _, s := range states {
		out = append(out, p.text(s.Label))
	}
	return strings.Join(out, ", ")
}

type linkLine struct {
	Source, Target stateLine
	Relation       string
}

// basisLines are numbers of links by their bases.
type basisLines []struct {
	Basis string
	Links int
}

// print prints nothing without links.
func (b basisLines) print(p *page, what string) {
	var parts []string
	for _, one := range b {
		parts = append(parts, fmt.Sprintf("%s %d", one.Basis, one.Links))
	}
	if len(parts) > 0 {
		p.printf("  %s: %s\n", what, strings.Join(parts, ", "))
	}
}

// cutLinks lists the links that the model left out to break cycles.
func cutLinks(p *page, links []linkLine) {
	if len(links) == 0 {
		return
	}
	p.printf("  left out to undo circles:\n")
	var lines []string
	for _, l := range links {
		lines = append(lines, p.text(l.Source.Label)+" → "+p.text(l.Target.Label))
	}
	p.leaves("    ", lines)
}

type estimateLine struct {
	intervalLine
	Method    string
	N         int
	Effective float64
}

// similarLine is a similar case.
type similarLine struct {
	Shared, Compared int
	Reached          *bool
	Episode          episodeLine
}

// effectAnswer is the effect of an intervention.
type effectAnswer struct {
	Status                      string
	Reason                      *string
	Do, Context, Dropped        []stateLine
	Target, Chosen              *stateLine
	Model, Stratified, Observed *estimateLine
	Contrast                    *contrastLine
	Disagree                    bool
	Adjustment                  []string
	Overlap                     float64
	Strata, Missing             struct {
		TotalCount int
		Edges      []struct{ Node stratumLine }
	}
	Similar  similarLines
	Bases    basisLines
	Carriers []linkLine
	CutLinks []linkLine
	Explain  string
}

type contrastLine struct {
	Against                         stateLine
	Baseline                        estimateLine
	Difference                      intervalLine
	Treated, Ratio                  *intervalLine
	NumberNeeded, EValue, EValueLow *float64
}

type stratumLine struct {
	States             []stateLine
	Weight             float64
	N, Chosen, Reached int
	Episodes           struct {
		Edges []struct{ Node struct{ Key string } }
	}
}

type similarLines struct {
	TotalCount int
	Edges      []struct{ Node similarLine }
}

func (e *effectAnswer) empty() bool { return e.Status == "UNKNOWN_END" }

func (e *effectAnswer) print(p *page) {
	status(p, e.Status, e.Reason)
	if e.Target != nil {
		p.printf("  P(%s | %s set)\n", p.text(e.Target.Label), labels(p, e.Do))
	}
	e.printEstimates(p)
	e.Contrast.print(p)
	if e.Disagree {
		p.printf("  graph and data disagree: the two estimates are more than 3 standard errors apart\n")
	}
	if len(e.Adjustment) > 0 {
		p.printf("  adjusted for: %s; %s of the episodes are comparable\n", strings.Join(e.Adjustment, ", "), percent(e.Overlap))
	}
	e.Bases.print(p, "carried by links")
	if len(e.Context) > 0 {
		p.printf("  held: %s\n", labels(p, e.Context))
	}
	if len(e.Dropped) > 0 {
		p.printf("  let go, too few episodes share it: %s\n", labels(p, e.Dropped))
	}
	e.printStrata(p)
	e.Similar.print(p, "Episodes that made the choice, the most alike first")
	cutLinks(p, e.CutLinks)
	explained(p, e.Explain)
}

// status prints the status of an answer, with the reason if there is no conclusion.
func status(p *page, status string, reason *string) {
	why := ""
	if reason != nil {
		why = ": " + p.text(*reason)
	}
	p.printf("  %s%s\n", status, why)
}

func (e *effectAnswer) printEstimates(p *page) {
	var rows []row
	for _, m := range []struct {
		name     string
		estimate *estimateLine
	}{{"model", e.Model}, {"by strata", e.Stratified}, {"mere share, no effect", e.Observed}} {
		if m.estimate == nil {
			continue
		}
		rows = append(rows, row{cells: []string{m.name, m.estimate.share(), strconv.Itoa(m.estimate.N), fmt.Sprintf("%.0f", m.estimate.Effective), p.text(m.estimate.Method)}})
	}
	if len(rows) > 0 {
		p.table([]string{"ESTIMATE", "PROBABILITY (95 %)", "EPISODES", "AS SURE AS", "METHOD"}, rows)
	}
}

// print prints nothing if there is no contrast.
func (c *contrastLine) print(p *page) {
	if c == nil {
		return
	}
	p.printf("  against %s, with %s: %s\n", p.text(c.Against.Label), c.Baseline.share(), c.Difference.points())
	var more []string
	if c.Treated != nil {
		more = append(more, "among those that chose it (ATT) "+c.Treated.points())
	}
	if c.Ratio != nil {
		more = append(more, fmt.Sprintf("risk ratio %.2f (%.2f to %.2f)", c.Ratio.Value, c.Ratio.Low, c.Ratio.High))
	}
	if c.NumberNeeded != nil {
		more = append(more, fmt.Sprintf("one outcome changed in %.0f", *c.NumberNeeded))
	}
	if c.EValue != nil {
		text := fmt.Sprintf("E-value %.2f", *c.EValue)
		if c.EValueLow != nil {
			text += fmt.Sprintf(", %.2f at the near end of the interval", *c.EValueLow)
		}
		more = append(more, text)
	}
	p.leaves("    ", more)
}

func (e *effectAnswer) printStrata(p *page) {
	var rows []row
	for _, edge := range e.Strata.Edges {
		s := edge.Node
		var keys []string
		for _, episode := range s.Episodes.Edges {
			keys = append(keys, episode.Node.Key)
		}
		if s.Chosen > len(keys) && len(keys) > 0 {
			keys = append(keys, "…")
		}
		rows = append(rows, row{
			cells: []string{percent(s.Weight), strconv.Itoa(s.N), strconv.Itoa(s.Chosen), strconv.Itoa(s.Reached), labels(p, s.States)},
			below: joined(keys),
		})
	}
	if len(rows) > 0 {
		p.printf("\n")
		p.table([]string{"SHARE", "EPISODES", "CHOSE IT", "REACHED IT", "WHERE"}, rows)
	}
	if more := e.Strata.TotalCount - len(rows); more > 0 {
		p.printf("  and %d more\n", more)
	}
	if e.Missing.TotalCount > 0 {
		p.printf("  chosen too seldom to compare: %d of the strata\n", e.Missing.TotalCount)
	}
}

func (s similarLines) print(p *page, title string) {
	if len(s.Edges) == 0 {
		return
	}
	p.printf("\n  %s (%d in all)\n", title, s.TotalCount)
	var lines []string
	for _, e := range s.Edges {
		reached := "not told"
		if e.Node.Reached != nil {
			reached = map[bool]string{true: "reached the target", false: "did not reach the target"}[*e.Node.Reached]
		}
		lines = append(lines, fmt.Sprintf("%s: %d of %d alike, %s  %s", e.Node.Episode.Key, e.Node.Shared, e.Node.Compared, reached, p.text(e.Node.Episode.Task)))
	}
	p.leaves("    ", lines)
}
