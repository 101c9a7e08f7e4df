package resolvers

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q query) Projects(ctx context.Context) ([]model.Project, error) {
	found, err := q.episodes.Reading.Projects(ctx)
	out := make([]model.Project, len(found))
	for i, p := range found {
		out[i] = model.Project{ProjectInfo: p}
	}
	return out, err
}

func (q query) Project(ctx context.Context, name string) (*model.Project, error) {
	found, err := q.episodes.Reading.Project(ctx, name)
	if err != nil {
		return nil, err
	}
	return &model.Project{ProjectInfo: found}, nil
}

type project struct{ *Root }

func (project) Totals(ctx context.Context, p *model.Project) (episodic.Totals, error) {
	found, _, err := batchesOf(ctx).totals.load(ctx, p.Name)
	return found, err
}

func (project) Index(ctx context.Context, p *model.Project) (model.ProjectIndex, error) {
	info, found, err := batchesOf(ctx).indexes.load(ctx, p.Name)
	if err == nil && !found {
		err = fmt.Errorf("project %q: %w", p.Name, episodic.ErrProjectNotFound)
	}
	return model.ProjectIndex{Info: info}, err
}

// Expiring says what retention removes next.
func (r project) Expiring(ctx context.Context, p *model.Project) (*model.DeleteEpisodesPayload, error) {
	return r.expiring(ctx, p.Name)
}

func (m mutation) PurgeProject(ctx context.Context, project, confirm string, key *string) (*model.RemovedPayload, error) {
	if confirm != project {
		return nil, problem.Refuse("confirm", "it is not the name of the project; nothing was removed")
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "purgeProject", Outlives: true}
	id := model.GlobalID{Type: model.TypeProject, Project: project}
	purged, err := m.removed(ctx, call, id.String(), func(ctx context.Context) error {
		if err := m.jobs.EndAll(ctx, project); err != nil { // an import would bring the project back
			return fmt.Errorf("end the jobs of project %q: %w", project, err)
		}
		return m.capture.Purge(ctx, project, func(ctx context.Context, waiting int) error {
			err := m.episodes.Recording.PurgeProject(m.audit.NotePurge(ctx, project, waiting), project)
			if waiting > 0 && errors.Is(err, episodic.ErrProjectNotFound) { // all there was of it waited to be applied
				return m.audit.AddPurge(ctx, project, waiting)
			}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return &model.RemovedPayload{RemovedID: purged}, nil
}
