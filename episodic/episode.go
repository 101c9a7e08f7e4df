package episodic

import "encoding/json"

// Episode is one finished piece of an agent's work. Its JSON form is a superset of the
// episode files of seed 001 (ADR-038); the published JSON Schema describes it.
//
// Unknown stays unknown: a zero Timestamp, a nil metric, OutcomeUnknown and an empty string mean
// that the writer gave no value.
type Episode struct {
	// ID identifies the episode in its project: 1 to 200 characters, no slash, no space.
	ID string `json:"id"`
	// Session names the session that the episode was taken from; several episodes may share it.
	Session string `json:"session,omitempty"`
	// StartedAt is when the work began, or the day it began.
	StartedAt Timestamp `json:"timestamp,omitzero"`
	// Outcome is the outcome as reported, never corrected by derivation.
	Outcome Outcome `json:"outcome"`
	// ReportedOutcome is the writer's own word if it is not one of the outcomes.
	ReportedOutcome string `json:"reported_outcome,omitempty"`
	// Task describes the task in the writer's words.
	Task string `json:"task"`
	// Context holds what was known before any decision, from variable to state.
	Context map[string]string `json:"context,omitempty"`
	// Domain, TaskType and Complexity are the retrieval attributes of seed 002, free words.
	Domain     string `json:"domain,omitempty"`
	TaskType   string `json:"task_type,omitempty"`
	Complexity string `json:"complexity,omitempty"`
	// Tools, Strategies and Tags are sets of words for retrieval.
	Tools      []string `json:"tools,omitempty"`
	Strategies []string `json:"strategies,omitempty"`
	Tags       []string `json:"tags,omitempty"`
	// Goals, Constraints and Insights are sentences, in the writer's order.
	Goals       []string `json:"goals,omitempty"`
	Constraints []string `json:"constraints,omitempty"`
	Insights    []string `json:"insights,omitempty"`
	// Decisions and Events keep the writer's order, which is not a chronological order.
	Decisions []Decision `json:"decisions"`
	Events    []Event    `json:"events"`
	// Links are the links this episode states. Its own occurrences appear by their short ids.
	Links []Link `json:"links,omitempty"`
	// Metrics are the writer's measurements.
	Metrics Metrics `json:"metrics"`
	// Lessons are sentences, in the writer's order.
	Lessons []string `json:"lessons"`
	// CausalOrderVersion is the version of the rule that derived caused_by and leads_to from
	// timestamps; 0 if the writer stated them. It decides their Basis.
	CausalOrderVersion int `json:"causal_order_version,omitempty"`
	// Notes are remarks of the writer's tools about the record.
	Notes []string `json:"notes,omitempty"`
	// Extra holds, as JSON, what the writer said that has no place in an episode. Importers use the
	// path of the value in the document as its key, like "events[3].mood". It is kept, exported and
	// purged with the episode; nothing searches or counts it.
	Extra map[string]json.RawMessage `json:"extra,omitempty"`
	// Sources are the documents that the episode was put together from, if they are several.
	Sources []Source `json:"sources,omitempty"`
}

// Source is one of several documents about the same session.
type Source struct {
	// Format is the import format, Name the id that the document has on its own.
	Format string `json:"format"`
	Name   string `json:"name"`
	// Hash is the SHA-256 of Content in hexadecimal.
	Hash string `json:"hash"`
	// Content is the canonical JSON of the episode that the document says on its own.
	Content json.RawMessage `json:"content"`
}

// Decision is a choice inside an episode.
type Decision struct {
	// ID is unique among the decisions and events of its episode, like "d001".
	ID string `json:"id"`
	// At is when the choice was made.
	At Timestamp `json:"timestamp,omitzero"`
	// Actor names who decided: a person, an agent, a program.
	Actor string `json:"actor,omitempty"`
	// Type is the kind of choice.
	Type DecisionType `json:"type"`
	// ReportedType is the writer's own word when Type is DecisionOther.
	ReportedType string `json:"reported_type,omitempty"`
	// Context says what the choice was about.
	Context string `json:"context,omitempty"`
	// Options are the alternatives that were considered, as the writer gave them.
	Options []string `json:"options,omitempty"`
	// Chosen is the option taken; it need not be among Options.
	Chosen string `json:"chosen,omitempty"`
	// Rationale says why.
	Rationale string `json:"rationale,omitempty"`
	// Outcome says how the decision turned out.
	Outcome Outcome `json:"outcome"`
	// ReportedOutcome is the writer's own word if it is not one of the outcomes.
	ReportedOutcome string `json:"reported_outcome,omitempty"`
	// Factor is the writer's name for what this decision shares with others.
	Factor string `json:"factor,omitempty"`
	// Factors are further variables, most of them with a state, that it tells, like "cabin=business". They are
	// counted like Factor; links are between what Factor names.
	Factors []string `json:"factors,omitempty"`
	// Effects is input only: what this decision caused, as stated. Normalization turns it into
	// Links.
	Effects []string `json:"effects,omitempty"`
}

// Event is something that happened inside an episode.
type Event struct {
	// ID is unique among the decisions and events of its episode, like "e001".
	ID string `json:"id"`
	// At is when it happened.
	At Timestamp `json:"timestamp,omitzero"`
	// Actor names who spoke or acted: a person, an agent, a tool.
	Actor string `json:"actor,omitempty"`
	// Type is the kind of event.
	Type EventType `json:"type"`
	// ReportedType is the writer's own word when Type is EventOther.
	ReportedType string `json:"reported_type,omitempty"`
	// Content says what happened, in the writer's words.
	Content string `json:"content"`
	// Factor is the writer's name for what this event shares with others, Factors are further ones, as those
	// of a decision.
	Factor  string   `json:"factor,omitempty"`
	Factors []string `json:"factors,omitempty"`
	// CausedBy and LeadsTo are input only. Normalization turns them into Links.
	CausedBy []string `json:"caused_by,omitempty"`
	LeadsTo  []string `json:"leads_to,omitempty"`
}

// Metrics are the writer's measurements; nil means not measured.
type Metrics struct {
	// DurationMinutes is the length of the work, in minutes.
	DurationMinutes *float64 `json:"duration_minutes,omitempty"`
	ToolCalls       *int64   `json:"tool_calls,omitempty"`
	Errors          *int64   `json:"errors,omitempty"`
	Recoveries      *int64   `json:"recoveries,omitempty"`
	Commits         *int64   `json:"commits,omitempty"`
	FilesChanged    *int64   `json:"files_changed,omitempty"`
}
