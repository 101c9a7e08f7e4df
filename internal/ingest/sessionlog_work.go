package ingest

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// work turns each entry of the work log, each task and each outcome of a list into an event.
func (l *log) work() {
	l.workLog()
	for _, key := range []string{"tasks", "work", "workCompleted", "outcomes"} {
		from, list := l.o, key
		if inner := l.under(key); inner != nil && key != "outcomes" {
			from, list = inner, "tasks"
		}
		if n := from.n.members[list]; n == nil || n.kind != kindList {
			continue
		}
		for _, item := range from.list(list) {
			l.entry(newObject(l.o.r, item.path, item.n))
		}
	}
}

func (l *log) workLog() {
	for _, key := range []string{"workLog", "work_log", "actions_taken", "actions"} {
		n := l.o.n.members[key]
		if n == nil {
			continue
		}
		items := l.o.list(key)
		if n.kind == kindObject {
			items = entries(key, n)
		}
		for _, item := range items {
			l.entry(newObject(l.o.r, item.path, item.n))
		}
	}
}

// entries returns the members of an object if all are entries; otherwise the object is one entry.
func entries(path string, n *node) []item {
	var out []item
	for _, key := range n.keys {
		if n.members[key].kind != kindObject {
			return []item{{path, n}}
		}
		out = append(out, item{path + "." + key, n.members[key]})
	}
	return out
}

// entry turns an entry into an event, and its decisions into decisions.
func (l *log) entry(o *object) {
	if o.n.kind != kindObject {
		if s := o.r.clean(o.n.flat(), o.path); s != "" {
			o.r.say(RuleTextEvent, o.path, "the text was taken as the content")
			l.event(episodic.Event{Type: episodic.EventMilestone, Content: s})
		}
		return
	}
	v := episodic.Event{Type: entryType(o), At: l.entryTime(o)}
	v.Content = o.plain(o.first("task", "action", "summary", "entry", "title", "activity", "event", "item", "step", "description", "content", "details", "detail"))
	for _, key := range []string{"decision", "decisions"} {
		l.decisionsAt(o, key, v.Content, v.At)
	}
	l.remarks(o, &v.Content)
	if v.Content != "" {
		l.event(v)
	}
}

func (l *log) event(v episodic.Event) {
	v.ID = freeID(l.ids, "e")
	l.episode.Events = append(l.episode.Events, v)
}

// entryTime reads the time of an entry. If it is not a time, it stays in the text.
func (l *log) entryTime(o *object) episodic.Timestamp {
	for _, key := range []string{"timestamp", "time", "date"} {
		n := o.n.members[key]
		if n == nil || n.kind != kindText {
			continue
		}
		if t, ok := o.r.timeOf(n.text, o.at(key)); ok {
			o.get(key)
			return t
		}
	}
	return episodic.Timestamp{}
}

// entryType returns error only if a field says so; prose about errors is not enough.
func entryType(o *object) episodic.EventType {
	word := strings.ToLower(strings.TrimSpace(o.n.member("type")))
	if slices.Contains([]string{"commit", "test", "error", "handoff", "milestone"}, word) {
		o.get("type")
		return episodic.EventType(word)
	}
	for _, key := range []string{"status", "outcome", "result"} {
		switch strings.ToLower(strings.TrimSpace(o.n.member(key))) {
		case "failure", "failed", "error":
			return episodic.EventError
		}
	}
	if n := o.n.members["error"]; !n.isEmpty() && (n.kind != kindBool || n.text == "true") {
		return episodic.EventError
	}
	return episodic.EventMilestone
}

// commits reads the commits that the log names as its own result: the list of commits, the last
// one, and the evidence of the gate "changes committed". Texts that name no commit become notes.
func (l *log) commits() {
	seen := map[string]bool{}
	for _, item := range l.o.list("commits") {
		l.commit(seen, "commits", l.commitText(item))
	}
	for _, o := range []*object{l.o, l.session} {
		if n := o.get("endingCommit"); !n.isEmpty() {
			l.commit(seen, "endingCommit", "Commit: "+o.r.clean(n.flat(), o.at("endingCommit")))
		}
	}
	for _, m := range intake.FindReferences(l.committed()) {
		if m.Reference.Kind == episodic.ReferenceCommit {
			l.commit(seen, "", "Commit: "+m.As)
		}
	}
}

func (l *log) commitText(i item) string {
	if i.n.kind != kindObject {
		return l.o.r.clean(i.n.flat(), i.path)
	}
	o := newObject(l.o.r, i.path, i.n)
	text := "Commit: " + o.plain(o.first("sha", "hash", "commit", "id"))
	text += " " + o.plain(o.first("message", "title", "subject"))
	l.remarks(o, &text)
	return strings.TrimSpace(text)
}

// commit adds a commit event unless all commits in the text are known already. A text that names
// none, or says more about a known one, becomes a note of field.
func (l *log) commit(seen map[string]bool, field, text string) {
	fresh, bare := false, false
	for _, m := range intake.FindReferences(text) {
		if m.Reference.Kind == episodic.ReferenceCommit {
			fresh = fresh || !seen[m.Reference.Key]
			seen[m.Reference.Key] = true
			bare = text == "Commit: "+m.As
		}
	}
	switch {
	case fresh:
		l.event(episodic.Event{Type: episodic.EventCommit, Content: text})
	case !bare && text != "":
		l.episode.Notes = append(l.episode.Notes, field+": "+strings.TrimPrefix(text, "Commit: "))
	}
}

// committed returns the evidence of the gate "changes committed".
func (l *log) committed() string {
	for _, path := range [][]string{
		{"protocolCompliance", "sessionEnd", "changesCommitted"},
		{"protocolCompliance", "sessionEnd", "allChangesCommitted"},
		{"protocolCompliance", "sessionEnd", "commitChanges"},
	} {
		gate := l.under(path...)
		if gate == nil {
			continue
		}
		if key := gate.first("Evidence", "evidence"); key != "" {
			return gate.n.members[key].flat()
		}
	}
	return ""
}

// lessons reads the lessons that the writer listed, in the log and in its retrospective.
func (l *log) lessons() {
	l.lessonsOf(l.o, "learnings", "lessons")
	if o := l.under("retrospective"); o != nil {
		l.lessonsOf(o, "learnings", "learningsCaptured", "lessons")
	}
}

func (l *log) lessonsOf(o *object, keys ...string) {
	for _, key := range keys {
		n := o.get(key)
		if n.isEmpty() {
			continue
		}
		if n.kind == kindObject {
			for _, kind := range n.keys {
				l.learned(n.members[kind], kind+": ", o.at(key)+"."+kind)
			}
			continue
		}
		l.learned(n, "", o.at(key))
	}
}

func (l *log) learned(n *node, prefix, path string) {
	items := []*node{n}
	if n.kind == kindList {
		items = n.items
	}
	for _, item := range items {
		if s := item.flat(); s != "" {
			l.episode.Lessons = append(l.episode.Lessons, prefix+l.o.r.clean(s, path))
		}
	}
}
