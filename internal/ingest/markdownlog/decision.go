package markdownlog

import (
	"cmp"
	"strings"
)

// choice is a decision being read.
type choice struct {
	chosen, context, rationale string
	options                    []string
}

// decisions reads a section of decisions: one of each entry of its lists, of each row of its tables, and of
// each section in it. Where it has none of these, its first paragraph is the decision.
func (r *reader) decisions(s *section) {
	items := s.open()
	if r.ballot(s, items) {
		return
	}
	listed := false
	for k := 0; k < len(items); {
		i := items[k]
		n := 1
		switch {
		case introduces(items[k:]):
			n = explained(items[k:])
			r.paragraphs(s, items[k:k+n])
			listed = true
		case i.form == formBullet && i.depth == 1:
			n = nested(items[k:])
			r.entry(s, items[k:k+n])
			listed = true
		case i.form == formRow:
			r.row(s, i)
			listed = true
		}
		k += n
	}
	for _, sub := range s.subs {
		if sub.class == classOther && !isOne(s.title) {
			r.decided(sub)
			listed = true
		}
	}
	if !listed && len(items) > 0 {
		r.paragraphs(s, items)
	}
}

// ballot reads a decision that is marked among its options by a check box, and reports whether it is one.
func (r *reader) ballot(s *section, items []*item) bool {
	var marked *item
	var options []string
	for _, i := range items {
		switch {
		case i.checked == nil:
		case !*i.checked:
			options = append(options, i.name())
		case marked != nil:
			return false
		default:
			marked, options = i, append(options, i.name())
		}
	}
	if marked == nil || len(options) < 2 || !isOne(s.title) {
		return false
	}
	c := choice{chosen: marked.name(), options: options}
	if c.chosen != marked.whole() {
		c.rationale = marked.text
	}
	r.add(s, c, items)
	return true
}

// name is what an entry begins with: its label or what is bold, else all of it.
func (i *item) name() string { return cmp.Or(i.label, i.bold, i.whole()) }

// introduces reports whether the first of items is a paragraph with a choice in bold, and the list after it, which it announces by a colon, says more of it.
func introduces(items []*item) bool {
	first := items[0]
	return first.form == formText && first.depth == 0 && first.bold != "" && strings.HasSuffix(strings.TrimSpace(first.text), ":") && len(items) > 1 && items[1].form == formBullet
}

// explained returns how many items the first one introduces, with itself.
func explained(items []*item) int {
	n := 1
	for n < len(items) && items[n].form == formBullet {
		n++
	}
	return n
}

// isOne reports whether a title is of one decision, so that sections in it are about that one.
func isOne(title string) bool {
	t := normal(title)
	return strings.HasSuffix(t, "decision") || t == "entscheidung" || t == "décision" || t == "decisión"
}

// open returns the items of a section that nothing has read.
func (s *section) open() []*item {
	var out []*item
	for _, i := range s.items {
		if i.fate == fateOpen && i.form != formOther {
			out = append(out, i)
		}
	}
	return out
}

// nested returns how many items belong to the bullet that is the first.
func nested(items []*item) int {
	n := 1
	for n < len(items) && items[n].depth >= items[0].depth && (items[n].form != formBullet || items[n].depth > items[0].depth) {
		n++
	}
	return n
}

// entry reads a decision that is an entry of a list, with what is nested in it.
func (r *reader) entry(s *section, items []*item) {
	c, first := choice{}, items[0]
	if isUndone(first) { // an empty box is a decision that is left to make
		r.leaveOpen(s, first.whole(), items)
		return
	}
	switch {
	case isDecisionLabel(first.label):
		c.chosen = first.text
	case first.label != "" && first.text != "":
		c.context, c.chosen = first.label, first.text
	case first.bold != "":
		c.chosen, c.rationale = first.bold, strings.TrimLeft(first.text, " -–—:")
	default:
		c.chosen = first.whole()
	}
	c.fill(items[1:])
	r.add(s, c, items)
}

// row reads a decision that is a row of a table.
func (r *reader) row(s *section, i *item) {
	c := choice{}
	taken := ""
	if cell, is := i.cell(func(t string) bool { return isDecisionLabel(t) || isDecisionsLabel(t) }); is {
		c.chosen, taken = cell, cell
	} else if len(i.cells) > 0 {
		c.chosen, taken = i.cells[0], i.cells[0]
	}
	for k, cell := range i.cells {
		title := ""
		if k < len(i.head) {
			title = i.head[k]
		}
		switch {
		case cell == "" || cell == taken:
		case isQuestion(title) || normal(title) == "area" || normal(title) == "aspect":
			c.context = cell
		case isReason(title):
			c.rationale = joined(cell, c.rationale)
		case isOptions(title):
			c.option(cell)
		default:
			c.rationale = joined(c.rationale, strings.TrimPrefix(title+": "+cell, ": "))
		}
	}
	r.add(s, c, []*item{i})
}

