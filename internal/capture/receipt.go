package capture

import (
	"context"
	"errors"
	"strconv"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Receipts returns the receipts of events by their ids, in that order; those that are unknown, or no
// longer known, are left out.
func (s *Service) Receipts(ctx context.Context, project string, events []string) ([]Receipt, error) {
	if s.off != nil {
		return nil, s.off
	}
	found, err := s.Journal.Receipts(ctx, project, events)
	return noted(found), err
}

// ReceiptsOfKey returns the receipts of the call with an idempotency key; none if it is unknown, or no
// longer known.
func (s *Service) ReceiptsOfKey(ctx context.Context, project, key string) ([]Receipt, error) {
	if s.off != nil {
		return nil, s.off
	}
	found, err := s.Journal.ReceiptsOfKey(ctx, project, key)
	return noted(found), err
}

// Failures returns a page of the events of a project that were set aside, oldest first; the cursor is
// the [FailureKey].
func (s *Service) Failures(ctx context.Context, project string, page episodic.Page) ([]Receipt, error) {
	if s.off != nil {
		return nil, s.off
	}
	after := int64(0)
	if page.After != "" {
		var err error
		if after, err = strconv.ParseInt(page.After, 10, 64); err != nil {
			return nil, problem.Refuse("after", "it is no cursor of this list; use the endCursor of its page before")
		}
	}
	found, err := s.Journal.Failures(ctx, project, after, page.Limit)
	return noted(found), err
}

// FailureKey is the cursor of a receipt in the list of failures.
func FailureKey(r Receipt) string { return strconv.FormatInt(r.Sequence, 10) }

// Retry lets events be applied again that were set aside, and returns how many there were.
func (s *Service) Retry(ctx context.Context, project string, events []string) (int, error) {
	if s.off != nil {
		return 0, s.off
	}
	return s.Journal.Retry(ctx, project, events)
}

// Stats says what the journal holds; nothing if it is not open.
func (s *Service) Stats(ctx context.Context) (journal.Stats, error) {
	if s.off != nil {
		return journal.Stats{}, nil
	}
	return s.Journal.Stats(ctx)
}

// Purge removes what the journal and the engines hold of a project; engines removes the latter, and gets how many events
// waited to be applied, those that an earlier call removed without its engines included.
func (s *Service) Purge(ctx context.Context, project string, engines func(ctx context.Context, waiting int) error) error {
	if s.off != nil {
		return engines(ctx, 0)
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	removed, waiting, err := s.Journal.Purge(ctx, project)
	s.purged[project] += waiting
	if err != nil {
		return err
	}
	err = engines(ctx, s.purged[project])
	if err == nil || errors.Is(err, episodic.ErrProjectNotFound) {
		delete(s.purged, project)
	}
	if removed > 0 && errors.Is(err, episodic.ErrProjectNotFound) {
		return nil // all that there was of the project were receipts
	}
	return err
}

// Ready returns nil if events are taken in.
func (s *Service) Ready() error {
	if s.off != nil {
		return s.off
	}
	return s.Journal.Ready()
}
