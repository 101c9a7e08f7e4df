package agentrun

import (
	"cmp"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/text"
)

// call stores a call as a decision or an event.
func (m *mapping) call(i int) {
	s := m.run.Steps[i]
	if m.room.Full() {
		m.flush()
		m.refuse(i, ReasonFull)
		return
	}
	c := placed{call: understand(s, i), decision: -1}
	c.failed, c.known = s.failed()
	if c.tested {
		c.failed, c.known = c.testsFailed()
	}
	m.tools[text.Shorten(text.OneLine(s.Tool), episodic.MaxWord)] = true
	why := cmp.Or(m.why(), clip(m.said[s.Parent], maxRationale))
	delete(m.said, s.Parent)
	if c.effect == effectChanges {
		c.id = m.decide(i, c, why)
		c.decision = len(m.episode.Decisions) - 1
	} else {
		c.id = m.event(i, c.event(why, m.policy))
	}
	for _, k := range m.pending {
		m.merge(k, c.id)
	}
	m.pending = nil
	m.calls = append(m.calls, c)
}

// why returns what the agent said before a call; reasoning counts if it said nothing else.
func (m *mapping) why() string {
	var said, thought []string
	for _, i := range m.pending {
		if s := m.run.Steps[i]; s.Kind == KindReasoning {
			thought = append(thought, s.Text)
		} else {
			said = append(said, s.Text)
		}
	}
	if len(said) == 0 {
		said = thought
	}
	return clip(strings.Join(said, "\n"), maxRationale)
}

// decide stores a call that changes something. A failed one is a decision that failed, and the error
// an event of its own.
func (m *mapping) decide(i int, c placed, why string) string {
	d := episodic.Decision{
		ID: m.occurrenceID("d", i), Actor: actor(c.Agent), At: at(c.Step), Type: c.decisionType(m.calls), Context: c.subject(), Chosen: clip(c.inWords(maxCall), maxCall), Rationale: why,
		Outcome: episodic.OutcomeUnknown, Factor: text.Shorten(c.factor(), maxFactor), Factors: c.told(why, false, m.policy),
	}
	m.store(i, d.ID)
	if c.failed {
		d.Outcome = episodic.OutcomeFailure
		v := c.errorEvent(m.errorID(i))
		m.room.TakeEvent(v)
		m.episode.Events = append(m.episode.Events, v)
	}
	m.room.TakeDecision(d)
	m.episode.Decisions = append(m.episode.Decisions, d)
	return d.ID
}

// decisionType returns recovery for a choice made after the same tool failed, test for one about tests.
func (c placed) decisionType(before []placed) episodic.DecisionType {
	switch n := len(before); {
	case n > 0 && before[n-1].failed && before[n-1].Tool == c.Tool:
		return episodic.DecisionRecovery
	case strings.Contains(strings.ToLower(c.file), "test"):
		return episodic.DecisionTest
	default:
		return episodic.DecisionImplementation
	}
}

// event returns the event of a call that changes nothing.
func (c placed) event(why string, policy lexis.PolicyWords) episodic.Event {
	if c.failed && c.effect != effectTests {
		v := c.errorEvent("")
		v.Content, v.Factors = clip(v.Content+saying(why), maxMessage), c.told(why, true, policy)
		return v
	}
	v := episodic.Event{Actor: actor(c.Agent), Type: episodic.EventToolCall, At: at(c.Step), Factor: strings.ReplaceAll(c.label, "=", "-")}
	switch c.effect {
	case effectTests:
		v.Type = episodic.EventTest
		v.Factor = strings.ReplaceAll(c.label, "=", "-") + "=" + map[bool]string{true: "failed", false: "passed"}[c.failed]
		if !c.known {
			v.Factor = strings.ReplaceAll(c.label, "=", "-") + "=unknown result"
		}
	case effectCommits:
		v.Type = episodic.EventCommit
	case effectHandsOff:
		v.Type = episodic.EventHandoff
	}
	v.Factor, v.Factors = text.Shorten(v.Factor, maxFactor), c.told(why, true, policy)
	v.Content = clip(c.inWords(maxCall)+returning(c.Step)+saying(why), maxMessage)
	return v
}

// errorEvent returns the event of a call that failed.
func (c placed) errorEvent(id string) episodic.Event {
	v := episodic.Event{
		ID: id, Actor: actor(c.Agent), Type: episodic.EventError, At: at(c.Step), Content: clip(c.inWords(maxCall)+returning(c.Step), maxMessage),
		Factor: errorFactor(c.label, c.Step), Factors: c.Step.errorKind(),
	}
	if end := c.span().End; !end.IsZero() {
		v.At = episodic.At(end)
	}
	return v
}

// errorFactor names what an error has in common with those of other runs.
func errorFactor(label string, s Step) string {
	return text.Shorten(strings.ReplaceAll("error in "+label+": "+s.errorClass(), "=", "-"), 200)
}

func returning(s Step) string {
	if !s.HasResult && s.span().Error == "" {
		return ""
	}
	return " → " + cmp.Or(text.Shorten(text.OneLine(cmp.Or(s.span().Error, s.Result)), maxResult), "nothing")
}

func saying(why string) string {
	if why == "" {
		return ""
	}
	return "\n" + why
}
