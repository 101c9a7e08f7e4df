package resolvers

import (
	"context"
	"errors"
	"strings"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
)

func (r project) FactorStatements(ctx context.Context, p *model.Project, first int, after *string) (*model.FactorLinkStatementConnection, error) {
	w, err := model.NewWindow("factorStatements of "+p.Name, first, after)
	if err != nil {
		return nil, err
	}
	found, err := r.causes.Derive.Statements(ctx, p.Name, w.Page())
	if err != nil {
		return nil, err
	}
	return &model.FactorLinkStatementConnection{Connection: model.Connect(w, found, link.Statement.ID,
		func(cursor string, s link.Statement) model.FactorLinkStatementEdge {
			node := model.FactorLinkStatement{Statement: s, Project: p.Name}
			return model.FactorLinkStatementEdge{Edge: model.Edge[model.FactorLinkStatement]{Cursor: cursor, Node: node}}
		},
		func(ctx context.Context) (int, error) { return r.causes.Derive.CountStatements(ctx, p.Name) },
	)}, nil
}

type factorStatement struct{}

// Link returns nil when both ends are one factor now.
func (factorStatement) Link(ctx context.Context, s *model.FactorLinkStatement) (*model.FactorLink, error) {
	return loadStated(ctx, s.Project, s.Statement)
}

func loadStated(ctx context.Context, project string, s link.Statement) (*model.FactorLink, error) {
	rules, err := loadRules(ctx, project)
	if err != nil {
		return nil, err
	}
	key, ok := rules.LinkOf(s)
	if !ok {
		return nil, nil
	}
	return loadFactorLink(ctx, project, key)
}

// statedCall is what is remembered of a recorded link.
type statedCall struct {
	Statement link.Statement `json:"statement"`
	Changed   bool           `json:"changed"`
}

func (m mutation) RecordFactorLink(ctx context.Context, project string, input model.FactorLinkInput, key *string) (*model.RecordFactorLinkPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "recordFactorLink", Arguments: input}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (statedCall, error) {
		s, err := m.statement(ctx, project, input)
		if err != nil {
			return statedCall{}, err
		}
		n, err := m.causes.Derive.RecordLinks(ctx, project, []link.Statement{s})
		return statedCall{s, n > 0}, err
	})
	if err != nil {
		return nil, inInput(err)
	}
	link, err := loadStated(ctx, project, done.Statement)
	return &model.RecordFactorLinkPayload{StatementKey: done.Statement.ID(), Link: link, Changed: done.Changed}, err
}

// statement understands the names of the ends.
func (m mutation) statement(ctx context.Context, project string, in model.FactorLinkInput) (link.Statement, error) {
	s := link.Statement{
		Relation: in.Relation, Origin: strings.TrimSpace(in.Origin), Strength: in.Strength, Confidence: in.Confidence,
		Note: orEmpty(in.Note), Episodes: in.Episodes,
	}
	names := []layer.Name{in.Source, in.Target}
	for i, end := range []string{"source", "target"} {
		var err error
		if names[i].Key, err = model.FactorKey(end+".key", project, names[i].Key); err != nil {
			return s, err
		}
	}
	ends, err := m.causes.Layer.Identify(ctx, project, names)
	if err != nil {
		return s, renamed(err, func(path string) string { return strings.NewReplacer("[0]", "source", "[1]", "target").Replace(path) })
	}
	s.Source, s.Target = ends[0], ends[1]
	return s, nil
}

func (m mutation) RemoveFactorLink(ctx context.Context, project, key string, call *string) (*model.RemoveFactorLinkPayload, error) {
	c := idempotency.Call{Project: project, Key: call, Operation: "removeFactorLink", Arguments: key}
	removed, err := idempotency.Do(ctx, m.calls, c, func(ctx context.Context, again bool) (string, error) {
		err := m.causes.Derive.RemoveLink(ctx, project, key)
		if again && errors.Is(err, episodic.ErrNotFound) {
			err = nil
		}
		return key, err
	})
	if err != nil {
		return nil, err
	}
	return &model.RemoveFactorLinkPayload{RemovedKey: removed}, nil
}
