package resolvers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (m mutation) RecordEpisode(
	ctx context.Context, project string, input episodic.Episode, waitFor episodic.State, key *string,
) (*model.EpisodePayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "recordEpisode", Arguments: input}
	receipt, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (episodic.Receipt, error) {
		return m.episodes.Recording.Record(ctx, project, input, waitFor)
	})
	if err != nil {
		return nil, inInput(err)
	}
	e, shown, err := acknowledged(ctx, receipt)
	return &model.EpisodePayload{Episode: e, Receipt: shown}, err
}

func (m mutation) DeleteEpisode(ctx context.Context, project, key string, call *string) (*model.RemovedPayload, error) {
	id, err := m.removed(ctx, idempotency.Call{Project: project, Key: call, Operation: "deleteEpisode", Arguments: key},
		episodeID(project, key), func(ctx context.Context) error {
			return m.episodes.Recording.Delete(m.audit.Note(ctx, project, audit.Delete, key, 0), project, key)
		})
	if err != nil {
		return nil, err
	}
	return &model.RemovedPayload{RemovedID: id}, nil
}

func (m mutation) RestoreEpisode(ctx context.Context, project, key string, call *string) (*model.EpisodePayload, error) {
	c := idempotency.Call{Project: project, Key: call, Operation: "restoreEpisode", Arguments: key}
	receipt, err := idempotency.Do(ctx, m.calls, c, func(ctx context.Context, again bool) (episodic.Receipt, error) {
		ctx = m.audit.Note(ctx, project, audit.Restore, key, 0)
		if again {
			return m.episodes.Recording.RetryRestore(ctx, project, key)
		}
		return m.episodes.Recording.Restore(ctx, project, key)
	})
	if err != nil {
		return nil, err
	}
	e, shown, err := acknowledged(ctx, receipt)
	return &model.EpisodePayload{Episode: e, Receipt: shown}, err
}

func (m mutation) PurgeEpisode(ctx context.Context, project, key string, call *string) (*model.RemovedPayload, error) {
	id, err := m.removed(ctx, idempotency.Call{Project: project, Key: call, Operation: "purgeEpisode", Arguments: key},
		episodeID(project, key), func(ctx context.Context) error {
			if err := m.retraction.Forget(ctx, project, key); err != nil {
				return err
			}
			return m.episodes.Recording.Purge(m.audit.Note(ctx, project, audit.Purge, key, 0), project, key)
		})
	if err != nil {
		return nil, err
	}
	return &model.RemovedPayload{RemovedID: id}, nil
}

// removed removes what has a global id, and returns the id. What an attempt before may have
// removed already is not missed.
func (m mutation) removed(ctx context.Context, c idempotency.Call, id string, remove func(context.Context) error) (string, error) {
	return idempotency.Do(ctx, m.calls, c, func(ctx context.Context, again bool) (string, error) {
		err := remove(ctx)
		if again && (errors.Is(err, episodic.ErrNotFound) || errors.Is(err, episodic.ErrProjectNotFound)) {
			err = nil
		}
		return id, err
	})
}

// acknowledged returns the episode of a receipt as it is now, nil when it is deleted, and
// the receipt with the revision that is current.
func acknowledged(ctx context.Context, receipt episodic.Receipt) (*model.Episode, model.Receipt, error) {
	e, err := loadEpisode(ctx, receipt.Project, receipt.Episode)
	if errors.Is(err, episodic.ErrNotFound) {
		return nil, model.Receipt{Receipt: receipt}, nil
	}
	return &e, model.Receipt{Receipt: receipt, Current: e.Revision()}, err
}

func episodeID(project, key string) string {
	return model.GlobalID{Type: model.TypeEpisode, Project: project, Key: key}.String()
}

// inInput puts the paths of an [problem.InvalidError], which begin at the episode, below
// the argument that holds it. A path that names an argument itself stays.
func inInput(err error) error {
	return renamed(err, func(path string) string {
		switch path {
		case "project", "idempotencyKey":
			return path
		case "$":
			return "input"
		default:
			return "input." + path
		}
	})
}

type episodeInput struct{}

// Extra reads the JSON object.
func (episodeInput) Extra(_ context.Context, e *episodic.Episode, object *string) error {
	if object == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(*object), &e.Extra); err != nil {
		return problem.Refuse("input.extra", "a JSON object is wanted: %v", err)
	}
	return nil
}

// Context turns the list of states into the domain's map; no variable may come twice.
func (episodeInput) Context(_ context.Context, e *episodic.Episode, states []model.VariableStateInput) error {
	e.Context = make(map[string]string, len(states))
	for i, s := range states {
		if _, twice := e.Context[s.Variable]; twice {
			path := fmt.Sprintf("input.context[%d].variable", i)
			return problem.Refuse(path, "%q is given twice; each variable has one state", s.Variable)
		}
		e.Context[s.Variable] = s.State
	}
	return nil
}
