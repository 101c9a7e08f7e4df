package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
)

// Verdict says whether an episode supports a pattern.
type Verdict string

// The verdicts.
const (
	VerdictSupports    Verdict = "SUPPORTS"
	VerdictContradicts Verdict = "CONTRADICTS"
	// VerdictUnknown means that the rule cannot decide whether the episode succeeded.
	VerdictUnknown Verdict = "UNKNOWN"
)

// Evidence is one episode as a trial of a pattern. A pattern and an episode have at most one,
// however often the pattern was applied in it.
type Evidence struct {
	Pattern string
	Episode string
	// Seen is when the episode began; zero if unknown.
	Seen time.Time
	// Observed means that a match of the pattern holds in the episode.
	Observed bool
	// Applied is the recorded application; nil if there is none.
	Applied *Application
	// Verdict follows the success rule of the pattern. The outcome of an application takes
	// precedence over that of the episode.
	Verdict Verdict
	// Counted means that it is in the counts: it is not before [Pattern.CountedFrom].
	Counted bool
}

// Application is a recorded use of a pattern in an episode. A later record of the same pattern and
// episode replaces it.
type Application struct {
	// Outcome is the outcome of the application; empty means the episode's.
	Outcome episodic.Outcome
	Note    string
	// TimeSaved is in seconds, CostSaved in the writer's unit; nil if unknown.
	TimeSaved, CostSaved *float64
	At                   time.Time
}

// Observed is the part of an episode that patterns are matched against.
type Observed struct {
	Episode string
	Seen    time.Time
	Outcome episodic.Outcome
	// Errors means that the episode has an event of the type error.
	Errors bool
	// Observations are those of the requested variables, ordered by the factor's key.
	Observations []contribution.Observation
}
