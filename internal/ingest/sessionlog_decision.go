package ingest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// decisions reads the lists of decisions, wherever the log keeps them.
func (l *log) decisions() {
	for _, path := range [][]string{{"decisions"}, {"outcomes", "decisions"}, {"outcomes", "episode", "decisions"}, {"technicalDecisions"}, {"decision"}} {
		if o := l.parent(path); o != nil {
			l.decisionsAt(o, path[len(path)-1], "", episodic.Timestamp{})
		}
	}
}

// parent returns the object that holds the last key of a path, or nil.
func (l *log) parent(path []string) *object {
	o := l.o
	if len(path) > 1 {
		o = l.under(path[:len(path)-1]...)
	}
	if o == nil || !o.has(path[len(path)-1]) {
		return nil
	}
	return o
}

// decisionsAt reads one decision or a list of them. about and at come from the surrounding entry,
// for decisions without a context or time.
func (l *log) decisionsAt(o *object, key, about string, at episodic.Timestamp) {
	n := o.get(key)
	if n.isEmpty() {
		return
	}
	if n.holdsLists() {
		inner := newObject(o.r, o.at(key), n)
		for _, kind := range n.keys {
			l.decisionsAt(inner, kind, about, at)
		}
		return
	}
	items, path := []*node{n}, func(int) string { return o.at(key) }
	if n.kind == kindList {
		items, path = n.items, func(i int) string { return fmt.Sprintf("%s[%d]", o.at(key), i) }
	}
	for i, item := range items {
		d, ok := l.decision(newObject(o.r, path(i), item))
		if !ok {
			continue
		}
		if d.Context == "" {
			d.Context = about
		}
		if d.At.IsZero() {
			d.At = at
		}
		l.episode.Decisions = append(l.episode.Decisions, d)
	}
}

// holdsLists reports whether the value is an object of lists, like decisions by their kind: nothing else is in
// it, or it names no choice and one list that is not of options holds objects.
func (n *node) holdsLists() bool {
	lists, objects, others := 0, 0, 0
	for _, key := range n.keys {
		switch m := n.members[key]; {
		case slices.Contains(choiceNames(), key) && m.kind != kindList:
			return false
		case m.kind == kindList:
			lists++
			if !slices.Contains(optionNames(), key) && slices.ContainsFunc(m.items, func(i *node) bool { return i.kind == kindObject }) {
				objects++
			}
		case !m.isEmpty():
			others++
		}
	}
	return n.kind == kindObject && (objects > 0 || lists > 0 && others == 0)
}

// choiceNames are the names that logs have for what was chosen, the surest first.
func choiceNames() []string {
	return []string{"chosen", "decision_made", "decisionMade", "chosenApproach", "choice", "selected", "decision", "summary", "description", "title", "action"}
}

// optionNames are the names that logs have for what could have been chosen.
func optionNames() []string {
	return []string{"options", "alternatives", "alternatives_considered", "alternativesConsidered", "alternative"}
}

// decision reads a decision in any of its sets of keys. Fields without a place of their own are
// added to the rationale, line by line.
func (l *log) decision(o *object) (episodic.Decision, bool) {
	switch o.n.kind {
	case kindObject:
	case kindText:
		o.r.say(RuleTextDecision, o.path, "the text was taken as the choice")
		return episodic.Decision{ID: freeID(l.ids, "d"), Chosen: o.r.clean(o.n.text, o.path)}, true
	default:
		o.r.keep(RuleWrongType, o.path, o.n, "a decision is an object or a text, not %s", shorten(string(o.n.raw)))
		return episodic.Decision{}, false
	}
	d := episodic.Decision{ID: l.id(o), At: o.time(o.first("timestamp", "time", "date"))}
	chosen := o.first(choiceNames()...)
	d.Chosen = o.plain(chosen)
	question := []string{"context", "issue", "question", "problem", "topic"}
	if chosen != "decision" {
		question = append(question, "decision")
	}
	d.Context = o.plain(o.first(question...))
	d.Rationale = o.plain(o.first("rationale", "reasoning", "reason", "why", "justification"))
	l.options(o, &d)
	d.Type, d.ReportedType = typed(o, episodic.DecisionTypes(), episodic.DecisionOther)
	l.decisionOutcome(o, &d)
	l.remarks(o, &d.Rationale)
	return d, true
}

// id keeps the writer's id if it is valid and free.
func (l *log) id(o *object) string {
	if id := o.n.member("id"); id != "" && idOf(id) == id && utf8.RuneCountInString(id) <= episodic.MaxShortID &&
		id != episodic.OutcomeID && !l.ids[id] {
		o.get("id")
		l.ids[id] = true
		return id
	}
	return freeID(l.ids, "d")
}

// plain reads a member as text, whatever its type.
func (o *object) plain(key string) string {
	n := o.get(key)
	if n == nil {
		return ""
	}
	return o.r.clean(n.flat(), o.at(key))
}

// options reads the listed alternatives; the choice is added only if the writer listed it. "None"
// is a remark, not an option.
func (l *log) options(o *object, d *episodic.Decision) {
	for _, key := range optionNames() {
		if !o.has(key) {
			continue
		}
		n := o.get(key)
		items := []*node{n}
		if n.kind == kindList {
			items = n.items
		}
		for _, item := range items {
			s := o.r.clean(item.flat(), o.at(key))
			if isNone(s) {
				d.Rationale = joinLines(d.Rationale, key+": "+s)
				o.r.say(RuleRemark, o.at(key), "%q is not an option and was added to the rationale", shorten(s))
				continue
			}
			d.Options = append(d.Options, s)
		}
	}
}

func isNone(s string) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), " ")
	switch strings.TrimRight(word, ".,;:-") {
	case "none", "n/a", "nothing":
		return true
	}
	return false
}

// decisionOutcome reads an outcome if it is a known word. A sentence about how it ended goes to
// the rationale.
func (l *log) decisionOutcome(o *object, d *episodic.Decision) {
	n := o.n.members["outcome"]
	if n == nil || n.kind != kindText {
		return
	}
	for _, word := range episodic.Outcomes() {
		if strings.EqualFold(strings.TrimSpace(n.text), string(word)) {
			d.Outcome, _ = o.outcome("outcome")
		}
	}
}

// remarks appends every member without a place of its own to a text.
func (l *log) remarks(o *object, text *string) {
	var keys []string
	for _, key := range o.unread() {
		if s := o.plain(key); s != "" {
			keys = append(keys, key)
			*text = joinLines(*text, key+": "+s)
		}
	}
	if len(keys) > 0 {
		o.r.say(RuleRemark, o.path, "added to the text: %s", strings.Join(keys, ", "))
	}
}

func joinLines(a, b string) string {
	return strings.TrimSpace(a + "\n" + b)
}
