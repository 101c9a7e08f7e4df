package agentrun

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/text"
)

// Version is the version of the mapping. It is kept with each episode, so that one that was mapped by an
// earlier version can be told.
const Version = 5

// The sizes of what an episode keeps of a step, in characters. A transcript has the rest.
const (
	maxTask      = 4000
	maxMessage   = 1000
	maxRationale = 1000
	maxCall      = 400
	maxResult    = 400
)

// ReasonFull is why a step beyond [MaxOccurrences] is refused.
const ReasonFull = "the episode is full"

// Reasons why a step is refused.
const (
	reasonInstructions = "instructions to the agent, not something that happened"
	reasonEmpty        = "the record is empty"
	reasonNoCall       = "the result of a call that the record does not have"
)

// Map returns the episode of a run and the account of its steps. It is a pure function.
func Map(run Run) (episodic.Episode, Account) {
	m := mapping{run: run, waiting: map[string]int{}, open: -1, said: map[string]string{}, policy: lexis.NewPolicyWords()}
	m.account.Entries = make([]Entry, len(run.Steps))
	m.head()
	for i := range run.Steps {
		m.numbered(i)
	}
	m.pair()
	for i := range run.Steps {
		m.step(i)
	}
	m.flush()
	m.oneLine()
	m.options()
	m.outcome()
	m.metrics()
	m.trace()
	m.account.Decisions = len(m.episode.Decisions)
	return m.episode, m.account
}

// oneLine takes out of names what an episode does not take: they are made of words of the record.
func (m *mapping) oneLine() {
	for i := range m.episode.Decisions {
		d := &m.episode.Decisions[i]
		d.Factor, d.Context = text.OneLine(strings.ToValidUTF8(d.Factor, "")), text.OneLine(strings.ToValidUTF8(d.Context, ""))
	}
	for i := range m.episode.Events {
		v := &m.episode.Events[i]
		v.Factor = text.OneLine(strings.ToValidUTF8(v.Factor, ""))
	}
}

// mapping is the state of [Map].
type mapping struct {
	run     Run
	episode episodic.Episode
	account Account
	// waiting maps the id of a call without a result to the index of its step, open is the latest call
	// without an id and a result.
	waiting map[string]int
	open    int
	// resultOf maps the index of a result to that of its call.
	resultOf map[int]int
	// pending are the indexes of texts of the agent that no occurrence has yet.
	pending []int
	// calls are those that became occurrences, in order, with where.
	calls []placed
	// tools are the names of the tools that were called.
	tools map[string]bool
	// room is what the episode still takes.
	room Room
	// policy are the words that rules of work are about.
	policy lexis.PolicyWords
	// said maps a step to what an agent said last in it, until a call follows.
	said map[string]string
}

// placed is a call with the short id of its occurrence.
type placed struct {
	call

	id string
	// decision is the index of its decision, -1 for an event.
	decision int
	failed   bool
	known    bool
}

// head fills what describes the run.
func (m *mapping) head() {
	e := &m.episode
	e.ID, e.Session = episodeID(m.run.ID), text.Shorten(text.OneLine(m.run.Session), episodic.MaxWord)
	e.Outcome = episodic.OutcomeUnknown
	e.Decisions, e.Events, e.Lessons = []episodic.Decision{}, []episodic.Event{}, []string{}
	e.Context = map[string]string{}
	for variable, state := range map[string]string{"agent": m.run.Agent, "model": m.run.Model, "task": m.run.Group, "project folder": folderName(m.run.Folder)} {
		if state = text.Shorten(text.OneLine(state), 100); state != "" {
			e.Context[variable] = state
		}
	}
	e.Task = clip(m.run.Task, maxTask)
	if !m.run.Started.IsZero() {
		e.StartedAt = episodic.At(m.run.Started)
	}
	m.tools = map[string]bool{}
}

