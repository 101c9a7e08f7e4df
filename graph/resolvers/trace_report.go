package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
)

// traceList is the name of the list of traces in cursors.
const traceList = "traces"

func (r captureResolver) Traces(ctx context.Context, c *model.Capture, first int, after *string) (*model.TraceConnection, error) {
	w, err := model.NewWindow(traceList, first, after)
	if err != nil {
		return nil, err
	}
	found, err := r.capture.Traces(ctx, c.Project, w.Page())
	if err != nil {
		return nil, err
	}
	page := model.Connect(w, found, capture.TraceKey, func(cursor string, t journal.Trace) model.TraceEdge {
		return model.TraceEdge{Edge: model.Edge[model.Trace]{Cursor: cursor, Node: model.Trace{Trace: t}}}
	}, nil)
	return &model.TraceConnection{Connection: page}, nil
}
