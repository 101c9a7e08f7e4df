package storetest

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// GetIndexState implements [episodic.Store].
func (m *model) GetIndexState(_ context.Context, project string) (episodic.IndexState, error) {
	if m.projects[project] == nil {
		return episodic.IndexState{}, episodic.ErrProjectNotFound
	}
	return m.projects[project].state, nil
}

// ListIndexStates implements [episodic.Store].
func (m *model) ListIndexStates(context.Context) (map[string]episodic.IndexState, error) {
	out := map[string]episodic.IndexState{}
	for name, p := range m.projects {
		out[name] = p.state
	}
	return out, nil
}

// SetIndexState implements [episodic.Store].
func (m *model) SetIndexState(_ context.Context, project string, next episodic.IndexState) error {
	p := m.projects[project]
	switch {
	case p == nil:
		return episodic.ErrProjectNotFound
	case next.Version != p.state.Version+1:
		return episodic.ErrIndexMoved
	}
	p.state = next
	return nil
}

// PutModel implements [episodic.Store].
func (m *model) PutModel(_ context.Context, project string, data episodic.ModelData) error {
	if m.projects[project] == nil {
		return episodic.ErrProjectNotFound
	}
	data.Bytes = bytes.Clone(data.Bytes)
	m.projects[project].models[data.Fingerprint] = data
	return nil
}

// GetModel implements [episodic.Store].
func (m *model) GetModel(_ context.Context, project, fingerprint string) (episodic.ModelData, error) {
	data, found := m.project(project).models[fingerprint]
	if !found {
		return data, episodic.ErrNotFound
	}
	return data, nil
}

// DropUnusedModels implements [episodic.Store].
func (m *model) DropUnusedModels(_ context.Context, project string) error {
	p := m.project(project)
	maps.DeleteFunc(p.models, func(fingerprint string, _ episodic.ModelData) bool {
		building := p.state.Building.Number > 0 && p.state.Building.Fingerprint == fingerprint
		return !building && p.state.Active.Fingerprint != fingerprint
	})
	return nil
}

// ListBridges implements [episodic.Store].
func (m *model) ListBridges(_ context.Context, project string, episodes []string, maxMentions, limit int) ([]episodic.Bridge, error) {
	links := m.linkBridges(project, episodes)
	references := m.referenceBridges(project, episodes, maxMentions)
	return slices.Concat(links[:min(limit, len(links))], references[:min(limit, len(references))]), nil
}

func (m *model) linkBridges(project string, episodes []string) []episodic.Bridge {
	edges := m.project(project).drawn(project)
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.link.ID, b.link.ID) })
	var out []episodic.Bridge
	for _, e := range edges {
		source, _, _ := strings.Cut(e.from, "/")
		target, _, _ := strings.Cut(e.to, "/")
		switch forward, backward := slices.Contains(episodes, source), slices.Contains(episodes, target); {
		case forward == backward:
		case forward:
			out = append(out, episodic.Bridge{From: source, To: target, Relation: e.link.Relation, FromKey: e.from, ToKey: e.to})
		case backward:
			out = append(out, episodic.Bridge{From: target, To: source, Relation: e.link.Relation, FromKey: e.to, ToKey: e.from, Backward: true})
		}
	}
	return out
}

func (m *model) referenceBridges(project string, episodes []string, maxMentions int) []episodic.Bridge {
	p := m.project(project)
	by := map[episodic.Reference][]string{}
	for _, mention := range p.mentions() {
		id, _, _ := strings.Cut(mention.By, "/")
		if !slices.Contains(by[mention.Reference], id) {
			by[mention.Reference] = append(by[mention.Reference], id)
		}
	}
	var out []episodic.Bridge
	for ref, ids := range by {
		for _, from := range ids {
			for _, to := range ids {
				if slices.Contains(episodes, from) && !slices.Contains(episodes, to) && len(ids) <= maxMentions {
					out = append(out, episodic.Bridge{From: from, To: to, Reference: ref, Mentions: len(ids)})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b episodic.Bridge) int {
		return cmp.Or(cmp.Compare(a.Mentions, b.Mentions), compareReferences(a.Reference, b.Reference), cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From))
	})
	return out
}
