package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/uuid"
)

var (
	// ErrConflict means that the key was used for another write.
	ErrConflict = errors.New("the idempotency key was used with other arguments within the last day; use a new key for another write")
	// ErrUnderWay means that the first call with the key is still running.
	ErrUnderWay = errors.New("a call with this idempotency key is still under way; try again in some seconds")
)

const (
	// Kept is how long the result of a call is returned to repeats.
	Kept = 24 * time.Hour
	// Lease is how long an interrupted call holds its key.
	Lease = 20 * time.Second
	// renewal is the interval of lease renewals and the time limit of one renewal.
	renewal = 4 * time.Second
	// MaxKey is the maximum number of characters of a key.
	MaxKey = 200
	// settleTime is the time limit for storing the result of a call whose context has ended.
	settleTime = 10 * time.Second
	// kind is the kind of the ledger entries.
	kind = "call"
)

// Service remembers calls. It is safe for concurrent use.
type Service struct {
	store ledger.Store
	now   func() time.Time
}

// New returns a Service that stores calls in a ledger.
func New(store ledger.Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Call is one write that may be repeated.
type Call struct {
	// Project is the project of the write.
	Project string
	// Key is the caller's key; nil for a call that is not remembered.
	Key *string
	// Operation is the name of the write, Arguments everything it depends on: a repeat must have
	// the same. Arguments are compared by their JSON.
	Operation string
	Arguments any
	// Outlives says that a purge of the project keeps the entry.
	Outlives bool
	// Redo, unless nil, reports whether a kept result no longer counts, because what it stands for
	// was cut off: a repeat then does the work again.
	Redo func(ctx context.Context, result json.RawMessage) (bool, error)
}

// Work is the work of a call. retry says that an earlier attempt may have done it already.
type Work[T any] func(ctx context.Context, retry bool) (T, error)

// record is the content of a call's ledger entry.
type record struct {
	// Request is a hash of the operation and its arguments.
	Request string `json:"request"`
	// Owner is the running or last attempt, Until the expiry of its lease.
	Owner string    `json:"owner"`
	Until time.Time `json:"until,omitzero"`
	// Result is the JSON of the result, once Done.
	Done   bool            `json:"done"`
	Result json.RawMessage `json:"result,omitempty"`
}

// holds reports whether an attempt still has the key. A lease that ends later than one that was
// just taken is void: the clock was set back, and its owner does not renew it by the new one.
func (r record) holds(now time.Time) bool {
	return r.Until.After(now) && r.Until.Sub(now) <= Lease+Lease/4
}

// Do does the work of a call, or returns the result of the first call with its key. It returns a
// [problem.InvalidError] for an invalid key or project, [ErrConflict] and [ErrUnderWay].
func Do[T any](ctx context.Context, s *Service, c Call, work Work[T]) (T, error) {
	var result T
	if c.Key == nil {
		return work(ctx, false)
	}
	if err := errors.Join(intake.ValidateProject(c.Project), Check(*c.Key)); err != nil {
		return result, err
	}
	a, err := s.begin(ctx, c)
	if err != nil {
		return result, fmt.Errorf("%s: %w", c.Operation, err)
	}
	if a.held.Done {
		if err := json.Unmarshal(a.held.Result, &result); err != nil {
			return result, fmt.Errorf("read the result that was kept: %w", err)
		}
		return result, nil
	}
	lost := a.hold(ctx, func(working context.Context) { result, err = work(working, a.retry) })
	switch {
	case lost != nil && err != nil:
		return result, errors.Join(lost, err)
	case lost != nil: // the next owner of the key stores the result
		return result, nil
	case err != nil:
		a.giveUp(ctx, a.retry || leavesOpen(ctx, err))
		return result, err
	}
	return result, a.finish(ctx, result)
}

// Check returns a [problem.InvalidError] for an invalid key.
func Check(key string) error {
	n := 0
	for _, r := range key {
		n++
		if r < ' ' {
			n = MaxKey + 1
		}
	}
	if n >= 1 && n <= MaxKey {
		return nil
	}
	return problem.Refuse("idempotencyKey", "a key has 1 to %d characters, none of them a control character", MaxKey)
}

// leavesOpen reports whether it is unknown, after an error, if the work was done.
func leavesOpen(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, episodic.ErrTimeout) || errors.Is(err, episodic.ErrUnavailable)
}

// request hashes the operation and its arguments, to compare a repeat with the first call.
func (c Call) request() (string, error) {
	text, err := json.Marshal([]any{c.Operation, c.Arguments})
	if err != nil {
		return "", fmt.Errorf("write the arguments: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// begin takes the key, or reads the state of the call that has it.
func (s *Service) begin(ctx context.Context, c Call) (*attempt, error) {
	request, err := c.request()
	if err != nil {
		return nil, err
	}
	a := &attempt{service: s, entry: ledger.Entry{
		ID: ledger.ID{Kind: kind, Project: c.Project, Key: *c.Key}, CreatedAt: s.now(), Outlives: c.Outlives,
	}, held: record{Request: request, Owner: uuid.NewString()}, redo: c.Redo}
	for range 10 { // others may add and remove the entry meanwhile
		err := a.add(ctx)
		if !errors.Is(err, ledger.ErrExists) {
			return a, err
		}
		if err = a.takeOver(ctx); !errors.Is(err, ledger.ErrMoved) && !errors.Is(err, ledger.ErrNotFound) {
			return a, err
		}
	}
	return nil, ErrUnderWay
}
