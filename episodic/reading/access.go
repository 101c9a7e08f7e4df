package reading

import (
	"context"
	"fmt"
	"sync"
)

// NoteRead counts one read of each of those episodes.
func (s *Service) NoteRead(project string, ids ...string) {
	for _, id := range ids {
		s.reads.add(project, id)
	}
}

// FlushAccess writes the reads counted since the last call. The caller decides how often; reads not
// yet written are lost with the process.
func (s *Service) FlushAccess(ctx context.Context) error {
	for project, reads := range s.reads.take() {
		if err := s.store.RecordAccess(ctx, project, reads, s.now()); err != nil {
			return fmt.Errorf("record reads of %s: %w", project, err)
		}
	}
	return nil
}

// accessCounter counts reads between two flushes; the zero value is ready.
type accessCounter struct {
	mu    sync.Mutex
	reads map[string]map[string]int64
}

func (c *accessCounter) add(project, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reads == nil {
		c.reads = map[string]map[string]int64{}
	}
	if c.reads[project] == nil {
		c.reads[project] = map[string]int64{}
	}
	c.reads[project][id]++
}

func (c *accessCounter) take() map[string]map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.reads
	c.reads = nil
	return taken
}
