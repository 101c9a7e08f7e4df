package derive

import "context"

// Settle derives as much as a merge waits for.
func (s *Service) Settle(ctx context.Context, project string) error { return s.settle(ctx, project) }
