package neo4jstore

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

var errUnbuilt = errors.New("not built yet")

// PostponeIndexing implements [episodic.Store].
func (s *Store) PostponeIndexing(context.Context, []episodic.IndexTask, time.Time) error {
	return errUnbuilt
}

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(context.Context, string, time.Time, []episodic.History) (int, error) {
	return 0, errUnbuilt
}
