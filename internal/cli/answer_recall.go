package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type recallAnswer struct {
	Degraded     bool
	Reason, Note string
	Truncated    bool
	Time         *askedTime
	Answered     *bool
	Hits         []recallHit
	Related      []relatedLine
}

type recallHit struct {
	Probability *float64
	Part, Text  string
	Words       []string
	Occurrences []occurrenceLine
	Episode     episodeLine
	// TurningPoints say what turned with the episode, of a timeline.
	TurningPoints []string
}

func (r *recallAnswer) empty() bool { return len(r.Hits) == 0 }

func (r *recallAnswer) print(p *page) {
	if r.Degraded {
		p.printf("  (degraded: %s)\n", r.Reason)
	}
	if r.Time != nil {
		p.printf("  time: %s\n", r.Time.told(p.zone))
	}
	if len(r.Hits) == 0 {
		p.printf("  nothing found: %s\n", cmp.Or(r.Note, "no episode matches"))
		return
	}
	if r.Note != "" {
		p.printf("  %s\n", r.Note)
	}
	head := []string{"#", "EPISODE", "BEGAN", "OUTCOME", "TASK"}
	if r.Answered != nil {
		head = slices.Insert(head, 1, "ANSWERS")
	}
	var rows []row
	for i, hit := range r.Hits {
		e := hit.Episode
		cells := []string{strconv.Itoa(i + 1), e.Key, unknown(e.StartedAt), strings.ToLower(e.Outcome), p.text(e.Task)}
		if r.Answered != nil {
			cells = slices.Insert(cells, 1, hit.probability())
		}
		rows = append(rows, row{cells: cells, below: append(hit.turned(p), hit.why(p))})
	}
	p.table(head, rows)
	if r.Truncated {
		p.printf("  further episodes match; --limit shows more of them\n")
	}
	printRelated(p, r.Related)
}

// turned says what turned with the episode.
func (h recallHit) turned(p *page) []string {
	var out []string
	for _, text := range h.TurningPoints {
		out = append(out, "turn: "+p.text(text))
	}
	return out
}

// probability is that of answering the question.
func (h recallHit) probability() string {
	if h.Probability == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.0f %%", 100**h.Probability)
}

// why says which part of an episode matches, and on which words.
func (h recallHit) why(p *page) string {
	part := strings.ToLower(h.Part)
	var keys []string
	for _, o := range h.Occurrences {
		keys = append(keys, o.Key)
	}
	if len(keys) > 0 {
		part += " " + strings.Join(keys, ", ")
	}
	if len(h.Words) == 0 {
		return fmt.Sprintf("%s is alike in meaning: %s", part, p.text(h.Text))
	}
	return fmt.Sprintf("%s matches %s: %s", part, strings.Join(h.Words, ", "), p.text(h.Text))
}
