package cli

import "strings"

// dependentsAnswer is what rests on something.
type dependentsAnswer struct {
	Known bool
	Note  string
	Total int
	Items []struct {
		Kind, Text string
		Falls      bool
	}
}

func (d *dependentsAnswer) empty() bool { return !d.Known && d.Total == 0 }

func (d *dependentsAnswer) print(p *page) {
	p.printf("%s\n", p.text(d.Note))
	kind := ""
	for _, one := range d.Items {
		if one.Kind != kind {
			kind = one.Kind
			p.printf("\n  %s\n", strings.ReplaceAll(kind, "_", " "))
		}
		p.printf("    %s\n", p.text(one.Text))
	}
	if more := d.Total - len(d.Items); more > 0 {
		p.printf("\n  and %d more: --limit\n", more)
	}
}
