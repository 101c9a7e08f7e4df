package retraction

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// maxReason is the maximum length of a reason, in characters.
const maxReason = 1_000

// Episodes reads episodes as they were recorded.
type Episodes interface {
	// GetEpisodes returns the present episodes with those ids, in no particular order.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
	// ListRevisions returns recorded contents of the present episodes with those ids, by id.
	ListRevisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error)
}

// Recorder records, deletes and restores episodes.
type Recorder interface {
	Record(ctx context.Context, project string, e episodic.Episode, wait episodic.State) (episodic.Receipt, error)
	Delete(ctx context.Context, project, id string) error
	Restore(ctx context.Context, project, id string) (episodic.Receipt, error)
}

// Factors changes statements.
type Factors interface {
	ChangeFactors(ctx context.Context, project string, create bool, now time.Time, work func(derive.Tx) error) error
}

// Patterns changes patterns.
type Patterns interface {
	ChangePatterns(ctx context.Context, project string, create bool, now time.Time, work func(patterns.Tx) error) error
}

// Entries keeps what was written down.
type Entries interface{ ledger.Store }

// Finder finds what rests on a thing.
type Finder interface {
	Find(ctx context.Context, project string, of dependents.Of) (dependents.Found, error)
}

// Parts are what a [Service] is made of.
type Parts struct {
	Finder   Finder
	Episodes Episodes
	Recorder Recorder
	Factors  Factors
	Patterns Patterns
	Entries  Entries
	// Audit may be nil.
	Audit *audit.Service
	Now   func() time.Time
}

// Service retracts. It is safe for concurrent use.
type Service struct{ Parts }

// New returns a Service over its parts.
func New(p Parts) *Service { return &Service{p} }

// Find returns what rests on a thing, and a note in words. A thing that nothing is known about is no error.
func (s *Service) Find(ctx context.Context, project string, of dependents.Of) (dependents.Found, string, error) {
	found, err := s.Finder.Find(ctx, project, of)
	if err != nil || found.Known() {
		return found, found.Words(), err
	}
	r, err := s.load(ctx, project, of)
	if err != nil || r == nil {
		return found, found.Words(), err
	}
	return found, found.Words() + " " + r.words(), nil
}

func (r *record) words() string {
	return fmt.Sprintf("It was retracted on %s: %s", r.At.Format(time.DateOnly), r.Reason)
}

// Retract takes a thing out, and returns what rested on it: what changed. What is retracted already is returned without
// dependents. It returns [episodic.ErrNotFound] for what the memory does not hold, and a [problem.InvalidError] without a reason and
// as [dependents.Service.Find] does.
func (s *Service) Retract(ctx context.Context, project string, of dependents.Of, reason string) (dependents.Found, string, error) {
	reason, err := checked(reason)
	if err != nil {
		return dependents.Found{}, "", err
	}
	found, err := s.Finder.Find(ctx, project, of)
	if err != nil {
		return found, "", err
	}
	r, err := s.load(ctx, project, of)
	switch {
	case err != nil:
		return found, "", err
	case !found.Known() && r == nil:
		return found, "", fmt.Errorf("retract %s: %w", of, episodic.ErrNotFound)
	case !found.Known():
		return found, found.Words() + " " + r.words(), nil
	}
	if err := s.take(ctx, project, found, r, reason); err != nil {
		return found, "", fmt.Errorf("retract %s: %w", of, err)
	}
	return found, found.Words() + " It is retracted.", nil
}

func checked(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	var c problem.Checker
	if c.TooLong("reason", reason, maxReason); reason == "" {
		c.Invalid("reason", "it is empty; say why")
	}
	return reason, c.Err()
}

// take writes down what goes, puts the patterns under review, and takes it out.
func (s *Service) take(ctx context.Context, project string, found dependents.Found, r *record, reason string) error {
	stating, revisions, err := s.stating(ctx, project, found.Thing)
	if err != nil {
		return err
	}
	if r == nil {
		r = &record{Of: found.Of}
	}
	r.Reason, r.At = reason, s.Now().UTC()
	r.add(found, revisions)
	if err := s.save(ctx, project, *r); err != nil {
		return err
	}
	if err := s.review(ctx, project, found, reason); err != nil {
		return err
	}
	for _, id := range found.Taken() {
		if err := s.Recorder.Delete(ctx, project, id); err != nil && !errors.Is(err, episodic.ErrNotFound) {
			return err
		}
	}
	for _, e := range stating {
		if _, err := s.Recorder.Record(ctx, project, found.Without(e.Episode), episodic.StateIndexed); err != nil {
			return err
		}
	}
	return s.unstate(ctx, project, found)
}

// stating returns the episodes that state the links, with their revisions.
func (s *Service) stating(ctx context.Context, project string, t dependents.Thing) ([]episodic.Stored, map[string]int, error) {
	var ids []string
	for _, l := range t.Links {
		ids = append(ids, l.Episode)
	}
	if len(ids) == 0 {
		return nil, nil, nil
	}
	found, err := s.Episodes.GetEpisodes(ctx, project, ids)
	revisions := map[string]int{}
	for _, e := range found {
		revisions[e.Episode.ID] = e.Revision
	}
	return found, revisions, err
}

// review puts the validated patterns that rest on the thing under review, and keeps the entry of the audit log in the same
// transaction.
func (s *Service) review(ctx context.Context, project string, found dependents.Found, reason string) error {
	var keys []string
	for _, d := range found.Dependents {
		if d.Kind == dependents.KindPattern && d.Before["status"] != d.After["status"] {
			keys = append(keys, d.Key)
		}
	}
	now := s.Now().UTC().Truncate(time.Microsecond)
	ctx = s.Audit.NoteWhy(ctx, project, audit.Retract, found.Of.String(), reason, len(found.Episodes)+len(found.Links)+len(found.Statements))
	return s.Patterns.ChangePatterns(ctx, project, false, now, func(tx patterns.Tx) error {
		if len(keys) == 0 {
			return nil
		}
		return reviewing(tx, keys, fmt.Sprintf("what it rests on was retracted, %s: %s", found.Of, reason), now)
	})
}
