package sqlitestore

import (
	"cmp"
	"context"
	_ "embed" // the statements are files
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/find_pair_ends.sql
	findPairEnds statement
	//go:embed sql/causal/size_observed.sql
	sizeObserved statement
	//go:embed sql/causal/list_observed.sql
	listObserved statement
	//go:embed sql/causal/compare_observed.sql
	compareObserved statement
	//go:embed sql/causal/count_contributions.sql
	countContributions statement
	//go:embed sql/causal/count_supports.sql
	countSupports statement
)

// fewObserved is how many observations are looked up one by one in another set; larger sets
// are read once and compared in memory.
const fewObserved = 500

// observedSet names a set of episodes: those that have a factor, or tell any state of a
// variable when factor is 0.
type observedSet struct{ variable, factor int64 }

func (o observedSet) params(p params) params {
	p["variable"], p["factor"] = o.variable, nil
	if o.factor != 0 {
		p["factor"] = o.factor
	}
	return p
}

// observed is one episode of such a set, with the order of the factor in it.
type observed struct {
	episode, at int64
	told        bool
}

// shared is how two sets overlap.
type shared struct{ both, forward, backward int }

// counter compares factors over the contributions of a layer. It remembers what it has read.
type counter struct {
	*tx
	layer int64
	until any
	ends  map[causal.Identity]observedSet
	sizes map[observedSet]int
	sets  map[observedSet][]observed
	// overlaps are by the two sets.
	overlaps map[[2]observedSet]shared
	all      int
}

// Count implements [causal.DerivationTx].
func (d *derivation) Count(pairs []causal.Pair) ([]causal.PairCounts, error) {
	return d.comparePairs(d.number, pairs, time.Time{})
}

// CountPairs implements [causal.FactorStore].
func (s *Store) CountPairs(ctx context.Context, project string, pairs []causal.Pair, until time.Time) ([]causal.PairCounts, error) {
	out := make([]causal.PairCounts, len(pairs))
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) (err error) {
		out, err = t.comparePairs(l.number, pairs, until)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare %d pairs of factors: %w", len(pairs), err)
	}
	return out, nil
}

