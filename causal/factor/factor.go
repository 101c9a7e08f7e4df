package factor

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

func (k *KindCounts) Add(other KindCounts, by int) {
	k.Decision += by * other.Decision
	k.Event += by * other.Event
	k.Outcome += by * other.Outcome
	k.Context += by * other.Context
}

// Used reports whether an episode has the factor or a statement names it.
func (f Factor) Used() bool { return f.Frequency() > 0 || f.Statements > 0 }

// StateOccurred is the state of a variable of which is known only that it happened.
const StateOccurred = "occurred"

// VariableOutcome is the variable of the outcomes of episodes; its states are the known outcomes.
const VariableOutcome = "outcome"

// Identity says what a factor is: a variable in a state. Equal identities are one factor of
// a project, whatever kind of occurrence they come from.
type Identity struct {
	// Variable names what may be one way or another: a decision point, a kind of event.
	Variable string
	// State is the option chosen, the value, or StateOccurred.
	State string
}

// Key is the key of the factor in its project: 16 hexadecimal digits, the same whenever and in
// whatever order it is derived.
func (i Identity) Key() string { return ShortHash(i.Variable, i.State) }

// Label is the line that names the factor: "variable=state", or the variable alone when all
// that is known is that it occurred.
func (i Identity) Label() string {
	if i.State == StateOccurred {
		return i.Variable
	}
	return i.Variable + "=" + i.State
}

// ShortHash is a hash of some texts as 16 hexadecimal digits.
func ShortHash(parts ...string) string {
	var room [256]byte
	text := room[:0]
	for _, p := range parts {
		text = append(append(text, p...), 0)
	}
	sum := sha256.Sum256(text)
	var out [16]byte
	hex.Encode(out[:], sum[:8])
	return string(out[:])
}

// Kind says what the occurrences of a factor are.
type Kind string

// The kinds. A factor with occurrences of several kinds has the first of them that applies.
const (
	KindDecision Kind = "decision"
	KindEvent    Kind = "event"
	KindOutcome  Kind = "outcome"
	// KindContext is known before any decision and is nothing that happened.
	KindContext Kind = "context"
	// KindStated was named by a statement only; no episode has it.
	KindStated Kind = "stated"
)

// Kinds returns every kind, in the order in which they apply.
func Kinds() []Kind {
	return []Kind{KindDecision, KindEvent, KindOutcome, KindContext, KindStated}
}

// KindCounts counts the episodes that have a factor as each kind; one episode may have it as
// several.
type KindCounts struct{ Decision, Event, Outcome, Context int }

// OutcomeCounts counts episodes by their reported outcome.
type OutcomeCounts struct{ Success, Partial, Failure, Unknown int }

// Total is the number of episodes.
func (c OutcomeCounts) Total() int { return c.Success + c.Partial + c.Failure + c.Unknown }

// Of returns the count of an outcome.
func (c *OutcomeCounts) Of(o episodic.Outcome) *int {
	switch o {
	case episodic.OutcomeSuccess:
		return &c.Success
	case episodic.OutcomePartial:
		return &c.Partial
	case episodic.OutcomeFailure:
		return &c.Failure
	default:
		return &c.Unknown
	}
}

// Factor is what occurrences of the same kind in different episodes have in common. All
// numbers count episodes that are present.
type Factor struct {
	Identity

	// Outcomes are the reported outcomes of the episodes that have the factor; their total is
	// its frequency.
	Outcomes OutcomeCounts
	Kinds    KindCounts
	// Statements is how many statements name it as an end.
	Statements int
	// FirstSeen and LastSeen are when the first and last of its episodes began (midnight UTC
	// when only the day is known); zero when none of them tells.
	FirstSeen, LastSeen time.Time
}

// Frequency is the number of episodes that have the factor.
func (f Factor) Frequency() int { return f.Outcomes.Total() }

// Kind returns what the occurrences of the factor are.
func (f Factor) Kind() Kind {
	switch {
	case f.Kinds.Decision > 0:
		return KindDecision
	case f.Kinds.Event > 0:
		return KindEvent
	case f.Kinds.Outcome > 0:
		return KindOutcome
	case f.Kinds.Context > 0:
		return KindContext
	default:
		return KindStated
	}
}

// Variable is what factors are the states of.
type Variable struct {
	Name string
	// Recorded is how many episodes tell a state of it.
	Recorded int
	// Closed says that what is not recorded did not happen: an episode that tells no state of
	// it counts as one in which none of its states occurred. Somebody declared it.
	Closed bool
	// AbsentState names the state of episodes that record none; it may be empty.
	AbsentState string
}
