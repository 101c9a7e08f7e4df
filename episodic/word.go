package episodic

// Outcome says how an episode or a decision ended.
type Outcome string

// The outcomes. OutcomeUnknown counts neither as a success nor as a failure.
const (
	OutcomeSuccess Outcome = "success"
	OutcomePartial Outcome = "partial"
	OutcomeFailure Outcome = "failure"
	OutcomeUnknown Outcome = "unknown"
)

// Outcomes lists every outcome.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSuccess, OutcomePartial, OutcomeFailure, OutcomeUnknown}
}

// DecisionType says what kind of choice a decision was (seeds 001 and 003).
type DecisionType string

// The decision types. DecisionOther goes with the writer's own word in ReportedType.
const (
	DecisionDesign         DecisionType = "design"
	DecisionImplementation DecisionType = "implementation"
	DecisionTest           DecisionType = "test"
	DecisionRecovery       DecisionType = "recovery"
	DecisionRouting        DecisionType = "routing"
	DecisionOther          DecisionType = "other"
	DecisionUnknown        DecisionType = "unknown"
)

// DecisionTypes lists every decision type.
func DecisionTypes() []DecisionType {
	return []DecisionType{
		DecisionDesign, DecisionImplementation, DecisionTest, DecisionRecovery,
		DecisionRouting, DecisionOther, DecisionUnknown,
	}
}

// EventType says what kind of thing happened (seeds 001 and 003).
type EventType string

// The event types. EventOther goes with the writer's own word in ReportedType.
const (
	EventToolCall  EventType = "tool_call"
	EventError     EventType = "error"
	EventMilestone EventType = "milestone"
	EventHandoff   EventType = "handoff"
	EventCommit    EventType = "commit"
	EventTest      EventType = "test"
	EventOther     EventType = "other"
	EventUnknown   EventType = "unknown"
)

// EventTypes lists every event type.
func EventTypes() []EventType {
	return []EventType{
		EventToolCall, EventError, EventMilestone, EventHandoff,
		EventCommit, EventTest, EventOther, EventUnknown,
	}
}

// Relation says what a link claims about its two ends.
type Relation string

// The relations. RelationCorrelates has no causal meaning and no direction.
const (
	RelationCauses     Relation = "causes"
	RelationEnables    Relation = "enables"
	RelationPrevents   Relation = "prevents"
	RelationCorrelates Relation = "correlates"
)

// Relations lists every relation.
func Relations() []Relation {
	return []Relation{RelationCauses, RelationEnables, RelationPrevents, RelationCorrelates}
}

// CausalRelations lists the relations that carry causal meaning: all but RelationCorrelates.
func CausalRelations() []Relation {
	return []Relation{RelationCauses, RelationEnables, RelationPrevents}
}

// Basis says why a link is believed.
type Basis string

// The bases, from a person's claim to counts.
const (
	// BasisStated means that someone said so.
	BasisStated Basis = "stated"
	// BasisExtracted means that a rule extracted it from text.
	BasisExtracted Basis = "extracted"
	// BasisTemporal means that only the order of timestamps suggests it.
	BasisTemporal Basis = "temporal"
	// BasisMeasured means that it follows from counts over episodes.
	BasisMeasured Basis = "measured"
)

// Bases lists every basis.
func Bases() []Basis {
	return []Basis{BasisStated, BasisExtracted, BasisTemporal, BasisMeasured}
}

// Kind says what an occurrence is.
type Kind string

// The kinds of occurrence.
const (
	KindDecision Kind = "decision"
	KindEvent    Kind = "event"
	KindOutcome  Kind = "outcome"
)

// Kinds lists every kind of occurrence.
func Kinds() []Kind { return []Kind{KindDecision, KindEvent, KindOutcome} }
