package ingest

import (
	"maps"
	"slices"
	"strings"
)

// gates turns the protocol's check list into notes: which gates are complete and which are open.
// The evidence goes to extra, after commits have been read from it.
func (l *log) gates() {
	key := l.o.first("protocolCompliance", "protocol_compliance")
	if key == "" {
		return
	}
	n := l.o.get(key)
	if n.kind != kindObject {
		l.o.notes(&l.episode, key)
		return
	}
	done := map[string][]string{}
	for _, name := range n.keys {
		path, part := key+"."+name, n.members[name]
		if part.kind != kindObject || isGate(part) {
			l.gate(done, "protocol", path, name, part)
			continue
		}
		for _, gate := range part.keys {
			l.gate(done, name, path+"."+gate, gate, part.members[gate])
		}
	}
	for _, list := range slices.Sorted(maps.Keys(done)) {
		slices.Sort(done[list])
		l.episode.Notes = append(l.episode.Notes, list+": "+strings.Join(done[list], ", "))
	}
}

// gate adds a gate to the list of its state, like "sessionEnd gates open".
func (l *log) gate(done map[string][]string, phase, path, name string, n *node) {
	state, bare := gateState(n)
	list := phase + " gates " + state
	done[list] = append(done[list], name)
	if !bare {
		l.o.r.keep(RuleUnknownField, path, n, "%s", shorten(string(n.raw)))
	}
}

// isGate reports whether an object is a single gate rather than a list of gates.
func isGate(n *node) bool {
	_, told := flagOf(n)
	return told || !slices.ContainsFunc(n.keys, func(key string) bool {
		return n.members[key].kind == kindObject || n.members[key].kind == kindBool
	})
}

// gateState returns whether a gate is complete. bare means that it contains nothing else.
func gateState(n *node) (state string, bare bool) {
	flag, told := n, true
	if n.kind == kindObject {
		flag, told = flagOf(n)
	}
	if !told {
		return "not told", false
	}
	bare = flag.kind == kindBool && (n.kind != kindObject || len(n.keys) == 1)
	switch strings.ToLower(strings.TrimSpace(flag.text)) {
	case "true", "complete", "completed", "done", "passed":
		return "complete", bare
	case "false", "incomplete", "pending", "open", "failed":
		return "open", bare
	}
	return "not told", false
}

// flagOf returns the member that holds the state of a gate, in any of its spellings.
func flagOf(n *node) (flag *node, ok bool) {
	for _, key := range []string{"Complete", "complete", "completed", "status", "Status"} {
		if m := n.members[key]; m != nil && (m.kind == kindBool || m.kind == kindText) {
			return m, true
		}
	}
	return nil, false
}
