package storetest

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// GetDerivation implements [derive.Store], except for the number of changes.
func (m *model) GetDerivation(_ context.Context, project string) (layer.Derivation, error) {
	p := m.projects[project]
	if p == nil {
		return layer.Derivation{}, episodic.ErrProjectNotFound
	}
	d := layer.Derivation{Episodes: len(p.contributed), Underived: len(p.marked)}
	for _, c := range p.contributed {
		d.Version = derive.DerivationVersion
		d.SelfLinks += c.SelfLinks
	}
	return d, p.drifted()
}

// viewed returns the counted layer of a project.
func (m *model) viewed(project string) view {
	p := m.project(project)
	if p.counted == nil {
		v := newView(p.layer(), p.contributed, p.statements, p, project)
		p.counted = &v
	}
	return *p.counted
}

// GetRules implements [derive.Store].
func (m *model) GetRules(_ context.Context, project string) (contribution.Rules, error) {
	p := m.projects[project]
	if p == nil {
		return contribution.Rules{}, episodic.ErrProjectNotFound
	}
	return p.rules, nil
}

// ListStale implements [derive.Store].
func (m *model) ListStale(_ context.Context, limit int) ([]string, error) {
	var out []string
	for name, p := range m.projects {
		if len(p.marked)+len(p.unplaced()) > 0 {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out[:min(len(out), limit)], nil
}

// RefreshSome implements [derive.Store].
func (m *model) RefreshSome(_ context.Context, project string, limit int) (int, error) {
	if m.projects[project] == nil {
		return 0, nil
	}
	return m.projects[project].refreshSome(limit), nil
}

// InvalidateLayer implements [derive.Store].
func (m *model) InvalidateLayer(_ context.Context, project string) error {
	p := m.projects[project]
	if p == nil {
		return episodic.ErrProjectNotFound
	}
	p.invalidate()
	return nil
}

func (m *model) changeRules(_ context.Context, project string, change func(contribution.Rules) contribution.Rules) error {
	p := m.projects[project]
	if p == nil {
		return episodic.ErrProjectNotFound
	}
	p.changeRules(change(p.rules))
	return nil
}

func (m *model) stateLinks(_ context.Context, project string, now time.Time, statements []link.Statement) (int, error) {
	return m.create(project, now).stateLinks(statements), nil
}

func (m *model) unstate(_ context.Context, project, id string) error {
	p := m.projects[project]
	if p == nil {
		return episodic.ErrProjectNotFound
	}
	if _, there := p.statements[id]; !there {
		return episodic.ErrNotFound
	}
	p.counted = nil
	delete(p.statements, id)
	delete(p.placed, id)
	return nil
}
