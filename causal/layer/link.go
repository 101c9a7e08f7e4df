package layer

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// MostLinksAt is the maximum number of links at a factor that one call returns; the paged list has
// the rest.
const MostLinksAt = 100

// FactorLink returns one link between factors. It returns ErrNotFound, or ErrProjectNotFound for an
// unknown project.
func (s *Service) FactorLink(ctx context.Context, project, key string) (link.FactorLink, error) {
	found, err := s.FetchFactorLinks(ctx, project, []string{key})
	if err != nil {
		return link.FactorLink{}, err
	}
	if len(found) == 0 {
		return link.FactorLink{}, episodic.Absent(ctx, s.occurrences, project, fmt.Errorf("link %q: %w", key, episodic.ErrNotFound))
	}
	return found[0], nil
}

// FetchFactorLinks returns the links with the given keys, in no particular order; missing ones are
// left out.
func (s *Service) FetchFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error) {
	found, err := s.factors.GetFactorLinks(ctx, project, keys)
	if err != nil {
		return nil, fmt.Errorf("fetch %d links of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// FactorLinks returns a page ordered by key. It returns ErrProjectNotFound.
func (s *Service) FactorLinks(ctx context.Context, q FactorLinkQuery) ([]link.FactorLink, error) {
	found, err := s.factors.ListFactorLinks(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list links of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.occurrences, q.Project, nil)
	}
	return found, nil
}

// CountFactorLinks returns the number of matching links, ignoring the page.
func (s *Service) CountFactorLinks(ctx context.Context, q FactorLinkQuery) (int, error) {
	n, err := s.factors.CountFactorLinks(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count links of %s: %w", q.Project, err)
	}
	return n, nil
}

// FactorLinksAt returns the links at each factor in one direction, by factor key: only those
// that the rule shows, at most limit per factor, most evidence first.
func (s *Service) FactorLinksAt(
	ctx context.Context, project string, keys []string, d search.Direction, shown link.ShowRule, limit int,
) (map[string][]link.FactorLink, error) {
	follow := search.FactorFollow{Relations: episodic.Relations(), Bases: episodic.Bases(), Shown: shown}
	found, err := s.factors.FactorLinksAt(ctx, project, keys, d, follow, limit)
	if err != nil {
		return nil, fmt.Errorf("find the links at %d factors of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// Evidence returns a page of the episodes that support or contradict a link, by id.
func (s *Service) Evidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error) {
	found, err := s.factors.ListEvidence(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list the evidence of link %s: %w", q.Link, err)
	}
	return found, nil
}

// CountEvidence returns the number of such episodes, ignoring the page.
func (s *Service) CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error) {
	n, err := s.factors.CountEvidence(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count the evidence of link %s: %w", q.Link, err)
	}
	return n, nil
}
