package causaltest

import (
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// Recorded returns episodes that each record some states, a minute apart; "!" before a state
// leaves out its time, and "outcome=" before one makes it the outcome.
func Recorded(episodes ...[]string) []episodic.Episode {
	out := make([]episodic.Episode, 0, len(episodes))
	for i, states := range episodes {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%04d", i), Outcome: episodic.OutcomeUnknown, Task: "task"}
		for k, state := range states {
			content, untimed := strings.CutPrefix(state, "!")
			if outcome, ok := strings.CutPrefix(content, "outcome="); ok {
				e.Outcome = episodic.Outcome(outcome)
				continue
			}
			v := episodic.Event{ID: fmt.Sprintf("e%02d", k), Type: episodic.EventTest, Content: content}
			if !untimed {
				v.At = episodic.Timestamp{Time: time.Date(2026, 1, 1, 0, k, 0, 0, time.UTC)}
			}
			e.Events = append(e.Events, v)
		}
		out = append(out, e)
	}
	return out
}

// Statements returns stated links, each given as "source relation target" with labels.
func Statements(links ...string) []link.Statement {
	out := make([]link.Statement, 0, len(links))
	for _, l := range links {
		part := strings.Fields(l)
		out = append(out, link.Statement{
			Source: ParseFactor(part[0]), Relation: episodic.Relation(part[1]), Target: ParseFactor(part[2]), Origin: "test",
		})
	}
	return out
}
