package decisive

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
)

// turn is one thing that somebody said or did in a run: a decision or an event.
type turn struct {
	id string
	// number orders the turns.
	number int
	at     episodic.Timestamp
	// actor is who spoke, in lower case; empty for calls and where nobody is named.
	actor string
	// text is what was said or done, with what came back.
	text string
	// call is what was called with what, or done; empty for messages.
	call, factor string
	// tool is what was called; empty where it is told in words. ownKind says that the factor is the kind of the call, which needs no state.
	tool    string
	ownKind bool
	// factors are further variables that it tells, most of them with a state.
	factors []string
	changes bool
	failed  bool
	// empty says that a call returned nothing.
	empty bool
	// reports says that it only repeats what a program printed.
	reports bool
}

// turnsOf returns the turns of a run in their order. Where one numbering goes through decisions and events, the error of the number of a
// decision that failed belongs to the decision.
func turnsOf(e episodic.Episode) []turn {
	var out []turn
	numbered := numberedOnce(e)
	decided := map[int]int{}
	for _, d := range e.Decisions {
		decided[numberOf(d.ID)] = len(out)
		out = append(out, decisionTurn(d))
	}
	for _, v := range e.Events {
		n := numberOf(v.ID)
		if at, has := decided[n]; numbered && has && out[at].failed {
			out[at].text += "\n" + v.Content
			continue
		}
		out = append(out, eventTurn(v))
	}
	order(out, numbered)
	return out
}

// numberedOnce reports whether one numbering goes through decisions and events, as importers of runs give it: all ids have a number, and no two
// the same but a decision and the error that it ended with.
func numberedOnce(e episodic.Episode) bool {
	seen := map[int]episodic.Outcome{}
	for _, d := range e.Decisions {
		n := numberOf(d.ID)
		if _, twice := seen[n]; twice || n < 0 {
			return false
		}
		seen[n] = d.Outcome
	}
	events := map[int]bool{}
	for _, v := range e.Events {
		n := numberOf(v.ID)
		outcome, decided := seen[n]
		if n < 0 || events[n] || decided && (v.Type != episodic.EventError || outcome != episodic.OutcomeFailure) {
			return false
		}
		events[n] = true
	}
	return true
}

// decisionTurn is a decision as a turn. A call says by itself what it is about, words say it in their context.
func decisionTurn(d episodic.Decision) turn {
	t := turn{
		id: d.ID, number: numberOf(d.ID), at: d.At, text: d.Chosen + "\n" + d.Rationale, call: d.Chosen, factor: d.Factor, factors: d.Factors, changes: true,
		failed: d.Outcome == episodic.OutcomeFailure,
	}
	c := callOf(d.Chosen)
	t.tool = c.tool
	switch {
	case t.factor != "":
	case c.brackets:
		t.factor = c.kind()
		t.ownKind = t.factor != ""
	default:
		t.factor = d.Context
	}
	return t
}

// eventTurn is an event as a turn. Words begin with who says them.
func eventTurn(v episodic.Event) turn {
	t := turn{id: v.ID, number: numberOf(v.ID), at: v.At, text: v.Content, factor: v.Factor, factors: v.Factors, failed: v.Type == episodic.EventError}
	if v.ReportedType == "message" {
		if who, said, named := strings.Cut(v.Content, ": "); named {
			t.actor, t.text = strings.ToLower(who), said
		}
		t.reports = reportsOutput(t.text) || strings.Contains(t.actor, "terminal")
		return t
	}
	call, result, returned := strings.Cut(v.Content, " → ")
	t.call = call
	c := callOf(call)
	switch {
	case c.brackets:
		t.tool = c.tool
	case returned || v.Type == episodic.EventToolCall:
		t.tool = cmp.Or(c.tool, call)
	}
	t.empty = returned && strings.TrimSpace(result) == "nothing"
	if returned && v.Type == episodic.EventToolCall {
		t.failed = saysFailed(result)
	}
	if t.factor == "" {
		t.factor = c.kind()
	}
	return t
}

// saysFailed reports whether a result begins by saying that the call failed.
func saysFailed(result string) bool {
	first := strings.FieldsFunc(strings.ToLower(result), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(first) > 0 && slices.Contains([]string{"error", "failed", "failure", "exception", "traceback"}, first[0])
}

// reportsOutput reports whether a text is what a program printed.
func reportsOutput(s string) bool { return strings.HasPrefix(strings.ToLower(s), "exitcode:") }

// order sorts turns by the number of their ids where that is one numbering, else by time where all have one; else
// they stay as they are.
func order(turns []turn, numbered bool) {
	switch {
	case numbered:
		slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Compare(a.number, b.number) })
	case !slices.ContainsFunc(turns, func(t turn) bool { return t.at.IsZero() }):
		slices.SortStableFunc(turns, func(a, b turn) int { return a.at.Time.Compare(b.at.Time) })
	}
}

// numberOf returns the number at the end of an id, like 12 for "d012"; -1 if it has none.
func numberOf(id string) int {
	digits := strings.TrimLeftFunc(id, func(r rune) bool { return !unicode.IsDigit(r) })
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
