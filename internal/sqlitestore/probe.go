package sqlitestore

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/google/uuid"
)

// probeSize is how much a look for whether a failing file can be written again writes, in bytes.
const probeSize = 256 << 10

// writable returns nil if the files are in their places and the last write did not fail because
// of them. After such a failure it writes something and removes it again, unless the drive failed to
// keep a commit.
func (s *Store) writable(ctx context.Context) error {
	if err := s.guard.Trusted(); err != nil {
		return s.explain(ctx, err)
	}
	if s.guard.LastFailure() == nil {
		return nil
	}
	key, err := uuid.NewRandom()
	if err != nil {
		return fmt.Errorf("name a probe: %w", err)
	}
	id, now := ledger.ID{Kind: "probe", Key: key.String()}, time.Now()
	err = s.AddEntry(ctx, ledger.Entry{ID: id, Data: make([]byte, probeSize), CreatedAt: now, ExpiresAt: now})
	if err == nil {
		err = s.RemoveEntry(ctx, id, 1)
	}
	return err
}
