package notes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"go.yaml.in/yaml/v3"
)

// key returns the name of a member: notes of causeway use the names of the API, under which a midnight is
// an instant and a zero was measured.
func (r *reader) key(file, api string) string {
	if r.note.Own {
		return api
	}
	return file
}

func (r *reader) readEpisode() error {
	if err := r.readHead(); err != nil {
		return err
	}
	if err := r.readKept(); err != nil {
		return err
	}
	r.readContext()
	decisions, events := r.readDecisions(), r.readEvents()
	decisions, events = r.readObservations(decisions, events)
	for _, list := range [][]map[string]any{decisions, events} {
		for _, o := range list {
			if id, is := o["id"].(string); is {
				r.own[id] = true
			}
		}
	}
	for _, d := range decisions {
		r.readEffects(d)
	}
	r.episode["decisions"], r.episode["events"] = decisions, events
	lessons := []string{}
	for _, i := range r.items("Lessons Learned") {
		lessons = append(lessons, unescape(i.text))
		r.keepBelow("Lessons Learned", i)
	}
	r.episode["lessons"] = lessons
	r.readLinks()
	r.unknown("Context", "Observations", "Decisions", "Events Timeline", "Lessons Learned", "Causal Links", "Relations")
	var err error
	for _, key := range r.front.rest() {
		var value json.RawMessage
		if value, err = toJSON(r.front.members[key]); err != nil {
			return err
		}
		r.keep("frontmatter."+key, value)
	}
	r.note.Episode, err = encode(r.episode)
	return err
}

// keepBelow keeps the items below one that has none.
func (r *reader) keepBelow(title string, i item) {
	for _, below := range i.below {
		r.keep(title, unescape(below.text))
	}
}

// readHead reads the head of the episode.
func (r *reader) readHead() error {
	f := r.front
	r.episode["id"] = r.note.Name
	session := strings.TrimPrefix(r.note.Title, episodeTitle)
	if f.members["session"] != nil || session == r.note.Title {
		session = f.text("session")
	}
	r.episode["session"] = session
	r.put("outcome", f.text("outcome"))
	r.episode["task"] = f.text("task")
	for _, name := range []string{"reported_outcome", "domain", "task_type", "complexity"} {
		r.put(name, f.text(name))
	}
	r.put(r.key("timestamp", "startedAt"), f.text("timestamp"))
	tags := f.texts("tags")
	if i := slices.Index(tags, "episodic"); i >= 0 {
		tags = slices.Delete(tags, i, i+1)
	} else {
		r.remark("tags", "the tag episodic is missing")
	}
	r.episode["tags"] = tags
	for _, name := range []string{"tools", "strategies", "goals", "constraints", "insights", "notes"} {
		if list := f.texts(name); list != nil {
			r.episode[name] = list
		}
	}
	return r.readMetrics()
}

// put sets a text unless it is empty.
func (r *reader) put(key, text string) {
	if text != "" {
		r.episode[key] = text
	}
}

// readMetrics reads the metrics, and the duration that stands above them too.
func (r *reader) readMetrics() error {
	metrics := map[string]json.RawMessage{}
	if n := r.front.get("metrics"); n != nil {
		v, err := members(n)
		if err != nil {
			return err
		}
		for _, key := range v.keys {
			if metrics[key], err = toJSON(v.members[key]); err != nil {
				return err
			}
		}
	}
	if n := r.front.get("duration_minutes"); n != nil {
		above, err := toJSON(n)
		if err != nil {
			return err
		}
		if below := metrics["duration_minutes"]; below != nil && string(below) != string(above) {
			r.remark("duration_minutes", "%s differs from the %s in metrics and was taken", above, below)
		}
		metrics["duration_minutes"] = above
	}
	for file, api := range map[string]string{"duration_minutes": "durationMinutes", "tool_calls": "toolCalls"} {
		if value, is := metrics[file]; is && r.note.Own {
			delete(metrics, file)
			metrics[api] = value
		}
	}
	r.episode["metrics"] = metrics
	return nil
}

// readKept reads what notes of causeway have in the frontmatter because no section has a place for it.
func (r *reader) readKept() error {
	if n := r.front.get("context"); n != nil {
		context, err := toJSON(n)
		if err != nil {
			return err
		}
		r.episode["context"] = textsOf(n, context)
	}
	if n := r.front.get("causal_order_version"); n != nil {
		value, err := toJSON(n)
		if err != nil {
			return err
		}
		r.episode["causal_order_version"] = value
	}
	if r.front.members["extra"] == nil && r.front.members["sources"] == nil || !r.note.Own {
		return nil
	}
	extra, err := members(r.front.get("extra"))
	if err != nil {
		return err
	}
	values := map[string]json.RawMessage{}
	for _, key := range extra.keys {
		text := extra.text(key)
		if !json.Valid([]byte(text)) {
			return fmt.Errorf("extra: the value of %q is not JSON", key)
		}
		values[key] = json.RawMessage(text)
	}
	r.episode["extra"] = values
	return r.readSources()
}

