package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// Told reads the states of variables, the links into them, and what the episodes tell of some
// factors, as somebody does who holds what they told before and reads only what came later.
type Told struct {
	Project   int
	Variables []string
	Factors   []causal.Identity
	Limit     int
}

func (c Told) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	states, err := w.factors.StatesOf(ctx, project, c.Variables)
	if err != nil {
		return nil, err
	}
	links, more, err := w.factors.LinksInto(ctx, project, c.Variables, c.Limit)
	if err != nil {
		return nil, err
	}
	told, err := w.tell(ctx, project, keysOf(c.Factors))
	return map[string]any{"states": states, "links": links, "more": more, "told": told}, err
}

// holding is what somebody holds of what the episodes of a project told.
type holding struct {
	of  causal.Derivation
	has map[string]map[string]string
}

// tell brings what is held of a project and some factors up to date and returns it: the orders
// of the factors by episode and key. What is held is read anew only when its number of
// episodes is another one than the store's, or the project is another one.
func (w *world) tell(ctx context.Context, project string, factors []string) (map[string]map[string]string, error) {
	if w.held == nil {
		w.held = map[string]holding{}
	}
	name := fmt.Sprint(project, factors)
	h, known := w.held[name]
	q := causal.StatesQuery{Project: project, After: causal.FromStart, Factors: factors}
	if known {
		q.After = h.of.Graph
	}
	next, err := w.told(ctx, q)
	if err != nil {
		return nil, err
	}
	if known && next.of.Origin == h.of.Origin {
		all := maps.Clone(h.has)
		maps.Copy(all, next.has)
		next.has = all
	}
	if known && (next.of.Origin != h.of.Origin || len(next.has) != next.of.Episodes) {
		q.After = causal.FromStart
		if next, err = w.told(ctx, q); err != nil {
			return nil, err
		}
	}
	if n := len(next.has); n != next.of.Episodes {
		return nil, fmt.Errorf(contradiction+"%d episodes tell of factors, and the layer is the sum of %d", n, next.of.Episodes)
	}
	w.held[name] = next
	return next.has, nil
}

func (w *world) told(ctx context.Context, q causal.StatesQuery) (holding, error) {
	out := holding{has: map[string]map[string]string{}}
	var err error
	out.of, err = w.factors.TellStates(ctx, q, func(t causal.Told) error {
		if _, twice := out.has[t.Episode]; twice {
			return fmt.Errorf(contradiction+"episode %s is told twice", t.Episode)
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
		out.has[t.Episode] = has
		return nil
	})
	return out, err
}
