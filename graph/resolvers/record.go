package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

func (m mutation) RecordEpisode(
	ctx context.Context, project string, input episodic.Episode, waitFor episodic.State,
) (*model.RecordEpisodePayload, error) {
	receipt, err := m.episodes.Record(ctx, project, input, waitFor)
	if err != nil {
		return nil, inInput(err)
	}
	e, err := loadEpisode(ctx, project, receipt.Episode)
	return &model.RecordEpisodePayload{Episode: e, Receipt: model.Receipt{Receipt: receipt}}, err
}

func (m mutation) DeleteEpisode(ctx context.Context, project, key string) (*model.DeleteEpisodePayload, error) {
	if err := m.episodes.Delete(ctx, project, key); err != nil {
		return nil, err
	}
	return &model.DeleteEpisodePayload{DeletedID: episodeID(project, key)}, nil
}

func (m mutation) RestoreEpisode(ctx context.Context, project, key string) (*model.RestoreEpisodePayload, error) {
	receipt, err := m.episodes.Restore(ctx, project, key)
	if err != nil {
		return nil, err
	}
	e, err := loadEpisode(ctx, project, key)
	return &model.RestoreEpisodePayload{Episode: e, Receipt: model.Receipt{Receipt: receipt}}, err
}

func (m mutation) PurgeEpisode(ctx context.Context, project, key string) (*model.PurgeEpisodePayload, error) {
	if err := m.episodes.Purge(ctx, project, key); err != nil {
		return nil, err
	}
	return &model.PurgeEpisodePayload{PurgedID: episodeID(project, key)}, nil
}

func (m mutation) ImportEpisodes(
	ctx context.Context, project string, input model.ImportEpisodesInput, waitFor episodic.State,
) (*model.ImportEpisodesPayload, error) {
	report, err := m.importer.Import(ctx, project, input, waitFor)
	if err != nil {
		return nil, inInput(err)
	}
	return &report, nil
}

func episodeID(project, key string) string {
	return model.GlobalID{Type: model.TypeEpisode, Project: project, Key: key}.String()
}

// inInput puts the paths of an [episodic.InvalidError], which begin at the episode, below
// the argument that holds it. A path that names an argument itself stays.
func inInput(err error) error {
	return renamed(err, func(path string) string {
		switch path {
		case "project":
			return path
		case "$":
			return "input"
		default:
			return "input." + path
		}
	})
}

type episodeInput struct{}

// Context turns the list of states into the domain's map; no variable may come twice.
func (episodeInput) Context(_ context.Context, e *episodic.Episode, states []model.VariableStateInput) error {
	e.Context = make(map[string]string, len(states))
	for i, s := range states {
		if _, twice := e.Context[s.Variable]; twice {
			path := fmt.Sprintf("input.context[%d].variable", i)
			return invalid(path, fmt.Sprintf("%q is given twice; each variable has one state", s.Variable))
		}
		e.Context[s.Variable] = s.State
	}
	return nil
}