func (t *tx) comparePairs(layer int64, pairs []causal.Pair, until time.Time) ([]causal.PairCounts, error) {
	c := &counter{
		tx: t, layer: layer, until: microsOrNull(until), ends: map[causal.Identity]observedSet{},
		sizes: map[observedSet]int{}, sets: map[observedSet][]observed{}, overlaps: map[[2]observedSet]shared{}, all: -1,
	}
	if err := c.findEnds(pairs); err != nil {
		return nil, err
	}
	out := make([]causal.PairCounts, len(pairs))
	for i, p := range pairs {
		var err error
		if out[i], err = c.compare(p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// findEnds looks up the numbers of the factors and variables. A factor that is not there gets
// one that no factor has.
func (c *counter) findEnds(pairs []causal.Pair) error {
	var ends [][3]string
	for _, p := range pairs {
		for _, i := range []causal.Identity{p.Source, p.Target} {
			if _, asked := c.ends[i]; !asked {
				c.ends[i] = observedSet{variable: -1, factor: -1}
				ends = append(ends, [3]string{i.Variable, i.State, i.Key()})
			}
		}
	}
	return c.query(findPairEnds, params{"layer": c.layer, "ends": ends}, func(r *row) {
		set := observedSet{variable: r.int64("variable_number"), factor: -1}
		if n := r.maybeInt64("factor"); n != 0 {
			set.factor = n
		}
		c.ends[r.identity("variable", "state")] = set
	})
}

// compare counts one pair: the four cells follow from how the sets of the two factors, and of
// the episodes that tell of the two variables, overlap.
func (c *counter) compare(p causal.Pair) (causal.PairCounts, error) {
	source, target := c.ends[p.Source], c.ends[p.Target]
	has, err := c.overlap(source, target)
	if err != nil {
		return causal.PairCounts{}, err
	}
	sourceKnown, err := c.known(source, target, p.TargetClosed)
	if err != nil {
		return causal.PairCounts{}, err
	}
	targetKnown, err := c.known(target, source, p.SourceClosed)
	if err != nil {
		return causal.PairCounts{}, err
	}
	compared, err := c.compared(p, source, target)
	if err != nil {
		return causal.PairCounts{}, err
	}
	return causal.PairCounts{
		N11: has.both, N10: sourceKnown - has.both, N01: targetKnown - has.both, N00: compared - sourceKnown - targetKnown + has.both,
		Forward: has.forward, Backward: has.backward,
	}, nil
}

// known counts the episodes of a set that tell of another variable, which all do when it is closed.
func (c *counter) known(of, other observedSet, closed bool) (int, error) {
	if closed {
		return c.size(of)
	}
	o, err := c.overlap(of, observedSet{variable: other.variable})
	return o.both, err
}

// compared counts the episodes that tell of both variables.
func (c *counter) compared(p causal.Pair, source, target observedSet) (int, error) {
	s, t := observedSet{variable: source.variable}, observedSet{variable: target.variable}
	switch {
	case p.SourceClosed && p.TargetClosed:
		return c.everyone()
	case p.SourceClosed:
		return c.distinct(t)
	case p.TargetClosed:
		return c.distinct(s)
	}
	o, err := c.overlap(s, t)
	return o.both, err
}

// everyone counts the episodes that contribute.
func (c *counter) everyone() (int, error) {
	if c.all >= 0 {
		return c.all, nil
	}
	err := c.query(countContributions, params{"layer": c.layer, "until": c.until}, func(r *row) { c.all = r.integer("count") })
	return c.all, err
}

// distinct counts the episodes of a set.
func (c *counter) distinct(set observedSet) (int, error) {
	o, err := c.overlap(set, set)
	return o.both, err
}

// size counts the observations of a set.
func (c *counter) size(set observedSet) (int, error) {
	if n, known := c.sizes[set]; known {
		return n, nil
	}
	n := 0
	err := c.query(sizeObserved, set.params(params{"until": c.until}), func(r *row) { n = r.integer("count") })
	c.sizes[set] = n
	return n, err
}

// overlap compares two sets. Forward is where the first comes before the second.
func (c *counter) overlap(a, b observedSet) (shared, error) {
	if o, known := c.overlaps[[2]observedSet{a, b}]; known {
		return o, nil
	}
	sizeA, err := c.size(a)
	if err != nil {
		return shared{}, err
	}
	sizeB, err := c.size(b)
	if err != nil {
		return shared{}, err
	}
	var o shared
	switch {
	case sizeA == 0 || sizeB == 0:
	case min(sizeA, sizeB) > fewObserved:
		o, err = c.merge(a, b)
	case sizeA <= sizeB:
		o, err = c.lookUp(a, b)
	default:
		o, err = c.lookUp(b, a)
		o.forward, o.backward = o.backward, o.forward
	}
	c.overlaps[[2]observedSet{a, b}] = o
	c.overlaps[[2]observedSet{b, a}] = shared{o.both, o.backward, o.forward}
	return o, err
}

// lookUp looks the episodes of a small set up in another one.
func (c *counter) lookUp(a, b observedSet) (o shared, err error) {
	p := a.params(params{"until": c.until, "other_variable": b.variable, "other_factor": nil})
	if b.factor != 0 {
		p["other_factor"] = b.factor
	}
	err = c.query(compareObserved, p, func(r *row) {
		o = shared{r.integer("count"), r.integer("forward"), r.integer("backward")}
	})
	return o, err
}

// merge compares two sets in memory.
func (c *counter) merge(a, b observedSet) (o shared, err error) {
	inA, err := c.load(a)
	if err != nil {
		return o, err
	}
	inB, err := c.load(b)
	if err != nil {
		return o, err
	}
	for i, j := 0, 0; i < len(inA) && j < len(inB); {
		x, y := inA[i], inB[j]
		switch {
		case x.episode < y.episode:
			i++
		case x.episode > y.episode:
			j++
		default:
			o.both++
			if x.told && y.told && x.at < y.at {
				o.forward++
			} else if x.told && y.told && x.at > y.at {
				o.backward++
			}
			i, j = i+1, j+1
		}
	}
	return o, nil
}

// load reads a set in the order of the numbers of its episodes, each once.
func (c *counter) load(set observedSet) ([]observed, error) {
	if list, known := c.sets[set]; known {
		return list, nil
	}
	list := make([]observed, 0, c.sizes[set])
	err := c.query(listObserved, set.params(params{"until": c.until}), func(r *row) {
		one := observed{episode: r.int64("episode")}
		if at := r.maybeOrder("at"); at != nil {
			one.at, one.told = *at, true
		}
		list = append(list, one)
	})
	slices.SortFunc(list, func(a, b observed) int { return cmp.Compare(a.episode, b.episode) })
	list = slices.CompactFunc(list, func(a, b observed) bool { return a.episode == b.episode })
	c.sets[set] = list
	return list, err
}

// CountSupports implements [causal.FactorStore].
func (s *Store) CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]causal.BasisCounts, error) {
	found := map[string]map[episodic.Basis]int{}
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		return t.query(countSupports, params{"layer": l.number, "links": distinct(links), "until": microsOrNull(until)}, func(r *row) {
			key := r.text("key")
			if found[key] == nil {
				found[key] = map[episodic.Basis]int{}
			}
			found[key][word(r, "basis", bases())] = r.integer("count")
		})
	})
	if err != nil {
		return nil, fmt.Errorf("count what states %d links: %w", len(links), err)
	}
	out := make([]causal.BasisCounts, len(links))
	for i, key := range links {
		of := found[key]
		out[i] = causal.BasisCounts{
			Stated: of[episodic.BasisStated], Extracted: of[episodic.BasisExtracted],
			Temporal: of[episodic.BasisTemporal], Measured: of[episodic.BasisMeasured],
		}
	}
	return out, nil
}
