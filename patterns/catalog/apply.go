package catalog

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// Apply records that a pattern was applied in an episode, replacing an earlier record for both, and
// returns the resulting evidence. A deprecated pattern accepts records too: it may have been applied
// earlier. It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown
// pattern, and a [problem.InvalidError], also for an episode that is not in the project.
func (s *Service) Apply(ctx context.Context, r patterns.ApplicationRequest) (patterns.Evidence, error) {
	if err := validateApplication(r); err != nil {
		return patterns.Evidence{}, err
	}
	if err := s.knownEpisode(ctx, r.Project, r.Episode); err != nil {
		return patterns.Evidence{}, err
	}
	now, out := s.Instant(), patterns.Evidence{}
	err := s.store.ChangePatterns(ctx, r.Project, false, now, func(tx patterns.Tx) error {
		found, err := tx.Patterns([]string{r.Key})
		if err != nil {
			return err
		}
		p, there := found[r.Key]
		if !there {
			return fmt.Errorf("pattern %q of %s: %w", r.Key, r.Project, episodic.ErrNotFound)
		}
		applied := r.Application
		applied.At = now
		err = applyIn(tx, p, []string{r.Episode}, func(string, *patterns.Application) *patterns.Application { return &applied })
		if err != nil {
			return err
		}
		out, err = evidenceIn(tx, p.Key, r.Episode)
		return err
	})
	if err != nil {
		return patterns.Evidence{}, fmt.Errorf("record an application of pattern %q in episode %q: %w", r.Key, r.Episode, err)
	}
	return out, nil
}

func validateApplication(r patterns.ApplicationRequest) error {
	var c patterns.Checker
	if o := r.Application.Outcome; o != "" {
		problem.OneOf(&c.Checker, "outcome", o, episodic.Outcomes())
	}
	c.Text("note", r.Application.Note, patterns.MaxText)
	c.Saved("timeSaved", r.Application.TimeSaved)
	c.Saved("costSaved", r.Application.CostSaved)
	return c.Err()
}

// knownEpisode rejects an episode that is not in the project.
func (s *Service) knownEpisode(ctx context.Context, project, id string) error {
	found, err := s.episodes.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return fmt.Errorf("get episode %q of %s: %w", id, project, err)
	}
	if len(found) > 0 {
		return nil
	}
	var c patterns.Checker
	c.Invalid("episode", "project %q has no episode %q", project, id)
	if err := episodic.KnownProject(ctx, s.episodes, project); err != nil {
		return err
	}
	return c.Err()
}

// evidenceIn returns the evidence of a pattern in an episode, which must exist.
func evidenceIn(tx patterns.Tx, pattern, episode string) (patterns.Evidence, error) {
	rows, err := tx.EvidenceIn([]string{episode})
	if err != nil {
		return patterns.Evidence{}, err
	}
	for _, row := range rows {
		if row.Pattern == pattern {
			return row, nil
		}
	}
	return patterns.Evidence{}, fmt.Errorf("evidence of pattern %q in episode %q: %w", pattern, episode, episodic.ErrNotFound)
}
