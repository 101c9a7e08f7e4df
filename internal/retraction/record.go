package retraction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/patterns"
)

// kind is the kind of the ledger entries.
const kind = "retraction"

// forever is when entries expire.
func forever() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// record is what was taken out.
type record struct {
	Of     dependents.Of `json:"of"`
	Reason string        `json:"reason"`
	At     time.Time     `json:"at"`
	// Episodes are the ids of those that were deleted.
	Episodes []string `json:"episodes,omitempty"`
	// Links are those that revisions left out.
	Links      []revised        `json:"links,omitempty"`
	Statements []link.Statement `json:"statements,omitempty"`
	// Applied are the uses of patterns in those episodes.
	Applied []patterns.Evidence `json:"applied,omitempty"`
	// version is that of the entry; 0 for a new one.
	version int
}

// revised is a link of an episode, and the revision that stated it last.
type revised struct {
	dependents.Link

	Revision int `json:"revision"`
}

// add adds what is to be taken out; what a call before took out stays.
func (r *record) add(f dependents.Found, revisions map[string]int) {
	t := f.Thing
	r.Applied = slices.DeleteFunc(r.Applied, func(old patterns.Evidence) bool {
		return slices.ContainsFunc(f.Applied, func(e patterns.Evidence) bool { return e.Key() == old.Key() })
	})
	r.Applied = append(r.Applied, f.Applied...)
	for _, id := range t.Taken() {
		if !slices.Contains(r.Episodes, id) {
			r.Episodes = append(r.Episodes, id)
		}
	}
	for _, l := range t.Links {
		r.Links = slices.DeleteFunc(r.Links, func(old revised) bool { return old.Link == l })
		r.Links = append(r.Links, revised{l, revisions[l.Episode]})
	}
	for _, one := range t.Statements {
		r.Statements = slices.DeleteFunc(r.Statements, func(old link.Statement) bool { return old.ID() == one.ID() })
		r.Statements = append(r.Statements, one)
	}
}

func entryID(project string, of dependents.Of) ledger.ID {
	return ledger.ID{Kind: kind, Project: project, Key: of.String()}
}

// load returns what is written down of a thing; nil if it was not retracted.
func (s *Service) load(ctx context.Context, project string, of dependents.Of) (*record, error) {
	e, err := ledger.Get(ctx, s.Entries, entryID(project, of))
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look up the retraction of %s: %w", of, err)
	}
	r := record{version: e.Version}
	if err := json.Unmarshal(e.Data, &r); err != nil {
		return nil, fmt.Errorf("read the retraction of %s: %w", of, err)
	}
	return &r, nil
}

// save writes down what will be taken out.
func (s *Service) save(ctx context.Context, project string, r record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the retraction of %s: %w", r.Of, err)
	}
	e := ledger.Entry{ID: entryID(project, r.Of), Version: r.version + 1, Data: data, CreatedAt: r.At, ExpiresAt: forever()}
	if r.version == 0 {
		err = s.Entries.AddEntry(ctx, e)
	} else {
		err = s.Entries.ReplaceEntry(ctx, e)
	}
	if err != nil {
		return fmt.Errorf("write down the retraction of %s: %w", r.Of, err)
	}
	return nil
}

// listed is how many entries are read at once.
const listed = 100

// Forget removes an episode from what is written down, before every trace of it is removed. A nil Service has nothing written down.
func (s *Service) Forget(ctx context.Context, project, episode string) error {
	if s == nil {
		return nil
	}
	q := ledger.Query{Kind: kind, Project: project, Limit: listed}
	for {
		found, err := s.Entries.ListEntries(ctx, q)
		if err != nil {
			return fmt.Errorf("list the retractions of %s: %w", project, err)
		}
		for _, e := range found {
			if err := s.forget(ctx, project, episode, e); err != nil {
				return fmt.Errorf("forget episode %q: %w", episode, err)
			}
			q.Before = e.Key
		}
		if len(found) < listed {
			return nil
		}
	}
}

func (s *Service) forget(ctx context.Context, project, episode string, e ledger.Entry) error {
	r := record{version: e.Version}
	if err := json.Unmarshal(e.Data, &r); err != nil {
		return err
	}
	before := len(r.Episodes) + len(r.Links) + len(r.Applied)
	r.Episodes = slices.DeleteFunc(r.Episodes, func(id string) bool { return id == episode })
	r.Links = slices.DeleteFunc(r.Links, func(l revised) bool { return l.Episode == episode })
	r.Applied = slices.DeleteFunc(r.Applied, func(row patterns.Evidence) bool { return row.Episode == episode })
	switch left := len(r.Episodes) + len(r.Links) + len(r.Applied); {
	case left == before:
		return nil
	case left+len(r.Statements) == 0:
		return s.Entries.RemoveEntry(ctx, e.ID, e.Version)
	}
	return s.save(ctx, project, r)
}
