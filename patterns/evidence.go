package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
)

// Verdict says what an episode says of a pattern.
type Verdict string

// The verdicts.
const (
	VerdictSupports    Verdict = "SUPPORTS"
	VerdictContradicts Verdict = "CONTRADICTS"
	// VerdictUnknown is that of an episode whose success the rule cannot tell.
	VerdictUnknown Verdict = "UNKNOWN"
)

// Evidence is one episode as a trial of a pattern: there is one at most of a pattern and an
// episode, however often the pattern was applied in it.
type Evidence struct {
	Pattern string
	Episode string
	// Seen is when the episode began; zero when it does not tell.
	Seen time.Time
	// Observed says that a match of the pattern holds in the episode.
	Observed bool
	// Applied is what somebody recorded; nil when nobody did.
	Applied *Application
	// Verdict is by the success rule of the pattern. What an application tells of its outcome goes
	// before that of the episode.
	Verdict Verdict
	// Counted says that it is in the counts: it is not before [Pattern.CountedFrom].
	Counted bool
}

// Application is what somebody recorded of the use of a pattern in an episode. A later record of
// the same pattern and episode replaces it.
type Application struct {
	// Outcome is that of the application; empty takes the episode's.
	Outcome episodic.Outcome
	Note    string
	// TimeSaved is in seconds, CostSaved in the writer's unit; nil when not said.
	TimeSaved, CostSaved *float64
	At                   time.Time
}

// Observed is what one episode tells, as patterns are held against it.
type Observed struct {
	Episode string
	Seen    time.Time
	Outcome episodic.Outcome
	// Errors says that it has an event of the type error.
	Errors bool
	// Observations are those of the variables that were asked for, ordered by the factor's key.
	Observations []contribution.Observation
}
