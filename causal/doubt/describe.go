package doubt

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Doubt is a finding about the graph of a project.
type Doubt struct {
	Finding

	// Source and Target are the states that go together most, or least, given what was held fixed: of a missing link as proposed,
	// of the others as recorded.
	Source, Target factor.Identity
	// Given are the variables that were held fixed.
	Given []string
	// Counts are those of both states.
	Counts link.PairCounts
	// Difference is that of the target's rate with and without the source, given what was held fixed; nil if no group of episodes
	// has both.
	Difference *model.Interval
	// Links are the recorded links that are doubted, by key; none of a missing link.
	Links []link.FactorLink
	// Episodes are those that show it, by id: both states, or, where they avoid each other, the source alone.
	Episodes []string
	// Text says it in a sentence.
	Text string
}

// described are findings with names, counts and episodes.
func described(m *model.Model, r Result) []Doubt {
	var out []Doubt
	for _, f := range r.Findings {
		d := Doubt{Finding: f}
		for _, c := range f.Given {
			d.Given = append(d.Given, m.Variables[c].Name)
		}
		for _, e := range m.Edges {
			if f.Kind != Missing && e.Source == f.Source && e.Target == f.Target {
				d.Links = e.Links
			}
		}
		d.compare(m)
		d.Text = d.words()
		out = append(out, d)
	}
	return out
}

// compare finds the pair of states that deviates most from independence, and what the counts say about it.
func (d *Doubt) compare(m *model.Model) {
	tables := strata(m.Sample, d.Finding.Source, d.Finding.Target, d.Finding.Given)
	best := -1.
	var source, target int
	for i := range m.Sample.Columns[d.Finding.Source].States {
		for j := range m.Sample.Columns[d.Finding.Target].States {
			s := statistics.CochranMantelHaenszel(twoByTwo(tables, i, j))
			// Of two states each tells the same: the one that goes along counts, and of two such the one that happened.
			size := -s.P.Log10
			if s.Difference != nil && *s.Difference > 0 {
				size += 1e-6
			}
			if math.IsNaN(size) || size < best || size == best && !happened(m, d.Finding, i, j) {
				continue
			}
			best, source, target, d.Difference = size, i, j, nil
			if s.Difference != nil {
				d.Difference = &model.Interval{Value: *s.Difference, Low: *s.Low, High: *s.High}
			}
		}
	}
	d.Source, d.Target = m.Identity(d.Finding.Source, source), m.Identity(d.Finding.Target, target)
	d.count(m, source, target)
}

func happened(m *model.Model, f Finding, i, j int) bool {
	return m.Happened(f.Source) == i && m.Happened(f.Target) == j
}

// count counts both states, and names the episodes that show how they go together.
func (d *Doubt) count(m *model.Model, source, target int) {
	first, second := m.Sample.Columns[d.Finding.Source].Of, m.Sample.Columns[d.Finding.Target].Of
	avoid := d.Difference != nil && d.Difference.Value < 0
	for row, x := range first {
		y := second[row]
		if x == estimation.Unknown || y == estimation.Unknown {
			continue
		}
		has, reached := int(x) == source, int(y) == target
		switch {
		case has && reached:
			d.Counts.N11++
		case has:
			d.Counts.N10++
		case reached:
			d.Counts.N01++
		default:
			d.Counts.N00++
		}
		if has && reached != avoid {
			d.Episodes = append(d.Episodes, m.Episodes[row])
		}
	}
	d.Counts.Forward, d.Counts.Backward = d.Before, d.After
	slices.Sort(d.Episodes)
}

// words say the doubt, with what it rests on.
func (d *Doubt) words() string {
	source, target := factor.Quoted(d.Source, 60), factor.Quoted(d.Target, 60)
	given := ""
	if len(d.Given) > 0 {
		given = " given " + text.Shorten(explain.NamesWords(d.Given), 120)
	}
	switch d.Kind {
	case Reversed:
		return fmt.Sprintf("The link from %s to %s seems to point the wrong way: only the other way explains what else goes together.", source, target)
	case Contradicted:
		return fmt.Sprintf("The link from %s to %s is not borne out: %s the odds differ by a factor from %s to %s.", source, target,
			explain.OrElse(trimmed(given), "in all episodes"), explain.Number(d.OddsLow), explain.Number(d.OddsHigh))
	}
	return fmt.Sprintf("%s and %s depend on each other%s, and no path explains it: difference %s, p %s (%s), adjusted %s. %s", source, target, given,
		d.differenceWords(), probability(d.Test.P.P), testWords(d.Test), probability(d.Adjusted), d.directionWords())
}

