package storetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// everything is more than any backlog holds, even on shared servers.
const everything = 1_000_000

// Backlog reads what is due for indexing: some minutes ago, now, and at any time.
type Backlog struct {
	Stage episodic.IndexStage
	// Minutes is how long ago the tasks of the first list were due.
	Minutes int
}

func (c Backlog) run(ctx context.Context, w *world) (any, error) {
	out := map[string]any{}
	var sooner []episodic.IndexTask
	for _, at := range []struct {
		name string
		time time.Time
	}{
		{"earlier", w.now.Add(-time.Duration(c.Minutes) * time.Minute)}, {"now", w.now}, {"ever", w.now.AddDate(1, 0, 0)},
	} {
		tasks, err := w.graph.Backlog(ctx, "", c.Stage, at.time, everything)
		if err != nil {
			return nil, err
		}
		if err := eachBacklog(ctx, w, c.Stage, at.time, tasks); err != nil {
			return nil, err
		}
		tasks = slices.DeleteFunc(tasks, func(t episodic.IndexTask) bool { return !strings.HasPrefix(t.Project, w.name+"-") })
		// Tasks due earlier come first; stores may order equal ones as they like.
		if !slices.Equal(byName(sooner), byName(tasks[:min(len(sooner), len(tasks))])) {
			return nil, fmt.Errorf("due %s: %+v does not begin with %+v", at.name, tasks, sooner)
		}
		sooner, out[at.name] = tasks, byName(tasks)
	}
	if !w.alone {
		return out, nil
	}
	n, err := w.graph.CountBacklog(ctx)
	if err != nil {
		return nil, err
	}
	out["count"] = episodic.BacklogCount{
		Episodes: n.Episodes - w.before.Episodes, Failing: n.Failing - w.before.Failing, Unembedded: n.Unembedded - w.before.Unembedded,
	}
	if w.before.Episodes > 0 || len(sooner) < 2 {
		return out, nil
	}
	first, err := w.graph.Backlog(ctx, "", c.Stage, w.now.AddDate(1, 0, 0), len(sooner)-1)
	if err == nil && len(first) != len(sooner)-1 {
		err = fmt.Errorf("%d tasks asked of %d, %d came", len(sooner)-1, len(sooner), len(first))
	}
	return out, err
}

// eachBacklog compares the backlog of each project with its part of that of all.
func eachBacklog(ctx context.Context, w *world, stage episodic.IndexStage, now time.Time, all []episodic.IndexTask) error {
	for i := range projects {
		name := w.project(i)
		got, err := w.graph.Backlog(ctx, name, stage, now, everything)
		if err != nil {
			return err
		}
		want := slices.DeleteFunc(slices.Clone(all), func(t episodic.IndexTask) bool { return t.Project != name })
		if !slices.Equal(byName(got), byName(want)) {
			return fmt.Errorf("the backlog of %s is %+v, its part of all is %+v", name, got, want)
		}
	}
	return nil
}

// byName orders tasks by their episode, and clears the revision to remove, which is up to the store.
func byName(tasks []episodic.IndexTask) []episodic.IndexTask {
	out := slices.Clone(tasks)
	for i := range out {
		if out[i].Gone {
			out[i].Revision = 0
		}
	}
	slices.SortFunc(out, func(a, b episodic.IndexTask) int {
		return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Episode, b.Episode))
	})
	return out
}
