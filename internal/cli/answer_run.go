package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// decisiveAnswer ranks the steps of a run.
type decisiveAnswer struct {
	Status, Note         string
	GoodRuns, FailedRuns int
	Steps                []struct {
		Occurrence  *occurrenceLine
		Probability float64
		Reasons     []struct {
			Kind, Text string
			Runs       []string
		}
	}
}

func (d *decisiveAnswer) empty() bool { return false }

func (d *decisiveAnswer) print(p *page) {
	p.printf("  %s: %s\n", d.Status, p.text(d.Note))
	var rows []row
	for i, s := range d.Steps {
		r := row{cells: []string{strconv.Itoa(i + 1), percent(s.Probability), "", ""}}
		if s.Occurrence != nil {
			r.cells[2], r.cells[3] = s.Occurrence.Key, p.text(s.Occurrence.Label)
		}
		for _, reason := range s.Reasons {
			r.below = append(r.below, p.text(reason.Text)+runsNamed(reason.Runs))
		}
		rows = append(rows, r)
	}
	if len(rows) > 0 {
		p.table([]string{"#", "PROBABILITY", "STEP", "WHAT"}, rows)
	}
}

// runsNamed names the first of some runs.
func runsNamed(runs []string) string {
	const most = 3
	switch {
	case len(runs) == 0:
		return ""
	case len(runs) > most:
		return fmt.Sprintf(" (%s and %d more)", strings.Join(runs[:most], ", "), len(runs)-most)
	default:
		return " (" + strings.Join(runs, ", ") + ")"
	}
}

// similarRunLines are runs like another.
type similarRunLines []struct {
	Episode struct {
		Key, Outcome, Task string
	}
	SameTask bool
}

func (s similarRunLines) empty() bool { return len(s) == 0 }

func (s similarRunLines) print(p *page) {
	var rows []row
	for _, r := range s {
		same := "alike"
		if r.SameTask {
			same = "same task"
		}
		rows = append(rows, row{cells: []string{r.Episode.Key, r.Episode.Outcome, same, p.text(r.Episode.Task)}})
	}
	if len(rows) == 0 {
		p.printf("  no other run is like it\n")
		return
	}
	p.table([]string{"EPISODE", "OUTCOME", "", "TASK"}, rows)
}

// comparedAnswer puts two runs beside each other.
type comparedAnswer struct {
	PairCount int
	Cut       bool
	Pairs     []runPairLine
	First     *struct {
		Pair               runPairLine
		GoodWith, GoodRuns int
		Share              *intervalLine
	}
}

type runPairLine struct {
	Kind        string
	This, Other *occurrenceLine
}

func (c *comparedAnswer) empty() bool { return c.PairCount == 0 }

func (c *comparedAnswer) print(p *page) {
	switch {
	case c.PairCount == 0:
		p.printf("  nothing to compare: neither run tells a step\n")
	case c.First == nil:
		p.printf("  no difference matters: neither decided what the other did not, nor did a call fail in one alone\n")
	default:
		p.printf("  the first difference that matters: %s\n", c.First.Pair.words(p))
		switch {
		case c.First.GoodRuns == 0:
			p.printf("  no good run of the task is known\n")
		case c.First.Share != nil:
			p.printf("  %d of %d good runs of the task have that step: %s\n", c.First.GoodWith, c.First.GoodRuns, c.First.Share.share())
		}
	}
	var rows []row
	for _, r := range c.Pairs {
		rows = append(rows, row{cells: []string{r.Kind, r.This.words(p), r.Other.words(p)}})
	}
	p.table([]string{"", "THIS RUN", "THE OTHER"}, rows)
	if more := c.PairCount - len(c.Pairs); more > 0 {
		p.printf("  and %s more: --limit\n", several(more, "pair"))
	}
	if c.Cut {
		p.printf("  only the first 2,000 steps were compared\n")
	}
}

func (r runPairLine) words(p *page) string {
	switch r.Kind {
	case "ONLY_THIS":
		return "only this run made " + r.This.words(p)
	case "ONLY_OTHER":
		return "only the other run made " + r.Other.words(p)
	default:
		return r.This.words(p) + " against " + r.Other.words(p)
	}
}

// words are the short id and the label; nothing for no step.
func (o *occurrenceLine) words(p *page) string {
	if o == nil {
		return ""
	}
	_, short, _ := strings.Cut(o.Key, "/")
	return short + " " + p.text(o.Label)
}
