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
	// Term is how long a lease is valid without a renewal.
	Term = time.Minute
	// renewEvery is the interval of renewals, keepFor how long a holder works on without one.
	renewEvery = 5 * time.Second
	keepFor    = Term / 2
	// keepTime is the time limit of one renewal.
	keepTime = 5 * time.Second
	// remembered is how long the time of the last work is kept.
	remembered = 366 * 24 * time.Hour
	// leaseKind is the kind of the ledger entries.
	leaseKind = "lease"
)

// Callers distinguish these errors with errors.Is.
var (
	// ErrHeld means that another holder has the lease.
	ErrHeld = errors.New("another instance, or another call, is doing that already")
	// ErrNotDue means that the work was done too recently.
	ErrNotDue = errors.New("that was done a short while ago")
	// ErrLost is the cause of a canceled context whose lease could not be renewed.
	ErrLost = errors.New("the lease was lost")
)

// Name identifies a lease by project and kind of work.
type Name struct{ Project, Work string }

func (n Name) id() ledger.ID { return ledger.ID{Kind: leaseKind, Project: n.Project, Key: n.Work} }

// Turns says when the work was last done; zero times mean never.
type Turns struct {
	// Tried is when it last began, Done when it last ended without an error.
	Tried time.Time `json:"tried,omitzero"`
	Done  time.Time `json:"done,omitzero"`
}

// record is the content of a lease's ledger entry.
type record struct {
	Turns
	// Holder is empty if the lease is free; otherwise it holds the lease until Until.
	Holder string    `json:"holder,omitempty"`
	Until  time.Time `json:"until,omitzero"`
}

// holds reports whether somebody has the lease. A lease that ends later than one that was just
// taken by the fastest clock is void: the clock was set back, and its holder does not renew it by
// the new one.
func (r record) holds(now time.Time) bool {
	return r.Holder != "" && now.Before(r.Until) && r.Until.Sub(now) <= Term+Term/4
}

// Service takes leases. It is safe for concurrent use.
type Service struct {
	store ledger.Store
	now   func() time.Time
}

// New returns a Service that stores its leases in a ledger.
func New(store ledger.Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Held is a lease that was taken. Callers call either [Held.Do] or [Held.Release], once.
type Held struct {
	service *Service
	name    Name
	held    record
	version int
	// confirmed is when the last successful renewal began.
	confirmed time.Time
}

// Take takes a lease. It returns ErrHeld while another holder has it, and ErrNotDue if due, which
// may be nil, returns false for the last work.
func (s *Service) Take(ctx context.Context, name Name, due func(Turns) bool) (*Held, error) {
	holder, err := uuid.NewRandom()
	if err != nil {
		return nil, fmt.Errorf("name the holder of a lease: %w", err)
	}
	kept, version, err := s.read(ctx, name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("take the lease of %s for %s: %w", name.Work, name.Project, err)
	case kept.holds(s.now()):
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

// Turns returns when the work was last done, and whether it is being done now.
func (s *Service) Turns(ctx context.Context, name Name) (last Turns, held bool, err error) {
	kept, _, err := s.read(ctx, name)
	return kept.Turns, kept.holds(s.now()), err
}

// read returns the stored record; version is 0 if there is none.
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

// keep extends the lease by another term. It returns ErrHeld if another holder has it.
func (h *Held) keep(ctx context.Context) error {
	now := h.service.now()
	h.held.Until = now.Add(Term)
	err := h.write(ctx, now)
	if err == nil {
		h.confirmed = now
	}
	return err
}

// write replaces the known version of the record. If the version has changed but the holder is
// still this one, the write succeeded and its answer was lost.
func (h *Held) write(ctx context.Context, now time.Time) error {
	data, err := json.Marshal(h.held)
	if err != nil {
		return err
	}
	e := ledger.Entry{
		ID: h.name.id(), Version: h.version + 1, Data: data, Holder: h.held.Holder, CreatedAt: now, ExpiresAt: now.Add(remembered),
	}
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
