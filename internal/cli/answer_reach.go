package cli

import (
	"strconv"
	"strings"
)

// reachAnswer holds the causes or the effects of an occurrence.
type reachAnswer struct {
	TotalCount int
	Edges      []struct {
		Depth    int
		Terminal bool
		Node     occurrenceLine
	}
	PageInfo struct{ HasNextPage bool }
}

func (r *reachAnswer) empty() bool { return len(r.Edges) == 0 }

type causesAnswer struct{ reachAnswer }

func (a *causesAnswer) print(p *page) { a.table(p, "root") }

type effectsAnswer struct{ reachAnswer }

func (a *effectsAnswer) print(p *page) { a.table(p, "final") }

// table prints the occurrences; terminal is the word for one from which no link leads further.
func (r *reachAnswer) table(p *page, terminal string) {
	if r.empty() {
		p.printf("  nothing found: no link that is followed ends or begins there\n")
		return
	}
	var rows []row
	for _, e := range r.Edges {
		end := ""
		if e.Terminal {
			end = terminal
		}
		rows = append(rows, row{cells: []string{
			strconv.Itoa(e.Depth), end, unknown(e.Node.At), strings.ToLower(e.Node.Kind), p.text(e.Node.Label) + "  (" + e.Node.Key + ")",
		}})
	}
	p.table([]string{"LINKS", "END", "AT", "KIND", "WHAT"}, rows)
	if r.PageInfo.HasNextPage {
		p.printf("  %d in all; --limit shows more of them\n", r.TotalCount)
	}
}

// similarAnswer holds decisions made in similar situations.
type similarAnswer struct {
	Degraded     bool
	Reason, Note string
	Truncated    bool
	Hits         []struct {
		Decision decisionLine
		Episode  episodeLine
	}
	Related []relatedLine
}

func (s *similarAnswer) empty() bool { return len(s.Hits) == 0 }

func (s *similarAnswer) print(p *page) {
	if s.Degraded {
		p.printf("  (degraded: %s)\n", s.Reason)
	}
	if s.empty() {
		p.printf("  nothing found: %s\n", s.Note)
		return
	}
	var rows []row
	for i, hit := range s.Hits {
		d := hit.Decision
		below := append(d.details(p), "in       "+p.text(hit.Episode.Task)+"  ("+hit.Episode.Key+", "+strings.ToLower(hit.Episode.Outcome)+")")
		rows = append(rows, row{
			cells: []string{strconv.Itoa(i + 1), d.Key, unknown(d.At), strings.ToLower(d.Outcome), p.text(d.Chosen)},
			below: below,
		})
	}
	p.table([]string{"#", "DECISION", "AT", "OUTCOME", "CHOSE"}, rows)
	if s.Truncated {
		p.printf("  further decisions match; --limit shows more of them\n")
	}
	printRelated(p, s.Related)
}
