package markdownlog

import (
	"fmt"
	"iter"
	"strings"
)

// maxDetails is the longest text that an entry of the work log has of its section, in bytes; of a longer
// one it has the title, and the log has the text as written.
const maxDetails = 16 << 10

// work reads a section about the work: an entry of each section in it, or of each entry of its lists and
// tables, or of each paragraph.
func (r *reader) work(s *section) {
	for entry := range s.openEntries() {
		var lines []string
		for _, i := range entry {
			lines = append(lines, line(i, i.depth-entry[0].depth-1))
			i.fate = fateRead
		}
		switch text := strings.TrimSpace(strings.Join(lines, "\n")); {
		case text == "":
		case isUndone(entry[0]): // what has an empty box was not done
			r.log.add("nextSteps", text)
		default:
			r.log.add("workLog", members{"action": text})
		}
	}
	for _, sub := range s.subs {
		if sub.class == classOther {
			r.log.add("workLog", r.workEntry(sub))
		}
	}
}

// isUndone reports whether an entry has an empty check box.
func isUndone(i *item) bool { return i.checked != nil && !*i.checked }

// workEntry reads a section of the work log as one entry.
func (r *reader) workEntry(s *section) members {
	entry := members{"action": s.title}
	details, items := r.details(s, nil, nil)
	if text := strings.Join(details, "\n"); text != "" && len(text) <= maxDetails {
		entry["details"] = text
		for _, i := range items {
			i.fate = fateRead
		}
	}
	return entry
}

// details returns the lines of a section and of those in it that nothing has read, with their items.
func (r *reader) details(s *section, lines []string, items []*item) ([]string, []*item) {
	for _, i := range s.open() {
		lines, items = append(lines, line(i, i.depth-1)), append(items, i)
	}
	for _, sub := range s.subs {
		if sub.class == classOther {
			lines, items = r.details(sub, append(lines, sub.title+":"), items)
		}
	}
	return lines, items
}

// line is an item as a line of a text.
func line(i *item, depth int) string {
	box := ""
	if i.checked != nil {
		box = map[bool]string{true: "[x] ", false: "[ ] "}[*i.checked]
	}
	mark := ""
	if i.form == formBullet && depth >= 0 {
		mark = strings.Repeat("  ", max(0, depth)) + "- "
	}
	return mark + box + i.whole()
}

// lessons reads a section of lessons: one of each entry, of each section in it, or of each paragraph.
func (r *reader) lessons(s *section) {
	r.entries(s, "learnings")
	for _, sub := range s.subs {
		if sub.class != classOther {
			continue
		}
		lines, items := r.details(sub, []string{sub.title}, nil)
		r.log.add("learnings", strings.Join(lines, "\n"))
		for _, i := range items {
			i.fate = fateRead
		}
	}
}

// commits reads a list of commits.
func (r *reader) commits(s *section) { r.entries(s, "commits") }

// next reads what is left to do.
func (r *reader) next(s *section) {
	r.entries(s, "nextSteps")
}

// entries adds the entries of a section to a list of texts.
func (r *reader) entries(s *section, key string) {
	for entry := range s.openEntries() {
		var lines []string
		for _, i := range entry {
			lines = append(lines, i.whole())
		}
		if text := strings.TrimSpace(strings.Join(lines, "\n")); !isPlaceholder(text) {
			r.log.add(key, text)
			for _, i := range entry {
				i.fate = fateRead
			}
		}
	}
}

// openEntries yields the items of a section that nothing has read: a bullet together with what is nested in it,
// any other item by itself.
func (s *section) openEntries() iter.Seq[[]*item] {
	return func(yield func([]*item) bool) {
		for items := s.open(); len(items) > 0; {
			n := 1
			if items[0].form == formBullet {
				n = nested(items)
			}
			if !yield(items[:n]) {
				return
			}
			items = items[n:]
		}
	}
}

// checkList reads the check boxes and tables of a protocol.
func (r *reader) checkList(s *section) {
	phase := "sessionStart"
	if s.class == classGatesEnd {
		phase = "sessionEnd"
	}
	for _, i := range s.open() {
		switch {
		case i.checked != nil:
			r.gate(phase, i.whole(), *i.checked, "", i)
		case i.form == formRow:
			r.gateRow(phase, i)
		}
	}
}

// gateRow reads a row that has a status.
func (r *reader) gateRow(phase string, i *item) {
	status, told := i.cell(func(t string) bool { return t == "status" || t == "state" || t == "complete" || t == "done" })
	if !told {
		return
	}
	name, _ := i.cell(func(t string) bool {
		return t == "step" || t == "requirement" || t == "item" || t == "check" || t == "gate"
	})
	if name == "" {
		name = i.cells[0]
	}
	evidence, _ := i.cell(func(t string) bool { return t == "evidence" || t == "notes" || t == "details" })
	r.gate(phase, name, gateState(status), evidence, i)
}

// gateState returns true, false, or the text if it is neither.
func gateState(status string) any {
	switch t := strings.ToLower(strings.TrimSpace(status)); {
	case t == "[x]" || strings.ContainsAny(t, "✅✓☑") || normal(t) == "pass" || normal(t) == "passed" || normal(t) == "complete" || normal(t) == "completed" || normal(t) == "done":
		return true
	case t == "[ ]" || t == "" || strings.ContainsAny(t, "❌✗☐") || normal(t) == "fail" || normal(t) == "failed" || normal(t) == "pending" || normal(t) == "open":
		return false
	default:
		return status
	}
}

// gate adds one gate. The one about commits has the name by which the reader of logs looks for commits.
func (r *reader) gate(phase, name string, state any, evidence string, i *item) {
	list, is := r.gates[phase].(members)
	if !is {
		list = members{}
		r.gates[phase] = list
	}
	if low := strings.ToLower(name); phase == "sessionEnd" && strings.Contains(low, "commit") && strings.Contains(low, "change") {
		name = "changesCommitted"
	}
	gate := members{"Complete": state}
	if evidence != "" {
		gate["Evidence"] = evidence
	}
	list[list.free(fmt.Sprint(name))] = gate
	i.fate = fateRead
}
