package resolvers

import (
	"context"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
)

// auditList is the name of the list in cursors.
const auditList = "audit"

func (q query) Audit(ctx context.Context, project string, first int, after *string) (*model.AuditConnection, error) {
	w, err := model.NewWindow(auditList, first, after)
	if err != nil {
		return nil, err
	}
	found, err := q.audit.List(ctx, project, w.Page().After, w.Page().Limit)
	if err == nil && len(found) == 0 && after == nil {
		_, err = q.episodes.Reading.Project(ctx, project)
	}
	if err != nil {
		return nil, err
	}
	c := model.Connect(w, found, func(e audit.Entry) string { return e.Key }, func(cursor string, e audit.Entry) model.AuditEdge {
		return model.AuditEdge{Edge: model.Edge[model.AuditEntry]{Cursor: cursor, Node: model.AuditEntry{Entry: e}}}
	}, nil)
	return &model.AuditConnection{Connection: c}, nil
}

func (m mutation) DeleteEpisodes(
	ctx context.Context, project string, filter episodic.EpisodeFilter, dryRun bool, key *string,
) (*model.DeleteEpisodesPayload, error) {
	narrowed, err := narrow(&filter)
	if err != nil {
		return nil, err
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "deleteEpisodes", Arguments: []any{narrowed, dryRun}}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (model.DeleteEpisodesPayload, error) {
		ctx = m.audit.Note(ctx, project, audit.DeleteFiltered, strings.Join(narrowed.Given(), ", "), 0)
		keys, matching, err := m.episodes.Recording.DeleteMatching(ctx, project, narrowed, dryRun)
		return model.DeleteEpisodesPayload{Episodes: keys, Matching: matching}, err
	})
	if err != nil {
		return nil, err
	}
	return &done, nil
}
