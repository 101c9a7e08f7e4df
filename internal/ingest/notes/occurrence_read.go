package notes

import (
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// readDecisions reads the decisions: a heading of the third level each, with labelled items.
func (r *reader) readDecisions() []map[string]any {
	out := []map[string]any{}
	s, _ := r.find("Decisions")
	var titles []string
	var blocks [][]string
	var before []string
	for _, line := range s.lines {
		title, is := strings.CutPrefix(line, "### ")
		switch {
		case is:
			titles, blocks = append(titles, title), append(blocks, nil)
		case len(blocks) == 0:
			before = append(before, line)
		default:
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], line)
		}
	}
	if text := strings.TrimSpace(strings.Join(before, "\n")); text != "" && text != none {
		r.keep("Decisions", text)
	}
	for i, title := range titles {
		out = append(out, r.readDecision(title, blocks[i]))
	}
	return out
}

// numbered matches the heading of a decision.
var numbered = lazy.Pattern(`^(\S+):(?:\s+(.*))?$`)

func (r *reader) readDecision(heading string, lines []string) map[string]any {
	d := map[string]any{}
	title := strings.TrimSpace(heading)
	if found := numbered().FindStringSubmatch(title); found != nil {
		d["id"], title = unescape(found[1]), found[2]
	}
	title = unescape(strings.TrimSpace(title))
	items, stray := parseList(lines)
	for _, i := range items {
		r.readField(d, i)
	}
	if text := strings.TrimSpace(strings.Join(stray, "\n")); text != "" {
		d["text"] = text
	}
	chosen, _ := d["chosen"].(string)
	context, _ := d["context"].(string)
	id, _ := d["id"].(string)
	switch {
	case title == "" || title == observed(chosen, context, id) || title == chosen:
	case chosen == "":
		d["summary"] = title
	case context == "" && !r.note.Own:
		d["context"] = title
	default:
		d["title"] = title
	}
	return d
}

// readField reads a labelled item of a decision or event.
func (r *reader) readField(into map[string]any, i item) {
	name, text, ok := i.label()
	key := strings.ReplaceAll(strings.ToLower(name), " ", "_")
	switch {
	case !ok:
		key, text = "text", i.text
	case key == "options", key == "factors":
		into[key] = options(text, i.below)
		return
	case key == "timestamp":
		key = r.key("timestamp", "at")
	case key == "effects":
		into["effects"] = text // the ids of all occurrences are not known yet
		return
	}
	for into[key] != nil {
		key += "'"
	}
	if into[key] = unescape(text); into[key] == "" {
		delete(into, key)
	}
	for _, below := range i.below {
		into[key+"."] = unescape(below.text)
	}
}

// options reads a list, or a line with commas.
func options(text string, below []item) []string {
	var out []string
	for part := range strings.SplitSeq(text, ", ") {
		if part = strings.TrimSpace(unescape(part)); part != "" {
			out = append(out, part)
		}
	}
	for _, i := range below {
		out = append(out, unescape(i.text))
	}
	return out
}

// readEffects reads the links in the effects of a decision, or words with commas.
func (r *reader) readEffects(d map[string]any) {
	text, is := d["effects"].(string)
	if !is {
		return
	}
	found, rest := links(text)
	ends := []string{}
	for _, w := range found {
		ends = append(ends, r.names.end(w, r.own))
	}
	for word := range strings.FieldsFuncSeq(rest, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' }) {
		if word != none {
			ends = append(ends, word)
		}
	}
	d["effects"] = ends
}

// readEvents reads the timeline.
func (r *reader) readEvents() []map[string]any {
	out := []map[string]any{}
	for _, i := range r.items("Events Timeline") {
		v := map[string]any{}
		text := i.text
		if at, rest, is := clock(text); is {
			text = rest
			if at != unknownTime {
				v[r.key("timestamp", "at")] = at
			}
		}
		text, kind, id := tail(text)
		v["content"] = unescape(text)
		if kind != "" {
			v["type"] = kind
		}
		if id != "" {
			v["id"] = unescape(id)
		}
		for _, below := range i.below {
			r.readField(v, below)
		}
		out = append(out, v)
	}
	return out
}

// clock cuts the time at the beginning of an event.
func clock(text string) (at, rest string, ok bool) {
	inside, is := strings.CutPrefix(text, "[")
	if !is {
		return "", text, false
	}
	at, rest, is = strings.Cut(inside, "]")
	if !is || at != unknownTime && !startsWithDigit(at) {
		return "", text, false
	}
	return at, strings.TrimPrefix(rest, " "), true
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// tail cuts the type and the block id at the end of a line.
func tail(text string) (rest, kind, id string) {
	rest, id = lastWord(text, "^")
	rest, kind = lastWord(rest, "#")
	if kind != "" && !unicode.IsLetter([]rune(kind)[0]) {
		return rest + " #" + kind, "", id
	}
	return rest, kind, id
}

// lastWord cuts the last word of a text if it begins with a mark. What is before the word keeps its end.
func lastWord(text, mark string) (rest, word string) {
	trimmed := strings.TrimRight(text, " ")
	i := strings.LastIndex(trimmed, " ")
	word, is := strings.CutPrefix(trimmed[i+1:], mark)
	if !is || word == "" {
		return text, ""
	}
	return trimmed[:max(i, 0)], word
}

// observation matches the beginning of a line about a decision or an event.
var observation = lazy.Pattern(`^\[(decision|event):((?:\\.|[^\]\\])+)\] ?`)

// readObservations reads the lines that repeat the decisions and events. Those that name others add them:
// other tools write nothing else.
func (r *reader) readObservations(decisions, events []map[string]any) (allDecisions, allEvents []map[string]any) {
	for _, i := range r.items("Observations") {
		found := observation().FindStringSubmatch(i.text)
		if found == nil {
			r.keep("Observations", unescape(i.text))
			continue
		}
		text, kind, _ := tail(i.text[len(found[0]):])
		text = unescape(text)
		id := unescape(found[2])
		if found[1] == "decision" {
			decisions = r.observe(decisions, "chosen", id, text, kind)
		} else {
			events = r.observe(events, "content", id, text, kind)
		}
		r.keepBelow("Observations", i)
	}
	return decisions, events
}

// observe finds the occurrence of a line by its id, or by its text if it has no id, or adds it.
func (r *reader) observe(list []map[string]any, key, id, text, kind string) []map[string]any {
	says := func(o map[string]any) string {
		content, _ := o[key].(string)
		context, _ := o["context"].(string)
		word, _ := o["type"].(string)
		own, _ := o["id"].(string)
		if key == "content" {
			return observed(content, word)
		}
		return observed(content, context, own)
	}
	same := func(o map[string]any) bool {
		content, _ := o[key].(string)
		return text == says(o) || observed(text) == observed(content)
	}
	if at := slices.IndexFunc(list, func(o map[string]any) bool { return o["id"] == id }); at >= 0 {
		if !same(list[at]) {
			r.remark("Observations", "the line of %s says other words than the section that counts", id)
		}
		return list
	}
	if at := slices.IndexFunc(list, func(o map[string]any) bool { return o["id"] == nil && same(o) }); at >= 0 {
		list[at]["id"] = id
		return list
	}
	o := map[string]any{"id": id, key: text}
	if kind != "" {
		o["type"] = kind
	}
	return append(list, o)
}
