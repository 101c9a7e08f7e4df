package validation

import (
	"context"

	"github.com/causeway-memory/causeway/patterns"
)

// applications returns the recorded applications by episode.
func (s *Service) applications(ctx context.Context, project string, all []*Tallied) (map[string][]appliedAs, error) {
	index := make(map[string]int, len(all))
	for i, p := range all {
		index[p.Key] = i
	}
	out := map[string][]appliedAs{}
	err := s.store.ScanApplications(ctx, project, func(e patterns.Evidence) error {
		if i, tested := index[e.Pattern]; tested {
			out[e.Episode] = append(out[e.Episode], appliedAs{i, e.Applied.Outcome})
		}
		return nil
	})
	return out, err
}
