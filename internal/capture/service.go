package capture

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// Store is the part of the graph that the applier writes to.
type Store interface {
	PutEvents(ctx context.Context, project string, events []execution.Prepared, recordedAt []time.Time, now time.Time) ([]execution.Written, error)
	CountEvents(ctx context.Context, projects []string) (map[string]execution.Size, error)
}

// Options are the parts of a Service.
type Options struct {
	Journal *journal.Journal
	Store   Store
	Events  *workflow.Service
	Now     func() time.Time
	// OnApplied, when set, is called with how many events were written and how long that took.
	OnApplied func(events int, took time.Duration, err error)
	// Screen is applied to everything before the journal has it.
	Screen Screen
}

// Service takes in execution events. It is safe for concurrent use.
type Service struct {
	Options
	// off says why nothing is taken in; nil if something is.
	off error
	// turn is held by a round of the applier, and by a purge: what a round has read of the journal
	// must not be written after its project is gone.
	turn sync.Mutex
	// purged counts, by project, what a purge took out of the journal whose engines failed. turn guards it.
	purged map[string]int
}

// New returns a Service. Nothing is applied before [Service.Apply] runs.
func New(o Options) *Service { return &Service{Options: o, purged: map[string]int{}} }

// Disabled returns a Service that takes nothing in, for that reason.
func Disabled(reason error) *Service {
	return &Service{off: &episodic.EngineError{Engine: "the journal", Reason: reason.Error(), Err: reason}}
}

// Call are events of one call.
type Call struct {
	Project string
	Events  []execution.Event
	// Key is the idempotency key; empty for none.
	Key string
	// WaitFor is the state to reach before the call returns.
	WaitFor journal.State
}

// Capture acknowledges events: all of a call, or none. Receipts are in the order of the events. What the
// screen finds is kept out first, so that everything that follows, the context key and the comparison with
// what is known included, sees what is kept. An
// event whose id and content are known is unchanged. It returns a [problem.InvalidError], a
// [journal.ConflictError] for an id or a key that stands for another content, and a
// [journal.ExhaustedError] while too much waits. If the state to wait for is not reached in time, the
// receipts say how far each event has come.
func (s *Service) Capture(ctx context.Context, c Call) ([]Receipt, error) {
	if s.off != nil {
		return nil, s.off
	}
	if err := intake.ValidateProject(c.Project); err != nil {
		return nil, err
	}
	events, found, err := s.Screen.events(c.Events)
	if err != nil {
		return nil, err
	}
	prepared, err := execution.Prepare(events, ids(c))
	if err != nil {
		return nil, err
	}
	records := make([]journal.Record, len(prepared))
	for i, p := range prepared {
		if records[i], err = record(p, found[i]); err != nil {
			return nil, err
		}
	}
	receipts, err := s.Journal.Append(ctx, c.Project, c.Key, records)
	if err != nil {
		return nil, err
	}
	if c.WaitFor != journal.StateJournaled {
		s.await(ctx, c.Project, receipts, c.WaitFor)
	}
	out := make([]Receipt, len(receipts))
	for i, r := range receipts {
		out[i] = Receipt{Receipt: r, Found: found[i]}
	}
	return out, nil
}

// ids makes ids of events that have none: from the idempotency key, so that a repeat brings the same
// ones, or else random ones.
func ids(c Call) func() string {
	if c.Key == "" {
		return uuid.NewString
	}
	space, n := uuid.NewSHA1(uuid.NameSpaceOID, []byte(c.Project+"\n"+c.Key)), 0
	return func() string {
		n++
		return uuid.NewSHA1(space, fmt.Append(nil, n)).String()
	}
}

// record is an event as the journal keeps it, with what was kept out of it; nil if that is not told.
func record(p execution.Prepared, found privacy.Counts) (journal.Record, error) {
	hash, err := hex.DecodeString(p.Hash)
	if err != nil {
		return journal.Record{}, fmt.Errorf("read the hash of event %s: %w", p.ID, err)
	}
	body, err := json.Marshal(p.Event)
	if err != nil {
		return journal.Record{}, fmt.Errorf("encode event %s: %w", p.ID, err)
	}
	r := journal.Record{ID: p.ID, Hash: hash, Body: body}
	if found != nil {
		note, err := json.Marshal(found)
		if err != nil {
			return r, fmt.Errorf("encode what was kept out of event %s: %w", p.ID, err)
		}
		r.Note = string(note)
	}
	return r, nil
}