// paragraphs reads a section that has one decision in prose.
func (r *reader) paragraphs(s *section, items []*item) {
	c, first := choice{}, items[0]
	switch {
	case first.bold != "":
		c.chosen, c.rationale = first.bold, strings.TrimLeft(first.text, " -–—:")
	case first.label == "" || isDecisionLabel(first.label):
		c.chosen = first.text
	default:
		c.chosen = first.whole()
	}
	c.fill(items[1:])
	r.add(s, c, items)
}

// decided reads a section that is one decision: by its labels, or its title is the choice.
func (r *reader) decided(s *section) {
	items := s.open()
	c := choice{}
	title := s.title
	if named, is := decisionTitle(s.title); is {
		title = named
	}
	for k, i := range items {
		if isDecisionLabel(i.label) && c.chosen == "" && i.text != "" {
			c.chosen, c.context = i.text, title
			c.fill(append(append([]*item{}, items[:k]...), items[k+1:]...))
			r.add(s, c, items)
			return
		}
	}
	c.chosen = strings.TrimSpace(strings.TrimLeft(title, "0123456789.) "))
	c.fill(items)
	r.add(s, c, items)
}

// fill reads what is said about a choice: labels say what of it, the rest is the reason.
func (c *choice) fill(items []*item) {
	label := ""
	for _, i := range items {
		if i.label != "" {
			label = i.label
		}
		text := i.text
		if i.label == "" {
			text = i.whole()
		}
		option, isOption := optionTitle(i.label + ": " + i.text)
		switch {
		case isOption:
			c.option(option)
		case isOptions(label) && text != "":
			c.option(text)
		case isQuestion(label) && i.label != "" && text != "":
			c.context = joined(c.context, text)
		case isReason(label) && i.label != "":
			c.rationale = joined(c.rationale, text)
		case i.form == formBullet:
			c.rationale = joined(c.rationale, "- "+i.whole())
		default:
			c.rationale = joined(c.rationale, i.whole())
		}
	}
}

func (c *choice) option(text string) {
	if !isPlaceholder(text) {
		c.options = append(c.options, text)
	}
}

func joined(a, b string) string { return strings.TrimSpace(a + "\n" + b) }

// add adds a decision, unless a placeholder stands where the choice should be.
func (r *reader) add(s *section, c choice, items []*item) {
	if isPlaceholder(c.chosen) {
		r.leaveOpen(s, c.chosen, items)
		return
	}
	if len(c.options) == 0 && (s.class == classDecisions || s.class == classDecision) {
		c.options, r.options = r.options, nil
	}
	d := members{"decision_made": c.chosen}
	if c.context != "" {
		d["context"] = c.context
	}
	if c.rationale != "" {
		d["rationale"] = c.rationale
	}
	if len(c.options) > 0 {
		d["options"] = c.options
	}
	r.log.add("decisions", d)
	for _, i := range items {
		i.fate = fateRead
	}
}

// leaveOpen reports a decision that the log leaves open, and keeps what it says as it is written.
func (r *reader) leaveOpen(s *section, text string, items []*item) {
	r.result.Open = append(r.result.Open, Open{Section: s.title, Text: strings.TrimSpace(text)})
	for _, i := range items {
		i.left = true
	}
}

// labeled reads decisions of labels in a section that is not about decisions: "**Decision**: X", or a list
// below "**Decisions made**:".
func (r *reader) labeled(s *section) {
	if s.class == classGatesStart || s.class == classGatesEnd || s.class == classMachine {
		return
	}
	for k := 0; k < len(s.items); k++ {
		i := s.items[k]
		if i.fate != fateOpen || i.left {
			continue
		}
		switch {
		case i.text != "" && (isDecisionLabel(i.label) || isAnswer(i.label, s.title)):
			r.labeledOne(s, k)
		case isDecisionsLabel(i.label) && i.text == "":
			r.labeledList(s, k)
		}
	}
}

// labeledOne reads the decision at a label, with the labels around it that are about it.
func (r *reader) labeledOne(s *section, k int) {
	c := choice{chosen: s.items[k].text, context: s.title}
	used := []*item{s.items[k]}
	for at := k - 1; at >= 0 && about(s.items[at]); at-- {
		used = append([]*item{s.items[at]}, used...)
	}
	for at := k + 1; at < len(s.items) && (about(s.items[at]) || s.items[at].form == formBullet && s.items[at].label == "" && s.items[at].fate == fateOpen); at++ {
		used = append(used, s.items[at])
	}
	var rest []*item
	for _, i := range used {
		if i != s.items[k] {
			rest = append(rest, i)
		}
	}
	c.fill(rest)
	r.add(s, c, used)
}

// about reports whether an item says something about a decision near it.
func about(i *item) bool {
	_, isOption := optionTitle(i.label + ": " + i.text)
	return i.fate == fateOpen && i.label != "" && (isOption || isOptions(i.label) || isReason(i.label) || isQuestion(i.label))
}

// labeledList reads the list of decisions below a label.
func (r *reader) labeledList(s *section, k int) {
	for at := k + 1; at < len(s.items); {
		i := s.items[at]
		if i.form != formBullet || i.fate != fateOpen {
			return
		}
		n := nested(s.items[at:])
		r.entry(s, s.items[at:at+n])
		s.items[k].fate = fateRead
		at += n
	}
}
