package neo4jstore

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(
	ctx context.Context, project string, createdAt time.Time, histories []episodic.History,
) (changed int, err error) {
	err = s.write(ctx, func(t *tx) error {
		c := &continuer{tx: t, project: project}
		var err error
		if c.factors, err = lockProject(t, project, createdAt.UTC()); err != nil {
			return err
		}
		if err := c.plan(histories); err != nil {
			return err
		}
		changed = len(c.writes)
		return c.apply()
	})
	if err != nil {
		return 0, fmt.Errorf("write %d histories: %w", len(histories), err)
	}
	return changed, nil
}

// continuer writes the histories of one call inside one transaction, with the project locked.
type continuer struct {
	*tx
	project string
	factors layerState
	writes  []archive.HistoryWrite
}

func (c *continuer) plan(histories []episodic.History) error {
	ids := make([]string, len(histories))
	for i, h := range histories {
		ids[i] = h.Last.Episode.ID
	}
	held := make(map[string]archive.StoredHistory, len(ids))
	err := c.query(cypher.FindHistories, params{"project": c.project, "ids": ids}, func(r *row) {
		h := archive.StoredHistory{DeletedAt: r.maybeTime("deletedAt"), Access: r.access()}
		for _, v := range r.rows("revisions") {
			key := episodic.RevisionKey{Episode: r.text("id"), Number: v.integer("number")}
			h.Revisions = append(h.Revisions, episodic.Content{RevisionKey: key, Hash: v.text("hash"), RecordedAt: v.time("recordedAt")})
		}
		held[r.text("id")] = h
	})
	if err != nil {
		return err
	}
	c.writes, err = archive.PlanHistories(histories, held)
	return err
}

// apply writes what plan decided, in the order of RecordEpisodes: what was drawn goes, the
// nodes come, and what follows from them is drawn.
func (c *continuer) apply() error {
	l := &layerRow{tx: c.tx, project: c.project}
	var erase []string
	for _, w := range c.writes {
		if w.Erase {
			erase = append(erase, w.Episode.ID)
		}
		if w.Draw {
			l.add(w.Write)
		}
	}
	mentioned, err := l.remove(erase)
	if err != nil {
		return err
	}
	if err := c.recordNodes(); err != nil {
		return err
	}
	if err := l.draw(); err != nil {
		return err
	}
	if err := runDerive(c.tx, c.project, c.factors, written{hand: c.moved()}); err != nil {
		return err
	}
	return l.removeUnmentioned(mentioned)
}

// moved are the last contents of the episodes that change, nil of those that are deleted.
func (c *continuer) moved() map[string]*episodic.Episode {
	out := map[string]*episodic.Episode{}
	for _, w := range c.writes {
		if !w.Moved {
			continue
		}
		out[w.Episode.ID] = nil
		if w.DeletedAt.IsZero() {
			out[w.Episode.ID] = &w.Episode
		}
	}
	return out
}

// recordNodes writes the nodes of the episodes, of their new contents and of their reads.
func (c *continuer) recordNodes() error {
	var episodes, revisions, deletions, reads []params
	due := episodic.Instant(time.Time{}) // at once, whatever the clocks of the two machines say
	for _, w := range c.writes {
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
			revisions = append(revisions, params{"id": id, "properties": contentProperties(c.project, content)})
		}
		if w.Reads {
			reads = append(reads, params{"id": id, "count": w.Access.Count, "lastAt": timeOrNull(w.Access.LastAt)})
		}
	}
	for _, step := range []struct {
		statement cypher.Statement
		name      string
		rows      []params
	}{
		{cypher.RecordEpisodes, "episodes", episodes},
		{cypher.RecordRevisions, "revisions", revisions},
		{cypher.RecordDeletions, "episodes", deletions},
		{cypher.ReplaceAccess, "reads", reads},
	} {
		if len(step.rows) == 0 {
			continue
		}
		if err := c.exec(step.statement, params{"project": c.project, step.name: step.rows}); err != nil {
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
