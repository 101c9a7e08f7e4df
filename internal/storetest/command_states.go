package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
)

// ObservedStates reads the states of variables, the links into them, and the observed states of all episodes for
// some factors.
type ObservedStates struct {
	Project   int
	Variables []string
	Factors   []factor.Identity
	Limit     int
}

func (c ObservedStates) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	states, err := w.factors.StatesOf(ctx, project, c.Variables)
	if err != nil {
		return nil, err
	}
	links, more, err := w.factors.LinksInto(ctx, project, c.Variables, c.Limit)
	if err != nil {
		return nil, err
	}
	observed, err := w.allStates(ctx, layer.StatesQuery{Project: project, After: layer.FromStart, Factors: keysOf(c.Factors)})
	return map[string]any{"states": states, "links": links, "more": more, "observed": observed.has}, err
}

// LaterStates reads the observed states of some factors, records and deletes episodes, and then reads
// only later changes, as a process does that keeps the states in memory.
type LaterStates struct {
	Project  int
	Factors  []factor.Identity
	Episodes []episodic.Episode
	Delete   string
}

func (c LaterStates) run(ctx context.Context, w *world) (any, error) {
	q := layer.StatesQuery{Project: w.project(c.Project), After: layer.FromStart, Factors: keysOf(c.Factors)}
	held, err := w.allStates(ctx, q)
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return nil, err
	}
	if _, err := (Record{Project: c.Project, Episodes: c.Episodes}).run(ctx, w); err != nil {
		return nil, err
	}
	if _, err := (Delete{Project: c.Project, ID: c.Delete}).run(ctx, w); err != nil && !errors.Is(err, episodic.ErrNotFound) {
		return nil, err
	}
	q.After = held.of.Graph
	later, err := w.scanStates(ctx, q)
	if err != nil {
		return nil, err
	}
	maps.Copy(held.has, later.has)
	q.After = layer.FromStart
	all, err := w.allStates(ctx, q)
	if held.of.Origin != all.of.Origin || len(held.has) != all.of.Episodes {
		held = all // an episode was deleted, or the project is a new one
	}
	return map[string]any{"held": held.has, "observed": all.has}, err
}

// holding has the observed states of a project: the orders of the factors by episode and key.
type holding struct {
	of  layer.Derivation
	has map[string]map[string]string
}

// allStates reads the observed states of all episodes.
func (w *world) allStates(ctx context.Context, q layer.StatesQuery) (holding, error) {
	out, err := w.scanStates(ctx, q)
	if n := len(out.has); err == nil && n != out.of.Episodes {
		err = fmt.Errorf(contradiction+"%d episodes tell of factors, and the layer is the sum of %d", n, out.of.Episodes)
	}
	return out, err
}

func (w *world) scanStates(ctx context.Context, q layer.StatesQuery) (holding, error) {
	out := holding{has: map[string]map[string]string{}}
	var err error
	out.of, err = w.factors.ScanStates(ctx, q, func(t layer.EpisodeStates) error {
		if _, twice := out.has[t.Episode]; twice {
			return fmt.Errorf(contradiction+"episode %s is scanned twice", t.Episode)
		}
		has := map[string]string{}
		for _, s := range t.States {
			if s.Order == nil {
				has[q.Factors[s.Factor]] = "unknown"
			} else {
				has[q.Factors[s.Factor]] = fmt.Sprint(*s.Order)
			}
		}
		if len(has) != len(t.States) {
			return fmt.Errorf(contradiction+"episode %s has a factor twice: %v", t.Episode, slices.Collect(maps.Values(has)))
		}
		if !t.Seen.IsZero() {
			has["seen"] = t.Seen.UTC().Format(time.RFC3339Nano)
		}
		out.has[t.Episode] = has
		return nil
	})
	return out, err
}
