package cli

import (
	"strings"
)

// sideLine is a link, seen from one of its ends.
type sideLine struct {
	Link       struct{ Relation, Basis string }
	Occurrence occurrenceLine
}

// wholeOccurrence is a decision, an event or an outcome with its links.
type wholeOccurrence struct {
	Key, Kind, Type, At, Outcome, Label string
	Episode                             episodeLine
	Factor                              *struct {
		Key, Label string
		Frequency  int
	}
	Context, Rationale string
	Options            []string
	CausedBy, LeadsTo  []sideLine
	Instead            []struct{ Key, Chosen, Outcome string }
}

func (*wholeOccurrence) empty() bool { return false }

func (o *wholeOccurrence) print(p *page) {
	p.printf("%s\n%s\n\n", o.Key, p.text(o.Label))
	pairs := [][2]string{
		{"kind", inWords(o.Kind) + inParentheses(inWords(o.Type))},
		{"outcome", strings.ToLower(o.Outcome)},
		{"at", unknown(o.At)},
		{"episode", o.Episode.Key + ": " + o.Episode.Task},
	}
	pairs = append(pairs, [2]string{"about", o.Context}, [2]string{"of", strings.Join(o.Options, " | ")}, [2]string{"why", o.Rationale})
	if f := o.Factor; f != nil {
		pairs = append(pairs, [2]string{"factor", f.Label + inParentheses(f.Key+", in "+several(f.Frequency, "episode"))})
	}
	p.fields(pairs)
	if len(o.Instead) > 0 {
		p.printf("\nRuns of the same task instead\n")
	}
	for _, d := range o.Instead {
		p.printf("  %s  (%s, %s)\n", p.text(d.Chosen), d.Key, strings.ToLower(d.Outcome))
	}
	printLinks(p, "Caused by", o.CausedBy)
	printLinks(p, "Leads to", o.LeadsTo)
}

func printLinks(p *page, title string, links []sideLine) {
	if len(links) == 0 {
		return
	}
	p.printf("\n%s\n", title)
	for _, l := range links {
		p.printf("  %-10s %s  (%s, %s)\n", inWords(l.Link.Relation), p.text(l.Occurrence.Label), l.Occurrence.Key, inWords(l.Link.Basis))
	}
}

// wholeFactor is a factor with the episodes that have it and its strongest links.
type wholeFactor struct {
	listedFactor
	FirstSeen, LastSeen, Explain string
	Occurrences                  struct {
		Edges []struct{ Node occurrenceLine }
	}
	Causes []struct {
		Relation string
		Source   occurrenceLine
	}
	Effects []struct {
		Relation string
		Target   occurrenceLine
	}
}

func (*wholeFactor) empty() bool { return false }

func (f *wholeFactor) print(p *page) {
	p.printf("%s\n%s\n\n", f.Key, p.text(f.Label))
	p.fields([][2]string{
		{"kind", inWords(f.Kind)},
		{"in", several(f.Frequency, "episode") + ": " + f.Outcomes.told()},
		{"first seen", f.FirstSeen},
		{"last seen", f.LastSeen},
		{"in words", f.Explain},
	})
	var texts []string
	for _, edge := range f.Occurrences.Edges {
		texts = append(texts, edge.Node.Label+inParentheses(edge.Node.Key))
	}
	p.bullets("Occurrences", texts)
	texts = nil
	for _, l := range f.Causes {
		texts = append(texts, l.Source.Label+" "+inWords(l.Relation)+" it"+inParentheses(l.Source.Key))
	}
	p.bullets("What leads here", texts)
	texts = nil
	for _, l := range f.Effects {
		texts = append(texts, "it "+inWords(l.Relation)+" "+l.Target.Label+inParentheses(l.Target.Key))
	}
	p.bullets("What it leads to", texts)
}
