package cli

import "strings"

// doubtsAnswer is what the counts say against the links.
type doubtsAnswer struct {
	Status                                               string
	Reason                                               *string
	Episodes, Variables, LeftOut, Tests, Untested, Total int
	Doubts                                               []struct {
		Kind           string
		Source, Target struct{ Label string }
		Text           string
		Episodes       []string
	}
}

func (d *doubtsAnswer) empty() bool { return false }

func (d *doubtsAnswer) print(p *page) {
	p.printf("%s between %s, over %s", several(d.Tests, "independence"), several(d.Variables, "variable"), several(d.Episodes, "episode"))
	if d.Untested > 0 {
		p.printf("; %d more are compared by too few", d.Untested)
	}
	if d.LeftOut > 0 {
		p.printf("; %s left out", several(d.LeftOut, "variable"))
	}
	p.printf("\n")
	if d.Reason != nil {
		p.printf("  %s: %s\n", d.Status, p.text(*d.Reason))
		return
	}
	if d.Total == 0 {
		p.printf("  the counts agree with the links\n")
		return
	}
	for _, one := range d.Doubts {
		p.printf("\n  %s: %s, %s\n    %s\n", one.Kind, p.text(one.Source.Label), p.text(one.Target.Label), p.text(one.Text))
		if len(one.Episodes) > 0 {
			p.printf("    episodes such as %s\n", strings.Join(one.Episodes, ", "))
		}
	}
	if more := d.Total - len(d.Doubts); more > 0 {
		p.printf("\n  and %s more: --limit\n", several(more, "doubt"))
	}
}
