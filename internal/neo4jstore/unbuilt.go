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

// Snapshot implements [episodic.Store].
func (s *Store) Snapshot(context.Context, string) ([]episodic.Record, error) { return nil, errUnbuilt }

// ListContents implements [episodic.Store].
func (s *Store) ListContents(context.Context, string, []episodic.RevisionKey) ([]episodic.Content, error) {
	return nil, errUnbuilt
}

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(context.Context, string, time.Time, []episodic.History) (int, error) {
	return 0, errUnbuilt
}
