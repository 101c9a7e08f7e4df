package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// work takes one event for each entry of the work log.
func (l *log) work() {
	for _, key := range []string{"workLog", "work_log", "actions_taken", "actions"} {
		n := l.o.n.members[key]
		if n == nil {
			continue
		}
		items := l.o.list(key)
		if n.kind == kindObject {
			items = entries(n)
		}
		for i, item := range items {
			l.entry(newObject(l.o.r, fmt.Sprintf("%s[%d]", key, i), item))
		}
	}
}

// entries reads an object as a list of its members when each is an entry, else as one entry.
func entries(n *node) []*node {
	var out []*node
	for _, key := range n.keys {
		if n.members[key].kind != kindObject {
			return []*node{n}
		}
		out = append(out, n.members[key])
	}
	return out
}

// entry makes an event of an entry, and a decision of each that the entry states.
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

// entryTime reads when an entry was written. What is no time stays in the text.
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

// entryType is an error only where a field says so; prose about errors is no error.
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

// commits takes the commits that the log names as its own result: the last one, the
// evidence of the gate "changes committed", and the list of commits.
func (l *log) commits() {
	seen := map[string]bool{}
	for i, n := range l.o.list("commits") {
		path := fmt.Sprintf("commits[%d]", i)
		l.commit(seen, l.o.r.clean(commitText(n), path))
	}
	for _, o := range []*object{l.o, l.session} {
		n := o.get("endingCommit")
		if n.isEmpty() {
			continue
		}
		text := l.o.r.clean(n.flat(), o.at("endingCommit"))
		if !l.commit(seen, "Commit: "+text) {
			l.episode.Notes = append(l.episode.Notes, "endingCommit: "+text)
		}
	}
	for _, m := range episodic.FindReferences(l.committed()) {
		if m.Reference.Kind == episodic.ReferenceCommit {
			l.commit(seen, "Commit: "+m.As)
		}
	}
}

func commitText(n *node) string {
	if n.kind != kindObject {
		return n.flat()
	}
	return strings.TrimSpace("Commit: " + n.member("sha") + " " + n.member("message"))
}

// commit adds a commit event unless the text names no commit or one that is there already.
// It reports whether the text names one.
func (l *log) commit(seen map[string]bool, text string) bool {
	named, fresh := false, false
	for _, m := range episodic.FindReferences(text) {
		if m.Reference.Kind == episodic.ReferenceCommit {
			named, fresh = true, fresh || !seen[m.Reference.Key]
			seen[m.Reference.Key] = true
		}
	}
	if fresh {
		l.event(episodic.Event{Type: episodic.EventCommit, Content: text})
	}
	return named
}

// committed returns the evidence that the changes were committed.
func (l *log) committed() string {
	for _, path := range [][]string{
		{"protocolCompliance", "sessionEnd", "changesCommitted"}, {"protocolCompliance", "sessionEnd", "allChangesCommitted"},
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

// lessons takes what the writer listed as learned.
func (l *log) lessons() {
	for _, key := range []string{"learnings", "lessons"} {
		n := l.o.get(key)
		if n.isEmpty() {
			continue
		}
		if n.kind == kindObject {
			for _, kind := range n.keys {
				l.learned(n.members[kind], kind+": ", key+"."+kind)
			}
			continue
		}
		l.learned(n, "", key)
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
