package warning

import (
	"context"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/layer"
)

const (
	// maxProjects is of how many projects the counts are kept, the most recently asked.
	maxProjects = 8
	// batch is how many episodes are read at once.
	batch = 200
)

// project is what is kept of one.
type project struct {
	name string

	tally *tally
	// derivation is the version of the layer whose changes are known; known are its episodes, unread those that are to be read.
	derivation    layer.Derivation
	known, unread map[string]bool
}

// follow brings the counts to the present version of the layer.
func (p *project) follow(ctx context.Context, l Layer, episodes Episodes) error {
	now, err := l.GetDerivation(ctx, p.name)
	if err != nil {
		return err
	}
	if p.tally == nil || now.Origin != p.derivation.Origin || now.Graph < p.derivation.Graph {
		p.begin()
	}
	if now.Graph != p.derivation.Graph {
		if err := p.scan(ctx, l); err != nil {
			return err
		}
	}
	if len(p.known) != p.derivation.Episodes {
		if err := p.sweep(ctx, l); err != nil {
			return err
		}
	}
	return p.read(ctx, episodes)
}

// begin forgets everything.
func (p *project) begin() {
	p.tally, p.derivation = newTally(), layer.Derivation{Graph: layer.FromStart}
	p.known, p.unread = map[string]bool{}, map[string]bool{}
}

// scan finds the episodes that changed since.
func (p *project) scan(ctx context.Context, l Layer) error {
	now, err := l.ScanStates(ctx, layer.StatesQuery{Project: p.name, After: p.derivation.Graph}, func(e layer.EpisodeStates) error {
		p.known[e.Episode], p.unread[e.Episode] = true, true
		return nil
	})
	if err == nil {
		p.derivation = now
	}
	return err
}

// sweep forgets the episodes that left the layer, which shows in their number alone.
func (p *project) sweep(ctx context.Context, l Layer) error {
	left := maps.Clone(p.known)
	_, err := l.ScanStates(ctx, layer.StatesQuery{Project: p.name, After: layer.FromStart}, func(e layer.EpisodeStates) error {
		delete(left, e.Episode)
		return nil
	})
	if err != nil {
		return err
	}
	for id := range left {
		p.tally.drop(id)
		delete(p.known, id)
		delete(p.unread, id)
	}
	return nil
}

// read reads them. One that is gone meanwhile is not counted; the next version of the layer says so too.
func (p *project) read(ctx context.Context, episodes Episodes) error {
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(p.unread)), batch) {
		found, err := episodes.GetEpisodes(ctx, p.name, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			p.tally.drop(id)
			delete(p.unread, id)
		}
		for _, e := range found {
			p.tally.put(e.Episode)
		}
	}
	return nil
}
