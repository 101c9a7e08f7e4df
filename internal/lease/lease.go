package lease

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/internal/ledger"
)

const (
	// Term is how long a lease holds without a sign of life of its holder.
	Term = time.Minute
	// renewEvery is how often a holder renews it, and keepFor how long it goes on when it cannot.
	renewEvery = 5 * time.Second
	keepFor    = Term / 2
	// keepTime bounds one attempt.
	keepTime = 5 * time.Second
	// remembered is for how long it is known when the work was done last.
	remembered = 366 * 24 * time.Hour
	// leaseKind is the kind of the entries.
	leaseKind = "lease"
)

// The errors that callers tell apart with errors.Is.
var (
	// ErrHeld means that somebody holds the lease.
	ErrHeld = errors.New("another instance, or another call, is doing that already")
	// ErrNotDue means that the work was done too lately.
	ErrNotDue = errors.New("that was done a short while ago")
	// ErrLost is why the context of a work ended whose lease could not be renewed.
	ErrLost = errors.New("the lease was lost")
)

// Name names a lease: what is done for which project.
type Name struct{ Project, Work string }

func (n Name) id() ledger.ID { return ledger.ID{Kind: leaseKind, Project: n.Project, Key: n.Work} }

// Turns says when somebody did the work last; times are zero before.
type Turns struct {
	// Tried is when it was begun, Done when it came to its end without an error.
	Tried time.Time `json:"tried,omitzero"`
	Done  time.Time `json:"done,omitzero"`
}

// record is what is kept of a lease.
type record struct {
	Turns
	// Holder is empty when nobody holds it, else it holds until a time.
	Holder string    `json:"holder,omitempty"`
	Until  time.Time `json:"until,omitzero"`
}

// Service takes leases. It is safe for concurrent use.
type Service struct {
	store ledger.Store
	now   func() time.Time
}

// New returns a Service that keeps its leases in a ledger.
func New(store ledger.Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Held is a lease that was taken. Either its [Held.Do] or its [Held.Release] is called, once.
type Held struct {
	service *Service
	name    Name
	held    record
	version int
	// confirmed is when it was last known to be kept.
	confirmed time.Time
}

// Take takes a lease. It returns ErrHeld while somebody else holds it, and ErrNotDue when due,
// which may be nil, says so of what was done last.
func (s *Service) Take(ctx context.Context, name Name, due func(Turns) bool) (*Held, error) {
	holder, err := uuid.NewRandom()
	if err != nil {
		return nil, fmt.Errorf("name the holder of a lease: %w", err)
	}
	kept, version, err := s.read(ctx, name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("take the lease of %s for %s: %w", name.Work, name.Project, err)
	case kept.Holder != "" && s.now().Before(kept.Until):
		return nil, ErrHeld
	case due != nil && !due(kept.Turns):
		return nil, ErrNotDue
	}
	h := &Held{service: s, name: name, held: kept, version: version}
	h.held.Holder = holder.String()
	if err := h.keep(ctx); err != nil {
		return nil, fmt.Errorf("take the lease of %s for %s: %w", name.Work, name.Project, err)
	}
	return h, nil
}

// Turns says when the work was done last, and whether somebody is at it.
func (s *Service) Turns(ctx context.Context, name Name) (last Turns, held bool, err error) {
	kept, _, err := s.read(ctx, name)
	return kept.Turns, kept.Holder != "" && s.now().Before(kept.Until), err
}

// read returns what is kept; version is 0 when nothing is.
func (s *Service) read(ctx context.Context, name Name) (kept record, version int, err error) {
	e, err := ledger.Get(ctx, s.store, name.id())
	if errors.Is(err, ledger.ErrNotFound) {
		return record{}, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Data, &kept)
	}
	return kept, e.Version, err
}

// keep writes that the lease is held for another term. It returns ErrHeld when it is somebody
// else's.
func (h *Held) keep(ctx context.Context) error {
	now := h.service.now()
	h.held.Until = now.Add(Term)
	err := h.write(ctx, now)
	if err == nil {
		h.confirmed = now
	}
	return err
}

// write writes the record over the version that is known. That an answer was lost shows when
// the entry has moved on and still names this holder.
func (h *Held) write(ctx context.Context, now time.Time) error {
	data, err := json.Marshal(h.held)
	if err != nil {
		return err
	}
	e := ledger.Entry{ID: h.name.id(), Version: h.version + 1, Data: data, CreatedAt: now, ExpiresAt: now.Add(remembered)}
	if h.version == 0 {
		err = h.service.store.AddEntry(ctx, e)
	} else {
		err = h.service.store.ReplaceEntry(ctx, e)
	}
	switch {
	case err == nil:
		h.version++
		return nil
	case !errors.Is(err, ledger.ErrExists) && !errors.Is(err, ledger.ErrMoved):
		return err
	}
	kept, version, err := h.service.read(ctx, h.name)
	if err != nil {
		return err
	}
	if kept.Holder != h.held.Holder {
		return ErrHeld
	}
	h.version = version
	return nil
}