const (
	// waitShare is the part of the time of a call that it waits for a state.
	waitShare = .8
	// longestWait bounds the wait of a call without a deadline.
	longestWait = 10 * time.Second
	// lookAgain is how often a state is looked up that nothing announces.
	lookAgain = 50 * time.Millisecond
)

// await waits until the records have reached a state, or were set aside, and brings their receipts up to
// date.
func (s *Service) await(ctx context.Context, project string, receipts []journal.Receipt, state journal.State) {
	wait := longestWait
	if deadline, limited := ctx.Deadline(); limited {
		wait = min(wait, time.Duration(waitShare*float64(time.Until(deadline))))
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		changed := s.Journal.Changed()
		now, err := s.Journal.Receipts(ctx, project, idsOf(receipts))
		if err != nil {
			return // they are acknowledged, whatever cannot be looked up
		}
		merge(receipts, now)
		if !slices.ContainsFunc(receipts, func(r journal.Receipt) bool { return !reached(r.State, state) }) {
			return
		}
		select {
		case <-waiting.Done():
			return
		case <-changed:
		case <-time.After(lookAgain):
		}
	}
}

func idsOf(receipts []journal.Receipt) []string {
	out := make([]string, len(receipts))
	for i, r := range receipts {
		out[i] = r.ID
	}
	return out
}

// merge brings receipts up to date.
func merge(receipts, now []journal.Receipt) {
	byID := make(map[string]journal.Receipt, len(now))
	for _, r := range now {
		byID[r.ID] = r
	}
	for i, r := range receipts {
		if n, known := byID[r.ID]; known {
			n.Unchanged = r.Unchanged
			receipts[i] = n
		}
	}
}

// reached reports whether a record is as far as wanted, or will not come further.
func reached(has, want journal.State) bool {
	return has == journal.StateFailed || slices.Index(journal.States(), has) >= slices.Index(journal.States(), want)
}

// settlePage is how many records are looked at at once.
const settlePage = 1000

// Settle waits until everything of a project that was acknowledged before the call has reached the
// graph or was set aside. It returns an [episodic.ErrTimeout] if ctx ends first.
func (s *Service) Settle(ctx context.Context, project string) error {
	if s.off != nil {
		return s.off
	}
	last, err := s.lastWaiting(ctx, project)
	for waits := last > 0; waits && err == nil; {
		changed := s.Journal.Changed()
		if waits, err = s.waits(ctx, project, last); err != nil || !waits {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until what was captured of %s is applied: %w", project, episodic.ErrTimeout)
		case <-changed:
		case <-time.After(lookAgain):
		}
	}
	return err
}

// lastWaiting returns the last sequence of a project that waits; 0 if none does.
func (s *Service) lastWaiting(ctx context.Context, project string) (last int64, err error) {
	err = s.eachWaiting(ctx, func(e journal.Entry) bool {
		if e.Project == project {
			last = e.Sequence
		}
		return true
	})
	return last, err
}

// waits reports whether something of a project waits, up to a sequence.
func (s *Service) waits(ctx context.Context, project string, last int64) (found bool, err error) {
	err = s.eachWaiting(ctx, func(e journal.Entry) bool {
		found = found || e.Project == project && e.Sequence <= last
		return !found && e.Sequence < last
	})
	return found, err
}

// eachWaiting calls each for what waits, in order, until it returns false.
func (s *Service) eachWaiting(ctx context.Context, each func(journal.Entry) bool) error {
	for after := int64(0); ; {
		page, err := s.Journal.Pending(ctx, journal.StateJournaled, after, settlePage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if after = e.Sequence; !each(e) {
				return nil
			}
		}
	}
}

// Complete makes an episode of a workflow, of everything that was captured of it before the call. What the screen finds in
// the texts of its completion is kept out.
func (s *Service) Complete(ctx context.Context, project, workflow string, c execution.Completion) (episodic.Receipt, error) {
	if err := intake.ValidateProject(project); err != nil {
		return episodic.Receipt{}, err
	}
	c, err := s.Screen.completion(c)
	if err != nil {
		return episodic.Receipt{}, err
	}
	if err := s.Settle(ctx, project); err != nil {
		return episodic.Receipt{}, err
	}
	return s.Events.Complete(ctx, project, workflow, c)
}
