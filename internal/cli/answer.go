package cli

import (
	"fmt"
	"io"
	"strings"
)

// answer holds what the worked questions select; each question fills its own part.
type answer struct {
	CausalPath       *pathAnswer
	Recall           *recallAnswer
	Episode          *episodeLine
	DecisionSequence []decisionLine
}

type pathAnswer struct {
	Status string
	Paths  []struct {
		Length int
		Bases  []string
		Hops   []hopLine
	}
}

type hopLine struct {
	From, To occurrenceLine
	Link     struct {
		Relation, Basis, Note string
		Confidence            *float64
		Episode               struct{ Key string }
	}
}

type occurrenceLine struct {
	Key, Label, At string
}

type recallAnswer struct {
	Degraded bool
	Reason   string
	Hits     []struct {
		Score   float64
		Part    string
		Text    string
		Words   []string
		Episode episodeLine
	}
}

type episodeLine struct {
	Key, StartedAt, Outcome, Task string
}

type decisionLine struct {
	ShortID, At, Context, Chosen, Rationale, Outcome string
	Options                                          []string
}

// width is how many characters of a text one line shows.
const width = 80

func (a answer) print(w io.Writer) {
	if a.CausalPath != nil {
		a.CausalPath.print(w)
	}
	if a.Recall != nil {
		a.Recall.print(w)
	}
	for _, d := range a.DecisionSequence {
		d.print(w)
	}
}

func (p *pathAnswer) print(w io.Writer) {
	if len(p.Paths) == 0 {
		fmt.Fprintf(w, "  no path: %s\n", p.Status)
		return
	}
	for i, path := range p.Paths {
		fmt.Fprintf(w, "  path %d of %d: %d links, %s\n", i+1, len(p.Paths), path.Length, strings.ToLower(strings.Join(path.Bases, " and ")))
		for k, hop := range path.Hops {
			if k == 0 {
				fmt.Fprintf(w, "    %s  (%s)\n", short(hop.From.Label), hop.From.Key)
			}
			hop.print(w)
		}
	}
}

// print says where a link leads and on what basis. The episode that states the link is
// named when it is not the one that the link leads to.
func (h hopLine) print(w io.Writer) {
	basis := strings.ToLower(h.Link.Basis)
	if !strings.HasPrefix(h.To.Key, h.Link.Episode.Key+"/") {
		basis += " in " + h.Link.Episode.Key
	}
	fmt.Fprintf(w, "     → %-8s %s  (%s, %s)\n", strings.ToLower(h.Link.Relation), short(h.To.Label), h.To.Key, basis)
}

func (r *recallAnswer) print(w io.Writer) {
	if r.Degraded {
		fmt.Fprintf(w, "  (degraded: %s)\n", r.Reason)
	}
	for i, hit := range r.Hits {
		e := hit.Episode
		fmt.Fprintf(w, "  %d. %s  %s  %s\n     %s\n", i+1, e.Key, e.StartedAt, strings.ToLower(e.Outcome), short(e.Task))
		fmt.Fprintf(w, "     why: %s matches %s: %s\n", strings.ToLower(hit.Part), strings.Join(hit.Words, ", "), short(hit.Text))
	}
}

func (d decisionLine) print(w io.Writer) {
	fmt.Fprintf(w, "  %s  %s  %s\n     chose: %s (%s)\n", d.ShortID, d.At, short(d.Context), short(d.Chosen), strings.ToLower(d.Outcome))
	if len(d.Options) > 0 {
		fmt.Fprintf(w, "     of:    %s\n", short(strings.Join(d.Options, " | ")))
	}
	if d.Rationale != "" {
		fmt.Fprintf(w, "     why:   %s\n", short(d.Rationale))
	}
}

// short returns the text on one line of at most width characters.
func short(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= width {
		return string(runes)
	}
	return string(runes[:width-1]) + "…"
}
