package agentrun

import (
	"cmp"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// maxOptions is the number of options of a choice.
const maxOptions = 50

// choice stores a choice that the record marks as one.
func (m *mapping) choice(i int) {
	m.flush()
	if m.room.Full() {
		m.refuse(i, ReasonFull)
		return
	}
	s := m.run.Steps[i]
	c := s.span().Choice
	if c == nil {
		m.refuse(i, reasonEmpty)
		return
	}
	d := episodic.Decision{
		ID: m.occurrenceID("d", i), At: at(s), Type: episodic.DecisionRouting, Outcome: episodic.OutcomeUnknown,
		Context: clip(c.About, maxMessage), Chosen: clip(c.Chosen, maxMessage), Rationale: clip(c.Rationale, maxRationale),
	}
	if c.Plan {
		d.Type = episodic.DecisionDesign
	}
	for _, option := range c.Options[:min(len(c.Options), maxOptions)] {
		d.Options = append(d.Options, clip(option, maxCall))
	}
	if c.Person {
		d.Rationale = strings.TrimSpace("a person decided. " + d.Rationale)
	}
	m.room.TakeDecision(d)
	m.episode.Decisions = append(m.episode.Decisions, d)
	m.store(i, d.ID)
}

// activity stores something else that was done. What an agent said in it is why the next call was made.
func (m *mapping) activity(i int) {
	m.flush()
	s := m.run.Steps[i]
	of := s.span()
	label := text.Shorten(strings.ReplaceAll(text.OneLine(of.Label), "=", "-"), 150)
	v := episodic.Event{Type: cmp.Or(of.Event, episodic.EventOther), At: at(s), Factor: label}
	failed := s.reportedError()
	if failed { // it is told from when it failed on, not from when it began
		v.Type, v.Factor, v.Factors = episodic.EventError, errorFactor(label, s), s.errorKind()
		if end := of.End; !end.IsZero() {
			v.At = episodic.At(end)
		}
	}
	if v.Type == episodic.EventOther {
		v.ReportedType = text.Shorten(text.OneLine(cmp.Or(of.Word, label)), episodic.MaxWord)
	}
	v.Content = clip(s.tell(label, failed), maxMessage)
	if m.event(i, v) != "" && s.Role == RoleAgent && s.Result != "" {
		m.said[s.Parent] = s.Result
	}
}

// reportedError reports whether the record says that a step failed.
func (s Step) reportedError() bool { return s.Failed != nil && *s.Failed }

// tell says what an activity did.
func (s Step) tell(label string, failed bool) string {
	out := label
	if in := text.Shorten(text.OneLine(s.Text), maxResult); in != "" {
		out += ": " + in
	}
	if failed {
		out += " failed"
	}
	if got := text.Shorten(text.OneLine(cmp.Or(s.span().Error, s.Result)), maxResult); got != "" {
		out += " → " + got
	}
	return out
}
