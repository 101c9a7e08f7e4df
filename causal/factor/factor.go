package factor

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Add adds by times the other counts; by is -1 to subtract.
func (k *KindCounts) Add(other KindCounts, by int) {
	k.Decision += by * other.Decision
	k.Event += by * other.Event
	k.Outcome += by * other.Outcome
	k.Context += by * other.Context
}

// Used reports whether an episode has the factor or a statement names it as an end.
func (f Factor) Used() bool { return f.Frequency() > 0 || f.Statements > 0 }

// StateOccurred is the state of a variable when it is only known that it occurred.
const StateOccurred = "occurred"

// VariableOutcome is the variable of the episode outcome; its states are the known outcomes.
const VariableOutcome = "outcome"

// Identity identifies a factor: a variable in a state. Equal identities are the same factor of a
// project, whatever the kind of their occurrences.
type Identity struct {
	// Variable names what varies: a decision point, a kind of event.
	Variable string
	// State is the chosen option, the value, or [StateOccurred].
	State string
}

// Key returns the key of the factor in its project: 16 hexadecimal digits that depend on the
// identity alone.
func (i Identity) Key() string { return ShortHash(i.Variable, i.State) }

// Label returns the display name: "variable=state", or only the variable if the state is
// [StateOccurred].
func (i Identity) Label() string {
	if i.State == StateOccurred {
		return i.Variable
	}
	return i.Variable + "=" + i.State
}

// ShortHash returns a hash of the parts as 16 hexadecimal digits.
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

// Kind says what kind of occurrences a factor has.
type Kind string

// The kinds. A factor with occurrences of several kinds has the first that applies.
const (
	KindDecision Kind = "decision"
	KindEvent    Kind = "event"
	KindOutcome  Kind = "outcome"
	// KindContext is known before any decision; it is not an event.
	KindContext Kind = "context"
	// KindStated is named by statements only; no episode has it.
	KindStated Kind = "stated"
)

// Kinds returns every kind, in the order of precedence.
func Kinds() []Kind {
	return []Kind{KindDecision, KindEvent, KindOutcome, KindContext, KindStated}
}

// KindCounts counts the episodes that have a factor, by kind. An episode may count under several.
type KindCounts struct{ Decision, Event, Outcome, Context int }

// OutcomeCounts counts episodes by their reported outcome.
type OutcomeCounts struct{ Success, Partial, Failure, Unknown int }

// Total returns the number of episodes.
func (c OutcomeCounts) Total() int { return c.Success + c.Partial + c.Failure + c.Unknown }

// Of returns a pointer to the count of an outcome.
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

// Factor is what occurrences of the same kind have in common across episodes. All counts are
// numbers of present episodes.
type Factor struct {
	Identity

	// Outcomes counts the episodes that have the factor by their reported outcome; the total is its
	// frequency.
	Outcomes OutcomeCounts
	Kinds    KindCounts
	// Statements is the number of statements that name the factor as an end.
	Statements int
	// FirstSeen and LastSeen are the start times of its first and last episode (midnight UTC if only
	// the day is known); zero if no episode has a start time.
	FirstSeen, LastSeen time.Time
}

// Frequency returns the number of episodes that have the factor.
func (f Factor) Frequency() int { return f.Outcomes.Total() }

// Kind returns the kind of the factor's occurrences.
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

// KindOf is the kind of a variable with those states.
func KindOf(states []Factor) Kind {
	var all Factor
	for _, f := range states {
		all.Kinds.Add(f.Kinds, 1)
	}
	return all.Kind()
}

// Variable is what factors are states of.
type Variable struct {
	Name string
	// Recorded is the number of episodes that record a state of it.
	Recorded int
	// Closed means that what is not recorded did not happen: in an episode without a state of the
	// variable, none of its states occurred. A user declared it so.
	Closed bool
	// AbsentState names the state of episodes that record none; it may be empty.
	AbsentState string
}
