package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Snapshot implements [episodic.Store].
func (m *model) Snapshot(_ context.Context, project string) ([]episodic.Record, error) {
	if m.projects[project] == nil {
		return nil, episodic.ErrProjectNotFound
	}
	p := m.projects[project]
	var out []episodic.Record
	for _, id := range slices.Sorted(maps.Keys(p.episodes)) {
		k := p.episodes[id]
		out = append(out, episodic.Record{
			Episode: id, Revision: len(k.contents), Hash: k.Hash, RecordedAt: k.last().RecordedAt,
			DeletedAt: k.deletedAt, IndexedRevision: k.indexed, Access: k.access,
		})
	}
	return out, nil
}

// ListContents implements [episodic.Store].
func (m *model) ListContents(_ context.Context, project string, revisions []episodic.RevisionKey) ([]episodic.Content, error) {
	var out []episodic.Content
	for _, k := range m.project(project).episodes {
		for _, c := range k.contents {
			if slices.Contains(revisions, c.RevisionKey) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// RecordHistories implements [episodic.Store].
func (m *model) RecordHistories(_ context.Context, project string, createdAt time.Time, histories []episodic.History) (int, error) {
	for _, h := range histories {
		k := m.project(project).episodes[h.Last.Episode.ID]
		if k != nil && !beginning(k.contents, h.Contents) {
			return 0, fmt.Errorf("episode %q: %w", h.Last.Episode.ID, episodic.ErrConflict)
		}
	}
	p := m.create(project, createdAt)
	changed := 0
	var moved []string
	for _, h := range histories {
		k := p.episodes[h.Last.Episode.ID]
		if k == nil {
			k = &kept{}
			p.episodes[h.Last.Episode.ID] = k
		}
		grown := len(k.contents) < len(h.Contents) || !k.deletedAt.Equal(h.DeletedAt)
		if !k.present() && h.DeletedAt.IsZero() {
			k.indexed = 0
		}
		if grown {
			k.fallBehind(time.Time{})
			moved = append(moved, h.Last.Episode.ID)
		}
		if grown || k.access.Count != h.Access.Count || !k.access.LastAt.Equal(h.Access.LastAt) {
			changed++
		}
		k.Prepared, k.contents, k.deletedAt, k.access = h.Last, h.Contents, h.DeletedAt, h.Access
	}
	p.derive(moved)
	return changed, nil
}

// beginning reports whether some revisions are the first ones of a history.
func beginning(have, history []episodic.Content) bool {
	return len(have) <= len(history) && slices.EqualFunc(have, history[:len(have)], func(a, b episodic.Content) bool {
		return a.Hash == b.Hash && a.RecordedAt.Equal(b.RecordedAt)
	})
}

func decoded(content []byte) (episodic.Episode, error) {
	var e episodic.Episode
	if err := json.Unmarshal(content, &e); err != nil {
		return e, fmt.Errorf("read a recorded content: %w", err)
	}
	return e, nil
}
