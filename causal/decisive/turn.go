package decisive

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
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
	// tool says that it is the call of a tool, and not told in words.
	tool bool
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
		out = append(out, turn{
			id: d.ID, number: numberOf(d.ID), at: d.At, text: d.Chosen + "\n" + d.Rationale, call: d.Chosen, factor: cmp.Or(d.Factor, toldAbout(d)), factors: d.Factors, changes: true,
			failed: d.Outcome == episodic.OutcomeFailure, tool: callsTool(d.Chosen) || runsProgram(d.Chosen),
		})
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

// toldAbout is what a decision in words is about. A call says by itself what it is about.
func toldAbout(d episodic.Decision) string {
	if callsTool(d.Chosen) {
		return ""
	}
	return d.Context
}

// callsTool reports whether something begins like "tool(", as calls do.
func callsTool(done string) bool {
	tool, _, called := strings.Cut(done, "(")
	return called && !strings.Contains(tool, " ")
}

// runsProgram reports whether a decision reads "tool: command", as importers give calls of programs.
func runsProgram(done string) bool {
	tool, _, runs := strings.Cut(done, ": ")
	return runs && !strings.Contains(tool, " ")
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
	t.call, t.tool = call, returned || v.Type == episodic.EventToolCall || callsTool(call)
	t.empty = returned && strings.TrimSpace(result) == "nothing"
	if returned && v.Type == episodic.EventToolCall {
		t.failed = saysFailed(result)
	}
	if t.factor == "" {
		t.factor = kindOfCall(call)
	}
	return t
}

// saysFailed reports whether a result begins by saying that the call failed.
func saysFailed(result string) bool {
	first := strings.FieldsFunc(strings.ToLower(result), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(first) > 0 && slices.Contains([]string{"error", "failed", "failure", "exception", "traceback"}, first[0])
}

// kindOfCall is the kind of a call that somebody told as "tool(name: value, name: value)", as importers give it; empty for other words.
func kindOfCall(call string) string {
	tool, rest, called := strings.Cut(call, "(")
	rest, closed := strings.CutSuffix(rest, ")")
	if !called || !closed || tool == "" || strings.ContainsAny(tool, " \n") {
		return ""
	}
	arguments := map[string]string{}
	for _, one := range strings.Split(rest, ", ") {
		if name, value, named := strings.Cut(one, ": "); named {
			arguments[strings.TrimSpace(name)] = value
		}
	}
	told, err := json.Marshal(arguments)
	if err != nil {
		return ""
	}
	return agentrun.Describe(tool, string(told)).Kind
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