// textsOf returns a mapping with its scalars as texts.
func textsOf(n *yaml.Node, otherwise json.RawMessage) any {
	out := map[string]string{}
	v, err := members(n)
	if err != nil {
		return otherwise
	}
	for _, key := range v.keys {
		if v.members[key].Kind != yaml.ScalarNode {
			return otherwise
		}
		out[key] = v.members[key].Value
	}
	return out
}

func (r *reader) readSources() error {
	sources, err := members(r.front.get("sources"))
	if err != nil {
		return err
	}
	var out []episodic.Source
	for _, format := range sources.keys {
		one, err := members(sources.members[format])
		if err != nil {
			return err
		}
		s := episodic.Source{Format: format, Name: one.text("name"), Hash: one.text("hash"), Content: json.RawMessage(one.text("content"))}
		if !json.Valid(s.Content) {
			return fmt.Errorf("sources: the content of %q is not JSON", format)
		}
		out = append(out, s)
	}
	if out != nil {
		r.episode["sources"] = out
	}
	return nil
}

// readContext reads the section that repeats the task. Anything else it says becomes a note.
func (r *reader) readContext() {
	s, _ := r.find("Context")
	text := s.paragraph()
	task, _ := r.episode["task"].(string)
	switch {
	case text == "" || text == strings.TrimSpace(task):
	case task == "" && !r.note.Own:
		r.remark("Context", "the frontmatter has no task; the section was taken as the task")
		r.episode["task"] = text
	default:
		r.remark("Context", "the section is another text than the task; it became a note of the episode")
		list, _ := r.episode["notes"].([]string)
		r.episode["notes"] = append(list, "Context: "+text)
	}
}

// readLinks reads the causal links, and those relations that are causal.
func (r *reader) readLinks() {
	var out []map[string]any
	for i, it := range r.items("Causal Links") {
		if l := r.link(it.text); l != nil && l["source"] != nil {
			out = append(out, l)
		} else {
			r.keep(fmt.Sprintf("Causal Links[%d]", i), unescape(it.text))
		}
		r.keepBelow("Causal Links", it)
	}
	for i, it := range r.items("Relations") {
		word, _, _ := strings.Cut(it.text, " ")
		l := r.link(it.text)
		switch {
		case r.note.Own && word == "part_of":
		case l != nil && l["source"] == nil && strings.Contains(fmt.Sprint(l["target"]), "/"):
			l["source"] = episodic.OutcomeID
			out = append(out, l)
		default:
			r.keep(fmt.Sprintf("Relations[%d]", i), unescape(it.text))
		}
		r.keepBelow("Relations", it)
	}
	if out != nil {
		r.episode["links"] = out
	}
}

// link reads "[[d001]] causes [[e002]] (temporal, confidence 0.5): note", with or without the source; nil
// if it is none.
func (r *reader) link(text string) map[string]any {
	out := map[string]any{}
	source, rest, has := cutLink(text)
	if has {
		out["source"] = r.names.end(source, r.own)
		text = strings.TrimLeft(rest, " ")
	}
	word, rest, _ := strings.Cut(text, " ")
	relation := episodic.Relation(strings.ToLower(word))
	if !slices.Contains(episodic.Relations(), relation) {
		return nil
	}
	target, rest, is := cutLink(strings.TrimLeft(rest, " "))
	if !is {
		return nil
	}
	out["relation"], out["target"] = string(relation), r.names.end(target, r.own)
	rest, good := qualify(out, rest)
	note, isNote := strings.CutPrefix(rest, ": ")
	if isNote {
		out["note"] = unescape(note)
	}
	if !good || !isNote && strings.TrimSpace(rest) != "" {
		return nil
	}
	return out
}

// qualify reads the basis and the confidence in parentheses.
func qualify(out map[string]any, text string) (rest string, ok bool) {
	inside, is := strings.CutPrefix(text, " (")
	if !is {
		return text, true
	}
	inside, rest, is = strings.Cut(inside, ")")
	if !is {
		return text, false
	}
	for part := range strings.SplitSeq(inside, ", ") {
		if number, is := strings.CutPrefix(part, "confidence "); is {
			if !json.Valid([]byte(number)) {
				return rest, false
			}
			out["confidence"] = json.RawMessage(number)
			continue
		}
		if !slices.Contains(episodic.Bases(), episodic.Basis(part)) {
			return rest, false
		}
		out["basis"] = part
	}
	return rest, true
}
