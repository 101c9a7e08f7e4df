package agentrun

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Kind says what a step is.
type Kind string

// The kinds of step.
const (
	// KindMessage is a text of a person, an agent or the system.
	KindMessage Kind = "message"
	// KindReasoning is a text of an agent that nobody else reads.
	KindReasoning Kind = "reasoning"
	// KindCall is a call of a tool; it may carry its result.
	KindCall Kind = "call"
	// KindResult is the result of an earlier call.
	KindResult Kind = "result"
	// KindChoice is a choice that the record marks as one; Choice says it.
	KindChoice Kind = "choice"
	// KindActivity is something else that was done, like an inference, a search, or the work of a whole
	// agent: Label names it, Text went in and Result came out.
	KindActivity Kind = "activity"
	// KindOther is a record that is none of these; Reason says what it is.
	KindOther Kind = "other"
)

// Role says who a step is from.
type Role string

// The roles.
const (
	RoleUser   Role = "user"
	RoleAgent  Role = "agent"
	RoleSystem Role = "system"
	RoleTool   Role = "tool"
)

// Run is one run of an agent, in the order of its steps.
type Run struct {
	// ID identifies the run among all; it becomes the id of the episode. Characters that an id does
	// not take are replaced.
	ID string
	// Session names the session, which several runs may share.
	Session string
	// Agent names the program, like "claude-code".
	Agent string
	// Folder is the folder of the project, as the agent saw it; empty if unknown.
	Folder string
	// Task is what was asked; empty means the first message of a user.
	Task string
	// Group names the task that several runs try, so that they can be compared; empty if unknown.
	Group string
	// Model is the language model, empty if unknown.
	Model string
	// Started and Ended are zero if unknown; Started then is the time of the first step.
	Started, Ended time.Time
	// Root is the ID of the step that is the whole run; empty if none is.
	Root string
	// Steps are in the order of the record.
	Steps []Step
	// Outcome is what the record says of the outcome.
	Outcome Outcome
}

// Outcome is evidence of how a run ended. The zero Outcome says nothing; tests and a person's word
// in the steps may then. With a Source and without a Result it is unknown, whatever they say.
type Outcome struct {
	Result episodic.Outcome
	// Source says what tells it, like "score 1".
	Source string
}

// Choice is what a record says of a choice.
type Choice struct {
	// About says what was to be chosen, Rationale why this was.
	About, Rationale string
	Options          []string
	// Chosen is never empty.
	Chosen string
	// Person is true if a person chose, Plan if it is a plan of what comes.
	Person, Plan bool
}

// Step is one record of a run, or one part of a record.
type Step struct {
	// ID is the record's own id, unique in the run; empty means its number from 1.
	ID string
	// Parent is the ID of the step that this one answers or is part of; empty if unknown.
	Parent string
	Kind   Kind
	Role   Role
	// Agent names who speaks or acts where a run has several agents.
	Agent string
	// At is when it began; zero if unknown.
	At time.Time
	// Text is that of a message or of reasoning.
	Text string
	// Tool and Arguments are those of a call; Arguments is JSON where the tool takes several.
	Tool, Arguments string
	// Call ties a call and its result together; empty ties a result to the latest call without one.
	Call string
	// Result is what the tool returned, HasResult whether it did.
	Result    string
	HasResult bool
	// Failed says whether the tool reported an error; nil if the record does not say.
	Failed *bool
	// ExitCode is that of a command; nil if unknown.
	ExitCode *int
	// Reason says what a step of KindOther is.
	Reason string
	// Span is what traces say beyond that; nil for a step of a transcript.
	Span *Span
}

// Span is what a span of a trace says of a step. The zero Span says nothing.
type Span struct {
	// End is when the step was over; zero if the record does not say.
	End time.Time
	// Clock names the clock that told the times, where it is known to differ from others of the run. What two steps that are side by side
	// say of their order counts only if their clocks are the same.
	Clock string
	// Key is the short id of the occurrence; empty means one made of the number of the step.
	Key string
	// Links are the IDs of steps that the record links to this one.
	Links []string
	// Error says why it failed, ErrorType what kind of error that is; empty if the record has no more than
	// the result.
	Error, ErrorType string
	// Label, Event and Word are those of an activity: its name, the same wherever it occurs, the type of its
	// event (empty for other), and the record's own word for that.
	Label string
	Event episodic.EventType
	Word  string
	// Choice is that of a step of KindChoice.
	Choice *Choice
}

// span returns what a span says of a step.
func (s Step) span() Span {
	if s.Span == nil {
		return Span{}
	}
	return *s.Span
}
