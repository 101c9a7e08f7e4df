package storetest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// Record records episodes in one call.
type Record struct {
	Project  int
	Strict   bool
	Episodes []episodic.Episode
	// Wait is the state that a service waits for.
	Wait episodic.State
}

func (c Record) run(ctx context.Context, w *world) (any, error) {
	if w.service != nil {
		return c.withDryRun(ctx, w)
	}
	prepared := make([]episodic.Prepared, len(c.Episodes))
	for i, e := range c.Episodes {
		var err error
		if prepared[i], err = intake.Prepare(e); err != nil {
			return nil, err
		}
	}
	return w.graph.RecordEpisodes(ctx, w.project(c.Project), prepared, c.Strict, w.now)
}

// withDryRun records through the service, and fails if a dry run before reports something different from
// the write.
func (c Record) withDryRun(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	dryRun, refused := w.service.Recording.NewDryRun(project).RecordAll(ctx, project, c.Episodes, c.Strict, "")
	receipts, err := w.service.Recording.RecordAll(ctx, project, c.Episodes, c.Strict, cmp.Or(c.Wait, episodic.StateIndexed))
	if err != nil {
		if refused == nil || kind(refused) != kind(err) {
			return nil, fmt.Errorf(contradiction+"the write says %s, its rehearsal %v", kind(err), refused)
		}
		return nil, err
	}
	for i, r := range receipts {
		r.State, r.Reason = "", ""
		if refused != nil || !reflect.DeepEqual(r, dryRun[i]) {
			return nil, fmt.Errorf(contradiction+"the write says %+v, its dry run %+v, %v", r, dryRun, refused)
		}
	}
	return receipts, nil
}

// Delete hides an episode from every read.
type Delete struct {
	Project int
	ID      string
}

func (c Delete) run(ctx context.Context, w *world) (any, error) {
	if w.service != nil {
		return nil, w.service.Recording.Delete(ctx, w.project(c.Project), c.ID)
	}
	return nil, w.graph.DeleteEpisode(ctx, w.project(c.Project), c.ID, w.now)
}

// Restore brings a deleted episode back.
type Restore struct {
	Project int
	ID      string
}

func (c Restore) run(ctx context.Context, w *world) (any, error) {
	if w.service != nil {
		return w.service.Recording.Restore(ctx, w.project(c.Project), c.ID)
	}
	return w.graph.RestoreEpisode(ctx, w.project(c.Project), c.ID, w.now)
}

// Purge removes every trace of an episode.
type Purge struct {
	Project int
	ID      string
}

func (c Purge) run(ctx context.Context, w *world) (any, error) {
	if w.service != nil {
		return nil, w.service.Recording.Purge(ctx, w.project(c.Project), c.ID)
	}
	return nil, w.graph.PurgeEpisode(ctx, w.project(c.Project), c.ID)
}

// PurgeProject removes a whole project.
type PurgeProject struct {
	Project int
}

func (c PurgeProject) run(ctx context.Context, w *world) (any, error) {
	if w.service != nil {
		return nil, w.service.Recording.PurgeProject(ctx, w.project(c.Project))
	}
	return nil, w.graph.PurgeProject(ctx, w.project(c.Project))
}

// Access counts reads.
type Access struct {
	Project int
	Reads   map[string]int64
}

func (c Access) run(ctx context.Context, w *world) (any, error) {
	return nil, w.graph.RecordAccess(ctx, w.project(c.Project), c.Reads, w.now)
}

// Task names what was indexed or failed to be.
type Task struct {
	Project  int
	Episode  string
	Revision int
	Gone     bool
	// Vectors is in how many minutes its vectors are due; 0 when none are.
	Vectors int
}

func tasks(w *world, list []Task) []episodic.IndexTask {
	out := make([]episodic.IndexTask, len(list))
	for i, t := range list {
		out[i] = episodic.IndexTask{Project: w.project(t.Project), Episode: t.Episode, Revision: t.Revision, Gone: t.Gone}
		if t.Vectors > 0 {
			out[i].VectorsDue = w.now.Add(time.Duration(t.Vectors) * time.Minute)
		}
	}
	return out
}

