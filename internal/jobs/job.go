package jobs

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// Kind is the kind of work of a job.
type Kind string

// The kinds.
const (
	// KindImport is the import of files.
	KindImport Kind = "import"
	// KindConsolidate is the periodic maintenance of a project's patterns.
	KindConsolidate Kind = "consolidate"
)

// State is the state of a job.
type State string

// The states. All but StateRunning are final.
const (
	StateRunning   State = "running"
	StateSucceeded State = "succeeded"
	// StateFailed means that the work ended with an error.
	StateFailed State = "failed"
	// StateCancelled means that a caller canceled the job.
	StateCancelled State = "cancelled"
	// StateInterrupted means that the service ended before the work did.
	StateInterrupted State = "interrupted"
)

// States returns all states.
func States() []State {
	return []State{StateRunning, StateSucceeded, StateFailed, StateCancelled, StateInterrupted}
}

// Final reports whether a job in that state has ended.
func (s State) Final() bool { return s != StateRunning }

// Failure says why a job did not succeed.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// CodeInterrupted is the code of the failure of an interrupted job.
const CodeInterrupted = "INTERRUPTED"

// Job is a snapshot of one job.
type Job struct {
	Project string `json:"-"`
	// Key is unique in the project; later jobs have greater keys.
	Key   string `json:"-"`
	Kind  Kind   `json:"kind"`
	State State  `json:"state"`
	// Done of Total parts are processed.
	Done      int       `json:"done"`
	Total     int       `json:"total"`
	CreatedAt time.Time `json:"-"`
	StartedAt time.Time `json:"startedAt"`
	// FinishedAt is zero while the job runs.
	FinishedAt time.Time `json:"finishedAt,omitzero"`
	// Failure is nil unless the job failed or was interrupted.
	Failure *Failure `json:"failure,omitempty"`
}

const (
	// Kept is how long a job is kept after it ended.
	Kept = 7 * 24 * time.Hour
	// Lease is the time without a heartbeat after which a job counts as interrupted.
	Lease = 20 * time.Second
	// jobKind and reportKind are the kinds of the ledger entries.
	jobKind    = "job"
	reportKind = "report"
)

// record is the content of a job's ledger entry.
type record struct {
	Job
	// Beat is the last heartbeat.
	Beat time.Time `json:"beat"`
	// Cancel says that a caller canceled the job.
	Cancel bool `json:"cancel,omitempty"`
}

// decode decodes the record in a ledger entry.
func decode(e ledger.Entry) (record, error) {
	var r record
	if err := json.Unmarshal(e.Data, &r); err != nil {
		return r, fmt.Errorf("read what is kept of job %q: %w", e.Key, err)
	}
	r.Project, r.Key, r.CreatedAt = e.Project, e.Key, e.CreatedAt
	return r, nil
}

// shown returns the current job. A running job without a recent heartbeat is interrupted, as is one
// whose heartbeat is far in the future: the clock was set back, and nobody beats by the new one. A
// job that runs here needs no heartbeat.
func (r record) shown(now time.Time, here bool) Job {
	j := r.Job
	if j.State == StateRunning && !here && now.Sub(r.Beat).Abs() > Lease {
		j.State, j.FinishedAt, j.Failure = StateInterrupted, r.Beat, interrupted("the service ended before the job did")
		if r.Beat.After(now) {
			j.FinishedAt = now
		}
	}
	return j
}

func interrupted(why string) *Failure {
	return &Failure{
		Code:    CodeInterrupted,
		Message: why + "; what it had written stays. Start it again, with the same idempotency key if it had one: it changes nothing that is there and does the rest",
	}
}
