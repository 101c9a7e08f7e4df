package derive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// deriveBatch is the number of episodes that one transaction derives.
const deriveBatch = 200

// instant returns the current time in the precision of the stores.
func (s *Service) instant() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// Derive derives the stale episodes of a project. After each batch it calls done, unless nil, with
// the number of episodes derived so far.
func (s *Service) Derive(ctx context.Context, project string, done func(int)) error {
	return RefreshStale(ctx, s.factors, project, done)
}

// RefreshStale is [Service.Derive] for callers that have only a store.
func RefreshStale(ctx context.Context, store Store, project string, done func(int)) error {
	for total := 0; ; {
		n, err := refreshSome(ctx, store, project)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if total += n; done != nil {
			done(total)
		}
	}
}

// refreshSome derives one batch of a project. It retries with a smaller batch if the store times out.
func refreshSome(ctx context.Context, store Store, project string) (int, error) {
	for batch := deriveBatch; ; batch /= 2 {
		n, err := store.RefreshSome(ctx, project, batch)
		switch {
		case err == nil:
			return n, nil
		case batch == 1 || ctx.Err() != nil || !errors.Is(err, episodic.ErrTimeout):
			return 0, fmt.Errorf("derive the factors of project %q: %w", project, err)
		}
	}
}

// DeriveBacklog derives one batch of each stale project, up to limit projects, and returns the number
// of episodes derived. It also counts what the links of as many projects leave out, so that few readers
// have to. An error in one project does not stop the others.
func (s *Service) DeriveBacklog(ctx context.Context, limit int) (int, error) {
	projects, err := s.factors.ListStale(ctx, limit)
	if err != nil {
		return 0, fmt.Errorf("list projects with stale episodes: %w", err)
	}
	total := 0
	var failures []error
	for _, project := range projects {
		n, err := refreshSome(ctx, s.factors, project)
		if err != nil {
			failures = append(failures, err)
		}
		total += n
	}
	return total, errors.Join(append(failures, s.countBacklog(ctx, limit))...)
}

func (s *Service) countBacklog(ctx context.Context, limit int) error {
	projects, err := s.factors.ListUncounted(ctx, limit)
	if err != nil {
		return fmt.Errorf("list projects with uncounted links: %w", err)
	}
	var failures []error
	for _, project := range projects {
		if err := s.factors.CountUncounted(ctx, project); err != nil {
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}

// RefreshOutdated invalidates every layer that another version of causeway derived, and returns the
// projects.
func (s *Service) RefreshOutdated(ctx context.Context, projects []string) ([]string, error) {
	var out []string
	for _, project := range projects {
		d, err := s.factors.GetDerivation(ctx, project)
		if errors.Is(err, episodic.ErrProjectNotFound) || err == nil && (d.Episodes == 0 || d.Version == DerivationVersion) {
			continue
		}
		if err == nil {
			err = s.factors.InvalidateLayer(ctx, project)
		}
		if err != nil {
			return out, fmt.Errorf("invalidate the factors of project %q: %w", project, err)
		}
		out = append(out, project)
	}
	return out, nil
}

// Rebuild removes the factor layer of a project, except the users' decisions and statements, and
// derives it from the episodes. done is called as in [Service.Derive]. Meanwhile answers say how
// many episodes are missing. It returns ErrProjectNotFound.
func (s *Service) Rebuild(ctx context.Context, project string, done func(int)) error {
	if err := s.factors.InvalidateLayer(ctx, project); err != nil {
		return fmt.Errorf("remove the factors of project %q: %w", project, err)
	}
	return s.refreshInTime(ctx, project, done)
}