// Mark records that the index holds these revisions.
type Mark struct {
	Tasks []Task
}

func (c Mark) run(ctx context.Context, w *world) (any, error) {
	return nil, w.graph.MarkIndexed(ctx, tasks(w, c.Tasks))
}

// Unmark records that the index holds nothing of an episode.
type Unmark struct {
	Project int
	Episode string
}

func (c Unmark) run(ctx context.Context, w *world) (any, error) {
	return nil, w.graph.MarkUnindexed(ctx, w.project(c.Project), c.Episode, w.now)
}

// Postpone records that indexing failed and is due again some minutes later.
type Postpone struct {
	Tasks   []Task
	Minutes int
}

func (c Postpone) run(ctx context.Context, w *world) (any, error) {
	return nil, w.graph.PostponeIndexing(ctx, tasks(w, c.Tasks), w.now.Add(time.Duration(c.Minutes)*time.Minute))
}

// Copy copies the histories of one project to another, as moving between engines does.
type Copy struct {
	From, To int
	// Revisions limits each history to its first revisions; 0 copies all of them.
	Revisions int
	// Only copies these episodes; empty means all.
	Only []string
}

func (c Copy) run(ctx context.Context, w *world) (any, error) {
	from, err := w.graph.GetProject(ctx, w.project(c.From))
	if err != nil {
		return nil, err
	}
	records, err := w.graph.Snapshot(ctx, from.Name)
	if err != nil {
		return nil, err
	}
	var histories []episodic.History
	for _, r := range records {
		if len(c.Only) > 0 && !slices.Contains(c.Only, r.Episode) {
			continue
		}
		h, err := c.history(ctx, w, from.Name, r)
		if err != nil {
			return nil, err
		}
		histories = append(histories, h)
	}
	changed, err := w.graph.RecordHistories(ctx, w.project(c.To), from.CreatedAt, histories)
	switch {
	case err != nil:
		return nil, err
	case w.service != nil:
		return changed, w.service.Index.Reindex(ctx, w.project(c.To), nil)
	case !w.alone:
		return changed, markAll(ctx, w.graph, w.project(c.To))
	default:
		return changed, nil
	}
}

// markAll marks all of a project as indexed. Copied episodes are due at once, and a service of another
// test on the same servers could index them at any time.
func markAll(ctx context.Context, s Graph, project string) error {
	records, err := s.Snapshot(ctx, project)
	if err != nil {
		return err
	}
	var done []episodic.IndexTask
	for _, r := range records {
		done = append(done, episodic.IndexTask{Project: project, Episode: r.Episode, Revision: r.Revision, Gone: !r.DeletedAt.IsZero()})
	}
	return s.MarkIndexed(ctx, done)
}

func (c Copy) history(ctx context.Context, w *world, project string, r episodic.Record) (episodic.History, error) {
	n := r.Revision
	if c.Revisions > 0 {
		n = min(n, c.Revisions)
	}
	var keys []episodic.RevisionKey
	for i := range n {
		keys = append(keys, episodic.RevisionKey{Episode: r.Episode, Number: i + 1})
	}
	contents, err := w.graph.ListContents(ctx, project, keys)
	if err != nil {
		return episodic.History{}, err
	}
	if len(contents) != n {
		return episodic.History{}, fmt.Errorf("%d of %d contents of %s are listed", len(contents), n, r.Episode)
	}
	slices.SortFunc(contents, func(a, b episodic.Content) int { return a.Number - b.Number })
	e, err := decoded(contents[n-1].JSON)
	if err != nil {
		return episodic.History{}, err
	}
	last, err := intake.Prepare(e)
	return episodic.History{Last: last, Contents: contents, DeletedAt: r.DeletedAt, Access: r.Access}, err
}