func (d *Doubt) differenceWords() string {
	if d.Difference == nil {
		return "unknown"
	}
	return d.Difference.Signed()
}

func (d *Doubt) directionWords() string {
	switch d.Direction {
	case ByTime:
		return fmt.Sprintf("%s comes first in %d episodes and second in %d: a link between them may be missing, or a cause of both.", text.Shorten(d.Source.Variable, 60), d.Before, d.After)
	case ByPaths:
		return "Links lead that way already: one between them may be missing, or a cause of both."
	case ByCounts:
		return "Only that way explains what else goes together: a link between them may be missing."
	}
	return "Nothing tells which comes first: a link may be missing either way, or a cause of both, or one near them points the wrong way."
}

func testWords(t statistics.Independence) string {
	if t.Exact {
		return fmt.Sprintf("exact, %s", explain.EpisodesIn(t.N))
	}
	return fmt.Sprintf("G %.1f, %d degrees of freedom, %s", t.G, t.Freedom, explain.EpisodesIn(t.N))
}

// probability writes a small probability.
func probability(p float64) string {
	if p < 1e-4 {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.4f", p)
}

func trimmed(given string) string {
	if given == "" {
		return ""
	}
	return given[1:]
}

// words say the first doubts about links in a graph.
func (r Result) words(m *model.Model) string {
	const most = 2
	var out []string
	for _, d := range described(m, Result{Findings: r.Findings[:min(most, len(r.Findings))]}) {
		out = append(out, d.Text)
	}
	return strings.Join(out, " ")
}

// pathWords say what makes a path from one column to another: the doubts on it, else the first link of an explanation that is no doubt because
// others explain the counts as well.
func (r Result) pathWords(m *model.Model, from, to int) string {
	return bearingWords(m, r.between(m.Graph, from, to).Findings, r.equalBetween(m.Graph, from, to))
}

// bearingWords say the doubts that bear on an answer, else the first of equally good repairs; empty for none.
func bearingWords(m *model.Model, findings []Finding, equal [][2]int) string {
	if len(findings) > 0 {
		return Result{Findings: findings}.words(m)
	}
	for _, e := range equal {
		return fmt.Sprintf("what the links imply does not hold, and of several explanations one is a link from %q to %q.",
			text.Shorten(m.Variables[e[0]].Name, 60), text.Shorten(m.Variables[e[1]].Name, 60))
	}
	return ""
}

// untoldWords say on the direction of which link an answer rests that nothing else tells; of several such links the first.
func untoldWords(m *model.Model, rests [][2]int) string {
	first := rests[0]
	return fmt.Sprintf(" This rests on the direction of the link from %q to %q alone: no times tell it, and turned round it would explain the counts as well and make a path.",
		text.Shorten(m.Variables[first[0]].Name, 60), text.Shorten(m.Variables[first[1]].Name, 60))
}

// backwards are the links that point against the time. The model reads them the other way round already.
func backwards(m *model.Model) []Doubt {
	var out []Doubt
	for _, l := range m.Backward {
		source, target := m.Column[l.Source.Variable], m.Column[l.Target.Variable]
		at := slices.IndexFunc(out, func(d Doubt) bool { return d.Finding.Source == source && d.Finding.Target == target })
		if at >= 0 {
			out[at].Links = append(out[at].Links, l)
			continue
		}
		d := Doubt{Finding: Finding{Kind: Reversed, Source: source, Target: target, Direction: ByTime}, Links: []link.FactorLink{l}}
		_, d.Before, d.After = orderIn(m)(source, target)
		d.compare(m)
		d.Source, d.Target = l.Source, l.Target
		d.Text = fmt.Sprintf("The link from %s to %s points against the time: %s comes first in %d episodes and second in %d. It is read the other way round.",
			factor.Quoted(l.Source, 60), factor.Quoted(l.Target, 60), text.Shorten(l.Target.Variable, 60), d.After, d.Before)
		out = append(out, d)
	}
	return out
}
