package recording

import (
	"context"
	"errors"
	"fmt"

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
	q := episodic.EpisodeQuery{Project: project, Filter: filter, Page: episodic.Page{Limit: maxDeleted}}
	found, err := s.store.ListEpisodes(ctx, q)
	if err == nil && len(found) == 0 {
		err = episodic.KnownProject(ctx, s.store, project)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the episodes of %s to delete: %w", project, err)
	}
	keys = []string{}
	for _, e := range found {
		if !dryRun {
			err = s.Delete(ctx, project, e.Episode.ID)
		}
		if errors.Is(err, episodic.ErrNotFound) { // somebody else has deleted it
			continue
		}
		if err != nil {
			return keys, 0, err
		}
		keys = append(keys, e.Episode.ID)
	}
	matching, err = s.store.CountEpisodes(ctx, q)
	if err != nil {
		return keys, 0, fmt.Errorf("count the episodes of %s that are left: %w", project, err)
	}
	return keys, matching, nil
}
