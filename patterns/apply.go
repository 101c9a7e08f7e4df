package patterns

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// Apply records that a pattern was applied in an episode, in place of what was recorded of both
// before, and returns the evidence that it makes. A deprecated pattern takes records too: it may
// have been applied before. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown pattern, and an [episodic.InvalidError], also for an
// episode that the project does not have.
func (s *Service) Apply(ctx context.Context, r ApplicationRequest) (Evidence, error) {
	if err := r.validate(); err != nil {
		return Evidence{}, err
	}
	if err := s.knownEpisode(ctx, r.Project, r.Episode); err != nil {
		return Evidence{}, err
	}
	now, out := s.instant(), Evidence{}
	err := s.store.ChangePatterns(ctx, r.Project, false, now, func(tx Tx) error {
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
		err = applyIn(tx, p, []string{r.Episode}, func(string, *Application) *Application { return &applied })
		if err != nil {
			return err
		}
		out, err = evidenceIn(tx, p.Key, r.Episode)
		return err
	})
	if err != nil {
		return Evidence{}, fmt.Errorf("record an application of pattern %q in episode %q: %w", r.Key, r.Episode, err)
	}
	return out, nil
}

func (r ApplicationRequest) validate() error {
	var c checking
	if o := r.Application.Outcome; o != "" {
		oneOf(&c, "outcome", o, episodic.Outcomes())
	}
	c.text("note", r.Application.Note, MaxText)
	c.saved("timeSaved", r.Application.TimeSaved)
	c.saved("costSaved", r.Application.CostSaved)
	return refused(c.found)
}

// knownEpisode refuses an episode that the project does not have.
func (s *Service) knownEpisode(ctx context.Context, project, id string) error {
	found, err := s.episodes.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return fmt.Errorf("get episode %q of %s: %w", id, project, err)
	}
	if len(found) > 0 {
		return nil
	}
	var c checking
	c.invalid("episode", "project %q has no episode %q", project, id)
	if err := episodic.KnownProject(ctx, s.episodes, project); err != nil {
		return err
	}
	return refused(c.found)
}

// evidenceIn is the evidence of a pattern in an episode that has one.
func evidenceIn(tx Tx, pattern, episode string) (Evidence, error) {
	rows, err := tx.EvidenceIn([]string{episode})
	if err != nil {
		return Evidence{}, err
	}
	for _, row := range rows {
		if row.Pattern == pattern {
			return row, nil
		}
	}
	return Evidence{}, fmt.Errorf("evidence of pattern %q in episode %q: %w", pattern, episode, episodic.ErrNotFound)
}
