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
	// Steps are in the order of the record.
	Steps []Step
	// Outcome is what the record says of the outcome.
	Outcome Outcome
}

// Outcome is evidence of how a run ended. The zero Outcome says nothing; tests and a person's word
// in the steps may then.
type Outcome struct {
	Result episodic.Outcome
	// Source says what tells it, like "score 1".
	Source string
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
	// At is zero if unknown.
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
}
