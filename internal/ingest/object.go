package ingest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// reading collects the entries of one document.
type reading struct {
	kinds   map[Rule]Kind
	entries []Entry
	// extra are the values that have no place in the episode, by their paths.
	extra map[string]json.RawMessage
	// links are where the links of the episode are written; ends, by id and field, where the ends are that
	// a decision or event names.
	links []item
	ends  map[string][]item
	// exact leaves links as they are that join a commit to itself: the memory took them before.
	exact bool
}

func newReading() *reading {
	r := &reading{kinds: map[Rule]Kind{}, extra: map[string]json.RawMessage{}, ends: map[string][]item{}}
	for _, info := range Rules() {
		r.kinds[info.Rule] = info.Kind
	}
	return r
}

// withoutExtra returns the reading for a format of which nothing is kept aside.
func (r *reading) withoutExtra() *reading {
	for rule, kind := range r.kinds {
		r.kinds[rule] = kind.withoutExtra()
	}
	return r
}

// say adds an entry.
func (r *reading) say(rule Rule, path, format string, args ...any) {
	r.entries = append(r.entries, Entry{Path: path, Rule: rule, Kind: r.kinds[rule], Message: fmt.Sprintf(format, args...)})
}

// keep adds an entry for a value that has no place in the episode, and keeps it as written.
func (r *reading) keep(rule Rule, path string, n *node, format string, args ...any) {
	r.say(rule, path, format, args...)
	for r.extra[path] != nil {
		path += "'"
	}
	r.extra[path] = slices.Clone(n.raw)
}

// object reads the members of a JSON object and keeps track of those that were never read.
type object struct {
	r    *reading
	path string
	n    *node
	used map[string]bool
}

func newObject(r *reading, path string, n *node) *object {
	return &object{r: r, path: path, n: n, used: map[string]bool{}}
}

// at returns the path of a member.
func (o *object) at(key string) string {
	if o.path == "" {
		return key
	}
	return o.path + "." + key
}

// get returns a member, nil if it is absent or null, and marks it as read.
func (o *object) get(key string) *node {
	o.used[key] = true
	if n := o.n.members[key]; n != nil && n.kind != kindNull {
		return n
	}
	return nil
}

// has reports whether a member has a value, without marking it as read.
func (o *object) has(key string) bool { return !o.n.members[key].isEmpty() }

// first returns the first key with a value, or "".
func (o *object) first(keys ...string) string {
	for _, key := range keys {
		if o.has(key) {
			return key
		}
	}
	return ""
}

// text reads a text, "" if it is absent.
func (o *object) text(key string) string {
	n := o.get(key)
	if n == nil {
		return ""
	}
	s, _ := o.r.textOf(n, o.at(key))
	return s
}

// textOf reads a value as text. If that is impossible, it adds an entry and returns false.
func (r *reading) textOf(n *node, path string) (s string, ok bool) {
	switch n.kind {
	case kindText:
		return r.clean(n.text, path), true
	case kindNumber, kindBool:
		r.say(RuleNumberAsText, path, "%s was read as text", n.text)
		return n.text, true
	case kindNull:
		return "", false
	default:
		r.keep(RuleWrongType, path, n, "a text is wanted, not %s", shorten(string(n.raw)))
		return "", false
	}
}

// clean removes what the store does not accept in texts.
func (r *reading) clean(s, path string) string {
	if strings.ContainsRune(s, '\r') {
		r.say(RuleLineEnds, path, "line ends were written as line feeds")
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if strings.ContainsRune(s, unicode.ReplacementChar) {
		r.say(RuleReplacedCharacter, path, "the text has the replacement character U+FFFD")
	}
	kept := strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' {
			return -1
		}
		return c
	}, s)
	if kept != s {
		r.say(RuleControl, path, "control characters were removed from %q", shorten(s))
	}
	return kept
}

// item is an entry of a list with its path.
type item struct {
	path string
	n    *node
}

// list reads the items of a list. Null is an empty list, a single value a list of one.
func (o *object) list(key string) []item {
	o.used[key] = true
	n := o.n.members[key]
	switch {
	case n == nil:
		return nil
	case n.kind == kindNull:
		o.r.say(RuleNullList, o.at(key), "null was read as an empty list")
		return nil
	case n.kind == kindList:
		out := make([]item, len(n.items))
		for i, entry := range n.items {
			out[i] = item{fmt.Sprintf("%s[%d]", o.at(key), i), entry}
		}
		return out
	default:
		o.r.say(RuleSingle, o.at(key), "the single value %s was read as a list", shorten(string(n.raw)))
		return []item{{o.at(key), n}}
	}
}

// texts reads a list of texts.
func (o *object) texts(key string) []string {
	var out []string
	for _, item := range o.list(key) {
		if s, ok := o.r.textOf(item.n, item.path); ok {
			out = append(out, s)
		}
	}
	return out
}

// rest keeps every member that was not read.
func (o *object) rest() {
	for _, key := range o.unread() {
		rule := RuleUnknownField
		if tells(key) && !o.n.members[key].isEmpty() {
			rule = RuleMisplaced
		}
		o.r.keep(rule, o.at(key), o.n.members[key], "%s", shorten(string(o.n.members[key].raw)))
	}
}

// telling are the names of fields that say when something was, what caused it or how it ended, in lower
// case and without underscores: writers of other formats spell them as they like.
func telling() []string {
	return []string{
		"timestamp", "time", "datetime", "date", "at", "startedat", "starttime", "endedat", "endtime", "finishedat", "completedat", "createdat", "occurredat",
		"causedby", "leadsto", "cause", "causes", "rootcause", "effect", "effects", "links", "outcome", "result", "causalorderversion",
	}
}

// tells reports whether a field of this name is one of [telling].
func tells(key string) bool {
	return slices.Contains(telling(), strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(key)))
}

// name returns the first of the spellings of a member that is there, else the first.
func (o *object) name(spellings ...string) string {
	for _, key := range spellings {
		if o.n.members[key] != nil {
			return key
		}
	}
	return spellings[0]
}

// unread returns the keys that were not read, in document order.
func (o *object) unread() []string {
	var out []string
	for _, key := range o.n.keys {
		if !o.used[key] {
			out = append(out, key)
		}
	}
	return out
}
