package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// Snapshot implements [episodic.Store]. Neo4j has no reads of one moment: each statement,
// and even each row, sees what is committed by then. So it holds the lock that every writer
// of the project takes, for as long as the list takes.
func (s *Store) Snapshot(ctx context.Context, project string) ([]episodic.Record, error) {
	var records []episodic.Record
	err := s.write(ctx, func(t *tx) error {
		records = nil
		_, found, err := lockPresent(t, project)
		if err != nil {
			return err
		}
		if !found {
			return episodic.ErrProjectNotFound
		}
		return t.query(cypher.ListRecords, params{"project": project}, func(r *row) {
			records = append(records, episodic.Record{
				Episode: r.text("id"), Revision: r.integer("revision"), Hash: r.text("hash"),
				RecordedAt: r.time("recordedAt"), DeletedAt: r.maybeTime("deletedAt"),
				IndexedRevision: r.integer("indexedRevision"), Access: r.access(),
			})
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list what project %q holds: %w", project, err)
	}
	return records, nil
}

// access reads the columns of an access count.
func (r *row) access() episodic.Access {
	return episodic.Access{Count: int64(r.integer("count")), LastAt: r.maybeTime("lastAt")}
}

// ListContents implements [episodic.Store].
func (s *Store) ListContents(ctx context.Context, project string, revisions []episodic.RevisionKey) ([]episodic.Content, error) {
	asked := make(map[string]episodic.RevisionKey, len(revisions))
	keys := make([]string, len(revisions))
	for i, r := range revisions {
		keys[i] = revisionKey(r)
		asked[keys[i]] = r
	}
	contents, err := read(ctx, s, cypher.ListContents, params{"project": project, "keys": distinct(keys)}, func(r *row) episodic.Content {
		return episodic.Content{
			RevisionKey: asked[r.text("key")], Hash: r.text("hash"),
			RecordedAt: r.time("recordedAt"), JSON: []byte(r.text("content")),
		}
	})
	if err != nil {
		return nil, fmt.Errorf("list %d contents: %w", len(revisions), err)
	}
	return contents, nil
}

// revisionKey is the key of the node of a revision.
func revisionKey(r episodic.RevisionKey) string { return fmt.Sprintf("%s#%d", r.Episode, r.Number) }
