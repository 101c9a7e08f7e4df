package resolvers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
)

func (m mutation) ImportEpisodes(
	ctx context.Context, project string, input model.ImportEpisodesInput, waitFor episodic.State, wait bool, key *string,
) (*model.JobPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "importEpisodes", Arguments: input, Redo: m.interrupted(project)}
	started, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		begun, err := m.importer.Start(ctx, project, input, waitFor)
		return begun.Key, err
	})
	if err != nil {
		return nil, inInput(err)
	}
	found, err := m.begun(ctx, project, started, wait)
	return &model.JobPayload{Job: found}, err
}

// interrupted reports whether the job that a call started was cut off: a repeat of the call then
// starts another, which does the rest.
func (m mutation) interrupted(project string) func(context.Context, json.RawMessage) (bool, error) {
	return func(ctx context.Context, started json.RawMessage) (bool, error) {
		var key string
		if err := json.Unmarshal(started, &key); err != nil {
			return false, fmt.Errorf("read which job was started: %w", err)
		}
		found, err := m.jobs.Get(ctx, project, key)
		if errors.Is(err, episodic.ErrNotFound) {
			return false, nil
		}
		return found.State == jobs.StateInterrupted, err
	}
}

// begun returns a job that was started, after its end when that is waited for.
func (m mutation) begun(ctx context.Context, project, key string, wait bool) (model.Job, error) {
	read := m.jobs.Get
	if wait {
		read = m.jobs.Wait
	}
	found, err := read(ctx, project, key)
	return model.Job{Job: found}, err
}

func (m mutation) CancelJob(ctx context.Context, id string, key *string) (*model.JobPayload, error) {
	g, err := model.ParseJobID(id)
	if err != nil {
		return nil, err
	}
	call := idempotency.Call{Project: g.Project, Key: key, Operation: "cancelJob", Arguments: g.Key}
	cancelled, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		asked, err := m.jobs.Cancel(ctx, g.Project, g.Key)
		return asked.Key, err
	})
	if err != nil {
		return nil, err
	}
	found, err := m.jobs.Get(ctx, g.Project, cancelled)
	return &model.JobPayload{Job: model.Job{Job: found}}, err
}

func (q query) Job(ctx context.Context, id string) (*model.Job, error) {
	g, err := model.ParseJobID(id)
	if err != nil {
		return nil, err
	}
	found, ok, err := batchesOf(ctx).jobs.load(ctx, inProject{g.Project, g.Key})
	if err == nil && !ok {
		err = fmt.Errorf("job %q: %w", id, episodic.ErrNotFound)
	}
	return &model.Job{Job: found}, err
}

func (q query) Jobs(ctx context.Context, project string, first int, after *string) (*model.JobConnection, error) {
	w, err := model.NewWindow("jobs", first, after)
	if err != nil {
		return nil, err
	}
	found, err := q.jobs.List(ctx, project, w.Page().After, w.Page().Limit)
	if err == nil && len(found) == 0 {
		_, err = q.episodes.Reading.Project(ctx, project)
	}
	if err != nil {
		return nil, err
	}
	c := model.Connect(w, found, jobKey, func(cursor string, j jobs.Job) model.JobEdge {
		return model.JobEdge{Edge: model.Edge[model.Job]{Cursor: cursor, Node: model.Job{Job: j}}}
	}, nil)
	return &model.JobConnection{Connection: c}, nil
}

func (s subscription) JobProgress(ctx context.Context, id string) (<-chan model.Job, error) {
	g, err := model.ParseJobID(id)
	if err != nil {
		return nil, err
	}
	told, err := s.jobs.Watch(ctx, g.Project, g.Key)
	if err != nil {
		return nil, err
	}
	out := make(chan model.Job)
	go func() {
		defer close(out)
		for j := range told {
			select {
			case out <- model.Job{Job: j}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

type job struct{ *Root }

// Report returns nil for a job other than an import, and for an import without a report so far.
func (r job) Report(ctx context.Context, j *model.Job) (*model.ImportReport, error) {
	if j.Kind != jobs.KindImport || !j.State.Final() {
		return nil, nil
	}
	kept, ok, err := batchesOf(ctx).reports.load(ctx, inProject{j.Project, j.Key})
	if err != nil || !ok {
		return nil, err
	}
	report, err := r.importer.Report(kept)
	return &report, err
}

func jobKey(j jobs.Job) string { return j.Key }
