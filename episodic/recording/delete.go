package recording

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// maxDeleted is how many episodes one call of DeleteMatching deletes.
const maxDeleted = 200

// DeleteMatching deletes up to 200 of the episodes that meet a filter, latest first, each in its own transaction,
// and returns their keys and how many meet the filter afterwards: called again, it goes on. A dry run deletes nothing and returns what it would
// delete. It returns ErrProjectNotFound, and a [problem.InvalidError] for a filter that lets everything through.
func (s *Service) DeleteMatching(ctx context.Context, project string, filter episodic.EpisodeFilter, dryRun bool) (keys []string, matching int, err error) {
	var c problem.Checker
	if len(filter.Given()) == 0 {
		c.Invalid("filter", "it lets every episode through; say which to delete, or purge the project")
	}
	c.Add(filter.Problems()...)
	if err := c.Err(); err != nil {
		return nil, 0, err
	}
	remove := s.Delete
	if dryRun {
		remove = func(context.Context, string, string) error { return nil }
	}
	q := episodic.EpisodeQuery{Project: project, Filter: filter, Page: episodic.Page{Limit: maxDeleted}}
	if keys, err = s.removeSome(ctx, q, remove); err != nil {
		return keys, 0, err
	}
	matching, err = s.store.CountEpisodes(ctx, q)
	if err != nil {
		return keys, 0, fmt.Errorf("count the episodes of %s that are left: %w", project, err)
	}
	return keys, matching, nil
}

// Expire deletes up to 200 of the episodes that began before a time, or with purge removes every trace of them, deleted ones
// too. It returns how many went, and whether there may be more: called again, it goes on. It returns ErrProjectNotFound.
func (s *Service) Expire(ctx context.Context, project string, before time.Time, purge bool) (removed int, more bool, err error) {
	q := expired(project, before)
	remove := s.Delete
	if purge {
		remove = s.Purge
	}
	keys, err := s.removeSome(ctx, q, remove)
	if err == nil && purge && len(keys) == 0 {
		q.Deleted = true
		keys, err = s.removeSome(ctx, q, remove)
	}
	return len(keys), len(keys) > 0, err
}

// Expiring returns the keys of up to 200 of the episodes that [Service.Expire] removes, and how many there are. It returns
// ErrProjectNotFound.
func (s *Service) Expiring(ctx context.Context, project string, before time.Time, purge bool) (keys []string, matching int, err error) {
	q := expired(project, before)
	keep := func(context.Context, string, string) error { return nil }
	if keys, err = s.removeSome(ctx, q, keep); err != nil {
		return nil, 0, err
	}
	if matching, err = s.store.CountEpisodes(ctx, q); err != nil || !purge {
		return keys, matching, err
	}
	q.Deleted, q.Page.Limit = true, maxDeleted-len(keys)
	gone, err := s.store.CountEpisodes(ctx, q)
	if err != nil || q.Page.Limit == 0 {
		return keys, matching + gone, err
	}
	hidden, err := s.removeSome(ctx, q, keep)
	return append(keys, hidden...), matching + gone, err
}

// expired asks for the episodes that began before a time.
func expired(project string, before time.Time) episodic.EpisodeQuery {
	return episodic.EpisodeQuery{Project: project, Filter: episodic.EpisodeFilter{Until: before}, Page: episodic.Page{Limit: maxDeleted}}
}

// removeSome removes the episodes of a page, and returns the keys of those that it removed.
func (s *Service) removeSome(ctx context.Context, q episodic.EpisodeQuery, remove func(ctx context.Context, project, id string) error) ([]string, error) {
	found, err := s.store.ListEpisodes(ctx, q)
	if err == nil && len(found) == 0 {
		err = episodic.KnownProject(ctx, s.store, q.Project)
	}
	if err != nil {
		return nil, fmt.Errorf("list the episodes of %s to remove: %w", q.Project, err)
	}
	keys := []string{}
	for _, e := range found {
		switch err := remove(ctx, q.Project, e.Episode.ID); {
		case err == nil:
			keys = append(keys, e.Episode.ID)
		case !errors.Is(err, episodic.ErrNotFound): // somebody else has removed it
			return keys, err
		}
	}
	return keys, nil
}
