package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (s subscription) ExportProject(ctx context.Context, project string, format model.ExportFormat, revisions bool) (<-chan model.ExportPart, error) {
	if revisions && format != model.ExportFormatJSONLines {
		return nil, problem.Refuse("revisions", "only JSON_LINES has earlier revisions")
	}
	if _, err := s.episodes.Reading.Project(ctx, project); err != nil {
		return nil, err
	}
	out := make(chan model.ExportPart)
	go func() {
		defer close(out)
		s.exporter.Export(ctx, project, format, revisions, func(p model.ExportPart) error {
			select {
			case out <- p:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	return out, nil
}