func folderName(folder string) string {
	if folder == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(folder, `\`, "/"))
}

// episodeID returns a valid id of an episode made of a text.
func episodeID(s string) string {
	id := strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsSpace(r) || !unicode.IsGraphic(r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(s, "-"))
	if runes := []rune(id); len(runes) > episodic.MaxEpisodeID {
		id = string(runes[:episodic.MaxEpisodeID])
	}
	return id
}

// numbered gives a step without an id its number, and the run its first time.
func (m *mapping) numbered(i int) {
	s := m.run.Steps[i]
	m.account.Entries[i].Step = cmp.Or(s.ID, fmt.Sprint(i+1))
	if m.episode.StartedAt.IsZero() && !s.At.IsZero() {
		m.episode.StartedAt = episodic.At(s.At)
	}
}

// pair finds the call of each result.
func (m *mapping) pair() {
	m.resultOf = map[int]int{}
	steps := append([]Step(nil), m.run.Steps...)
	for i, s := range steps {
		switch {
		case s.Kind == KindCall && s.Call != "":
			m.waiting[s.Call] = i
		case s.Kind == KindCall && !s.HasResult:
			m.open = i
		case s.Kind == KindResult:
			at, known := m.waiting[s.Call]
			if s.Call == "" {
				at, known = m.open, m.open >= 0
				m.open = -1
			}
			if !known {
				continue
			}
			delete(m.waiting, s.Call)
			m.resultOf[i] = at
			steps[at].took(s)
		}
	}
	m.run.Steps = steps
}

// took completes a call by its result. What the call says itself stays.
func (s *Step) took(result Step) {
	if s.HasResult {
		return
	}
	s.Result, s.HasResult, s.ExitCode = result.Result, true, result.ExitCode
	if s.Failed == nil {
		s.Failed = result.Failed
	}
	if of := s.span(); of.Error == "" && result.span().Error != "" {
		of.Error, of.ErrorType = result.span().Error, result.span().ErrorType
		s.Span = &of
	}
}

// step decides the fate of one step.
func (m *mapping) step(i int) {
	switch s := m.run.Steps[i]; s.Kind {
	case KindCall:
		m.call(i)
	case KindResult:
		m.result(i)
	case KindMessage, KindReasoning:
		m.text(i)
	case KindChoice:
		m.choice(i)
	case KindActivity:
		m.activity(i)
	default:
		m.refuse(i, cmp.Or(s.Reason, "a record of an unknown kind"))
	}
}

func (m *mapping) refuse(i int, reason string) {
	e := &m.account.Entries[i]
	e.Fate, e.Reason = FateRefused, text.Shorten(text.OneLine(reason), 120)
}

func (m *mapping) merge(i int, into string) {
	e := &m.account.Entries[i]
	e.Fate, e.Into = FateMerged, into
}

func (m *mapping) store(i int, id string) {
	e := &m.account.Entries[i]
	e.Fate, e.Into = FateStored, id
}

// text takes a message or reasoning.
func (m *mapping) text(i int) {
	s := m.run.Steps[i]
	switch {
	case strings.TrimSpace(s.Text) == "":
		m.refuse(i, reasonEmpty)
	case s.Role == RoleSystem:
		m.refuse(i, reasonInstructions)
	case s.Role == RoleAgent || s.Kind == KindReasoning:
		if n := len(m.pending); n > 0 && m.run.Steps[m.pending[n-1]].Agent != s.Agent {
			m.flush()
		}
		m.pending = append(m.pending, i)
	default:
		m.flush()
		if m.episode.Task == "" {
			m.episode.Task = clip(s.Text, maxTask)
			m.merge(i, "task")
			return
		}
		m.message(i, "user")
	}
}

// flush stores the texts of the agent that no call followed, each message as an event. Reasoning goes
// into the message after it, or else becomes one.
func (m *mapping) flush() {
	pending := m.pending
	m.pending = nil
	var thought []int
	for k, i := range pending {
		if m.run.Steps[i].Kind == KindReasoning && k < len(pending)-1 {
			thought = append(thought, i)
			continue
		}
		id := m.message(i, cmp.Or(text.OneLine(m.run.Steps[i].Agent), "agent"))
		for _, t := range thought {
			if id == "" {
				m.refuse(t, ReasonFull)
			} else {
				m.merge(t, id)
			}
		}
		thought = nil
	}
}

// message stores a text as an event and returns its id; empty if the episode is full.
func (m *mapping) message(i int, who string) string {
	s := m.run.Steps[i]
	return m.event(i, episodic.Event{
		Actor: actor(who), Type: episodic.EventOther, ReportedType: "message", At: at(s), Content: clip(who+": "+s.Text, maxMessage),
		Factor: text.Shorten(strings.ReplaceAll(who+" "+said(s.Role, s.Text), "=", "-"), maxFactor), Factors: s.message(m.policy),
	})
}

// actor is the name of who speaks or acts as an episode takes it.
func actor(name string) string {
	return text.Shorten(text.OneLine(strings.ToValidUTF8(name, "")), episodic.MaxWord)
}

// event stores an event under the number of its step.
func (m *mapping) event(i int, v episodic.Event) string {
	if m.room.Full() {
		m.refuse(i, ReasonFull)
		return ""
	}
	v.ID = m.occurrenceID("e", i)
	m.room.TakeEvent(v)
	m.episode.Events = append(m.episode.Events, v)
	m.store(i, v.ID)
	return v.ID
}

// occurrenceID names the occurrence of a step by its key, or else by its number, which a longer record of the
// run keeps.
func (m *mapping) occurrenceID(kind string, i int) string {
	if key := m.run.Steps[i].span().Key; key != "" {
		return key
	}
	return fmt.Sprintf("%s%03d", kind, i+1)
}

// errorID names the error of a step that is a decision.
func (m *mapping) errorID(i int) string {
	if key := m.run.Steps[i].span().Key; key != "" {
		return key + "-error"
	}
	return m.occurrenceID("e", i)
}

func at(s Step) episodic.Timestamp {
	if s.At.IsZero() {
		return episodic.Timestamp{}
	}
	return episodic.At(s.At)
}

// result accounts for the result of a call, which the call has taken.
func (m *mapping) result(i int) {
	call, known := m.resultOf[i]
	switch {
	case !known:
		m.refuse(i, reasonNoCall)
	case m.account.Entries[call].Fate == FateRefused:
		m.refuse(i, m.account.Entries[call].Reason)
	default:
		m.merge(i, m.account.Entries[call].Into)
	}
}

// clip shortens a text, keeping its lines, and drops what an episode does not take.
func clip(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return episodic.Shorten(strings.TrimSpace(s), n)
}
