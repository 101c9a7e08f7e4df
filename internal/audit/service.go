package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// Store is the part of a [ledger.Store] that keeps the log.
type Store interface {
	AddEntry(ctx context.Context, e ledger.Entry) error
	GetEntries(ctx context.Context, kind, project string, keys []string) ([]ledger.Entry, error)
	ListEntries(ctx context.Context, q ledger.Query) ([]ledger.Entry, error)
	ListEntryProjects(ctx context.Context, kind string) ([]string, error)
}

// Service writes and reads the log. It is safe for concurrent use.
type Service struct {
	store Store
	now   func() time.Time
	by    func(context.Context) string
}

// New returns a Service over a store. by returns the name of the API token of who asks; empty without one.
func New(store Store, now func() time.Time, by func(context.Context) string) *Service {
	return &Service{store: store, now: now, by: by}
}

// keyForm is the beginning of a key, which orders them by time.
const keyForm = "20060102T150405.000000000Z"

// Note returns a context whose next write keeps an entry in its own transaction; a write that fails keeps none. Writes that
// count what they change add to count. A nil Service keeps nothing.
func (s *Service) Note(ctx context.Context, project string, action Action, subject string, count int) context.Context {
	return s.NoteWhy(ctx, project, action, subject, "", count)
}

// NoteWhy is [Service.Note] with a reason.
func (s *Service) NoteWhy(ctx context.Context, project string, action Action, subject, reason string, count int) context.Context {
	if s == nil {
		return ctx
	}
	e := s.entry(ctx, action, subject, count)
	e.Reason = reason
	return e.note(ctx, project)
}

// NotePurge is [Service.Note] for the purge of a project with events that no engine has yet.
func (s *Service) NotePurge(ctx context.Context, project string, waiting int) context.Context {
	if s == nil {
		return ctx
	}
	e := s.entry(ctx, PurgeProject, "", 0)
	e.Events = waiting
	return e.note(ctx, project)
}

// note returns a context whose next write keeps the entry, with what it counts added.
func (e Entry) note(ctx context.Context, project string) context.Context {
	return ledger.WithNote(ctx, ledger.NewNote(func(c ledger.Changed) ledger.Entry {
		counted := e
		counted.Count, counted.Events = e.Count+c.Things, e.Events+c.Events
		return counted.stored(project)
	}))
}

// Add keeps an entry by itself.
func (s *Service) Add(ctx context.Context, project string, action Action, subject string, count int) error {
	return s.store.AddEntry(ctx, s.entry(ctx, action, subject, count).stored(project))
}

// AddPurge keeps an entry of the purge of a project of which no engine had anything.
func (s *Service) AddPurge(ctx context.Context, project string, waiting int) error {
	e := s.entry(ctx, PurgeProject, "", 0)
	e.Events = waiting
	return s.store.AddEntry(ctx, e.stored(project))
}

func (s *Service) entry(ctx context.Context, action Action, subject string, count int) Entry {
	now := s.now().UTC()
	return Entry{Key: now.Format(keyForm) + "-" + uuid.NewString()[:8], At: now, Action: action, By: s.by(ctx), Subject: subject, Count: count}
}

// List returns up to limit entries of a project, latest first, whose keys are less than before; empty for the
// first page. The project need not be there any more.
func (s *Service) List(ctx context.Context, project, before string, limit int) ([]Entry, error) {
	return list(ctx, s.store, project, before, limit)
}

func list(ctx context.Context, s Store, project, before string, limit int) ([]Entry, error) {
	found, err := s.ListEntries(ctx, ledger.Query{Kind: kind, Project: project, Before: before, Limit: limit})
	if err != nil {
		return nil, fmt.Errorf("list the audit log of %s: %w", project, err)
	}
	out := make([]Entry, len(found))
	for i, stored := range found {
		if out[i], err = read(stored); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Projects returns the names of all projects that have a log; they need not be there any more.
func Projects(ctx context.Context, s Store) ([]string, error) {
	names, err := s.ListEntryProjects(ctx, kind)
	if err != nil {
		return nil, fmt.Errorf("list the audit logs: %w", err)
	}
	return names, nil
}

// page is how many entries are read at once.
const page = 500

// All calls each with every entry of a project, latest first.
func All(ctx context.Context, s Store, project string, each func(Entry) error) error {
	for before := ""; ; {
		found, err := list(ctx, s, project, before, page)
		if err != nil {
			return err
		}
		for _, e := range found {
			if err := each(e); err != nil {
				return err
			}
			before = e.Key
		}
		if len(found) < page {
			return nil
		}
	}
}

// Callers distinguish these errors with errors.Is.
var (
	// ErrOther means that another entry of the same key is there.
	ErrOther = errors.New("the audit log holds another entry of that key, which stays")
	// ErrInvalid means that an entry has no key, or an unknown action.
	ErrInvalid = errors.New("this is no entry of an audit log")
)

// Lacks reports whether the log of a project lacks an entry of another memory.
func Lacks(ctx context.Context, s Store, project string, e Entry) (bool, error) {
	if e.Key == "" || e.Count < 0 || e.Events < 0 || !slices.Contains(Actions(), e.Action) {
		return false, ErrInvalid
	}
	held, err := s.GetEntries(ctx, kind, project, []string{e.Key})
	if err == nil && len(held) > 0 && string(held[0].Data) != string(e.stored(project).Data) {
		err = ErrOther
	}
	return len(held) == 0, err
}

// Take keeps an entry of another memory, and reports whether it was new.
func Take(ctx context.Context, s Store, project string, e Entry) (added bool, err error) {
	lacks, err := Lacks(ctx, s, project, e)
	if err != nil || !lacks {
		return false, err
	}
	err = s.AddEntry(ctx, e.stored(project))
	if errors.Is(err, ledger.ErrExists) {
		return false, nil
	}
	return err == nil, err
}

// Copy writes the log of a project in one store to another.
func Copy(ctx context.Context, from, to Store, project string) error {
	err := All(ctx, from, project, func(e Entry) error {
		_, err := Take(ctx, to, project, e)
		if errors.Is(err, ErrOther) {
			return nil
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("copy the audit log of %s: %w", project, err)
	}
	return nil
}
