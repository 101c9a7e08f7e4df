package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// GetEpisodes implements [episodic.Store].
func (m *model) GetEpisodes(_ context.Context, project string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, k := range m.project(project).present() {
		if slices.Contains(ids, k.Episode.ID) {
			out = append(out, k.stored(project))
		}
	}
	return out, nil
}

// ListEpisodes implements [episodic.Store].
func (m *model) ListEpisodes(_ context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error) {
	var all []episodic.Stored
	for _, k := range m.project(q.Project).episodes {
		if k.present() != q.Deleted && matches(k.asked(), q.Filter) {
			all = append(all, k.stored(q.Project))
		}
	}
	slices.SortFunc(all, latestFirst)
	return after(all, q.Page, func(e episodic.Stored) bool { return e.SortKey == q.Page.After }), nil
}

// latestFirst orders by time, unknown last, and equal times by id, greatest first.
func latestFirst(a, b episodic.Stored) int {
	at, bt := a.Episode.StartedAt, b.Episode.StartedAt
	if at.IsZero() != bt.IsZero() {
		if at.IsZero() {
			return 1
		}
		return -1
	}
	return cmp.Or(bt.Time.Compare(at.Time), cmp.Compare(b.Episode.ID, a.Episode.ID))
}

// after returns the items after the cursor of a page.
func after[T any](all []T, page episodic.Page, cursor func(T) bool) []T {
	if page.After != "" {
		all = all[slices.IndexFunc(all, cursor)+1:]
	}
	return all[:min(len(all), page.Limit)]
}

// CountEpisodes implements [episodic.Store].
func (m *model) CountEpisodes(ctx context.Context, q episodic.EpisodeQuery) (int, error) {
	q.Page = episodic.Page{Limit: 1 << 30}
	all, err := m.ListEpisodes(ctx, q)
	return len(all), err
}

// ListRevisions implements [episodic.Store].
func (m *model) ListRevisions(_ context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error) {
	out := map[string][]episodic.Revision{}
	for _, k := range m.project(project).present() {
		if !slices.Contains(ids, k.Episode.ID) {
			continue
		}
		for i, c := range slices.Backward(k.contents) {
			if at := len(k.contents) - 1 - i; at < part.Offset || at-part.Offset >= part.Limit {
				continue
			}
			e, err := decoded(c.JSON)
			if err != nil {
				return nil, err
			}
			out[c.Episode] = append(out[c.Episode], episodic.Revision{
				Number: c.Number, Hash: c.Hash, RecordedAt: c.RecordedAt, Episode: e,
			})
		}
	}
	return out, nil
}

// GetOccurrences implements [episodic.Store].
func (m *model) GetOccurrences(_ context.Context, project string, keys []string) ([]episodic.Occurrence, error) {
	return slices.Collect(maps.Values(only(m.project(project).byKey(), keys))), nil
}

// ListOccurrences implements [episodic.Store].
func (m *model) ListOccurrences(_ context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	f := q.Filter
	var out []episodic.Occurrence
	for _, o := range m.project(q.Project).occurrences() {
		if (len(f.Kinds) == 0 || slices.Contains(f.Kinds, o.Kind)) && (len(f.Types) == 0 || slices.Contains(f.Types, o.Type)) &&
			(f.Episode == "" || f.Episode == o.Episode) && hasPart(o.Label, f.Label) && o.Key > q.Page.After && len(out) < q.Page.Limit {
			out = append(out, o)
		}
	}
	return out, nil
}

// CountOccurrences implements [episodic.Store].
func (m *model) CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error) {
	q.Page = episodic.Page{Limit: 1 << 30}
	all, err := m.ListOccurrences(ctx, q)
	return len(all), err
}

// backlog returns the backlog of all projects, longest due first.
func (m *model) backlog() []*waiting {
	var out []*waiting
	for name, p := range m.projects {
		for id, k := range p.episodes {
			if k.behind {
				out = append(out, &waiting{kept: k, task: episodic.IndexTask{
					Project: name, Episode: id, Revision: len(k.contents), Gone: !k.present(), Attempts: k.attempts,
				}})
			}
		}
	}
	slices.SortFunc(out, func(a, b *waiting) int {
		return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.task.Project, b.task.Project), cmp.Compare(a.task.Episode, b.task.Episode))
	})
	return out
}

// waiting is an episode in the backlog.
type waiting struct {
	*kept
	task episodic.IndexTask
}

// stage says what the index lacks of an episode in the backlog.
func (k *kept) stage() episodic.IndexStage {
	if k.present() && k.indexed == len(k.contents) {
		return episodic.StageVectors
	}
	return episodic.StageWords
}

// Backlog implements [episodic.Store].
func (m *model) Backlog(_ context.Context, project string, stage episodic.IndexStage, now time.Time, limit int) ([]episodic.IndexTask, error) {
	var out []episodic.IndexTask
	for _, w := range m.backlog() {
		if (project == "" || w.task.Project == project) && w.stage() == stage && !w.due.After(now) && len(out) < limit {
			out = append(out, w.task)
		}
	}
	return out, nil
}

// CountBacklog implements [episodic.Store].
func (m *model) CountBacklog(context.Context) (episodic.BacklogCount, error) {
	var n episodic.BacklogCount
	for _, w := range m.backlog() {
		n.Episodes++
		n.Failing += min(w.attempts, 1)
		if w.stage() == episodic.StageVectors {
			n.Unembedded++
		}
	}
	return n, nil
}

// meant returns the episode of a task, nil if the task is out of date.
func (m *model) meant(task episodic.IndexTask) *kept {
	k := m.project(task.Project).episodes[task.Episode]
	if k == nil || task.Gone == k.present() || !task.Gone && task.Revision != len(k.contents) {
		return nil
	}
	return k
}

// MarkIndexed implements [episodic.Store].
func (m *model) MarkIndexed(_ context.Context, tasks []episodic.IndexTask) error {
	for _, task := range tasks {
		if k := m.meant(task); k != nil {
			k.behind, k.attempts, k.indexed = false, 0, 0
			if !task.Gone {
				k.indexed = task.Revision
				k.behind, k.due = !task.VectorsDue.IsZero(), task.VectorsDue
			}
		}
	}
	return nil
}

// MarkUnindexed implements [episodic.Store].
func (m *model) MarkUnindexed(_ context.Context, project, id string, due time.Time) error {
	if k := m.project(project).episodes[id]; k != nil && k.present() {
		k.behind, k.due, k.attempts, k.indexed = true, due, 0, 0
	}
	return nil
}

// PostponeIndexing implements [episodic.Store].
func (m *model) PostponeIndexing(_ context.Context, tasks []episodic.IndexTask, due time.Time) error {
	for _, task := range tasks {
		if k := m.meant(task); k != nil && k.behind {
			k.due, k.attempts = due, k.attempts+1
		}
	}
	return nil
}
