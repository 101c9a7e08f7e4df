package neo4jstore

import (
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

// StoredHistories implements [write.Lookup].
func (t *episodeTx) StoredHistories(ids []string) (map[string]archive.StoredHistory, error) {
	stored := make(map[string]archive.StoredHistory, len(ids))
	err := t.query(cypher.FindHistories, params{"project": t.project, "ids": ids}, func(r *row) {
		h := archive.StoredHistory{DeletedAt: r.maybeTime("deletedAt"), Access: r.access()}
		for _, v := range r.rows("revisions") {
			key := episodic.RevisionKey{Episode: r.text("id"), Number: v.integer("number")}
			h.Revisions = append(h.Revisions, episodic.Content{RevisionKey: key, Hash: v.text("hash"), RecordedAt: v.time("recordedAt")})
		}
		stored[r.text("id")] = h
	})
	return stored, err
}

// PutHistories implements [write.Rows].
func (t *episodeTx) PutHistories(writes []archive.HistoryWrite) error {
	for _, w := range writes {
		if w.Draw {
			t.add(w.Write)
		}
	}
	return t.recordHistories(writes)
}

// recordHistories writes the nodes of the episodes, of their new contents and of their reads, and
// draws what was added.
func (t *episodeTx) recordHistories(writes []archive.HistoryWrite) error {
	var episodes, revisions, deletions, reads []params
	due := episodic.Instant(time.Time{}) // at once, whatever the clocks of the two machines say
	for _, w := range writes {
		id := w.Episode.ID
		if w.Moved {
			episodes = append(episodes, params{
				"id": id, "due": due, "present": w.DeletedAt.IsZero(), "properties": episodeProperties(w.Write),
			})
		}
		if w.Moved && !w.DeletedAt.IsZero() {
			deletions = append(deletions, params{"id": id, "deletedAt": w.DeletedAt.UTC()})
		}
		for _, content := range w.Added {
			revisions = append(revisions, params{"id": id, "properties": contentProperties(t.project, content)})
		}
		if w.Reads {
			reads = append(reads, params{"id": id, "count": w.Access.Count, "lastAt": timeOrNull(w.Access.LastAt)})
		}
	}
	if err := t.record(episodes, revisions); err != nil {
		return err
	}
	for _, step := range []struct {
		statement cypher.Statement
		name      string
		rows      []params
	}{
		{cypher.RecordDeletions, "episodes", deletions},
		{cypher.ReplaceAccess, "reads", reads},
	} {
		if len(step.rows) == 0 {
			continue
		}
		if err := t.exec(step.statement, params{"project": t.project, step.name: step.rows}); err != nil {
			return err
		}
	}
	return nil
}

// contentProperties are the properties of the node of a revision.
func contentProperties(project string, c episodic.Content) params {
	return params{
		"project": project, "key": revisionKey(c.RevisionKey), "number": c.Number, "hash": c.Hash,
		"recordedAt": c.RecordedAt.UTC(), "content": string(c.JSON), "label": fmt.Sprintf("revision %d", c.Number),
	}
}

func timeOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC()
}
