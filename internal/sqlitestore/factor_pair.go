package sqlitestore

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/find_pair_ends.sql
	findPairEnds statement
	//go:embed sql/causal/list_observed.sql
	listObserved statement
	//go:embed sql/causal/list_told.sql
	listTold statement
	//go:embed sql/causal/compare_observed.sql
	compareObserved statement
	//go:embed sql/causal/compare_told.sql
	compareTold statement
	//go:embed sql/causal/count_contributions.sql
	countContributions statement
	//go:embed sql/causal/count_supports.sql
	countSupports statement
	//go:embed sql/causal/count_rules.sql
	countRules statement
)

// mergeThreshold is how many episodes are looked up one by one in another set; larger sets are
// read once and compared in memory.
const mergeThreshold = 500

// observedSet names a set of episodes: those that have a factor, or tell any state of a
// variable when factor is 0. What is not there has the number -1.
type observedSet struct{ variable, factor int64 }

// other is the set as the second of a pair that a statement compares.
func (o observedSet) other(first int64) [3]any {
	if o.factor == 0 {
		return [3]any{first, o.variable, nil}
	}
	return [3]any{first, o.variable, o.factor}
}

// observed is one episode of such a set, with the order of the factor in it.
type observed struct {
	episode, at int64
	hasState    bool
}

// shared is how two sets overlap.
type shared struct{ both, forward, backward int }

// counter compares factors over the contributions of a layer. It remembers what it has read.
type counter struct {
	*tx
	layer int64
	until any
	ends  map[factor.Identity]observedSet
	// sizes are about how large the sets are.
	sizes map[observedSet]int
	sets  map[observedSet][]observed
	// overlaps are by the two sets.
	overlaps map[[2]observedSet]shared
	all      int
}

// Count implements [derive.Tx].
func (d *derivation) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	return d.comparePairs(d.number, pairs, time.Time{})
}

// CountPairs implements [derive.Store].
func (s *Store) CountPairs(ctx context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) (err error) {
		out, err = t.comparePairs(l.number, pairs, until)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare %d pairs of factors: %w", len(pairs), err)
	}
	return out, nil
}

func (t *tx) counter(layer int64, until time.Time) *counter {
	return &counter{
		tx: t, layer: layer, until: microsOrNull(until), ends: map[factor.Identity]observedSet{},
		sizes: map[observedSet]int{}, sets: map[observedSet][]observed{}, overlaps: map[[2]observedSet]shared{}, all: -1,
	}
}

func (t *tx) comparePairs(layer int64, pairs []link.Pair, until time.Time) ([]link.PairCounts, error) {
	c := t.counter(layer, until)
	if err := c.findEnds(pairs); err != nil {
		return nil, err
	}
	if err := c.readOverlaps(pairs); err != nil {
		return nil, err
	}
	out := make([]link.PairCounts, len(pairs))
	for i, p := range pairs {
		out[i] = c.compare(p)
	}
	return out, nil
}

// findEnds looks up the numbers of the factors and variables.
func (c *counter) findEnds(pairs []link.Pair) error {
	var ends [][2]any
	var asked []factor.Identity
	for _, p := range pairs {
		for _, i := range []factor.Identity{p.Source, p.Target} {
			if _, known := c.ends[i]; !known {
				c.ends[i] = observedSet{variable: -1, factor: -1}
				ends, asked = append(ends, [2]any{nameHash(i.Variable), i.Key()}), append(asked, i)
			}
		}
	}
	return c.query(findPairEnds, params{"layer": c.layer, "ends": ends}, func(r *row) {
		set := observedSet{variable: r.int64("variable"), factor: -1}
		if n := r.maybeInt64("factor"); n != 0 {
			set.factor = n
		}
		c.ends[asked[r.integer("place")]] = set
		c.sizes[set] = r.integer("frequency")
		// What is recorded is counted last, so that it may be less than the states are.
		any := observedSet{variable: set.variable}
		c.sizes[any] = max(c.sizes[any], r.integer("recorded"), c.sizes[set])
	})
}

// table names the sets whose overlaps make the table of a pair: source and target, each with
// the episodes that tell of the other variable, and the episodes that tell of both; all
// episodes when everyone is set.
type table struct {
	has, source, target, compared [2]observedSet
	everyone                      bool
}

func (c *counter) table(p link.Pair) table {
	source, target := c.ends[p.Source], c.ends[p.Target]
	ofSource, ofTarget := observedSet{variable: source.variable}, observedSet{variable: target.variable}
	t := table{
		has: [2]observedSet{source, target}, source: [2]observedSet{source, ofTarget}, target: [2]observedSet{target, ofSource},
		compared: [2]observedSet{ofSource, ofTarget}, everyone: p.SourceClosed && p.TargetClosed,
	}
	// Every episode tells of a closed variable.
	if p.TargetClosed {
		t.source[1], t.compared[1] = source, ofSource
	}
	if p.SourceClosed {
		t.target[1], t.compared[0] = target, ofTarget
	}
	return t
}

// readOverlaps reads how the sets of the tables overlap: those of which one is small with two
// statements, the others one by one.
func (c *counter) readOverlaps(pairs []link.Pair) error {
	var small [][2]observedSet
	for _, p := range pairs {
		t := c.table(p)
		if t.everyone && c.all < 0 {
			err := c.query(countContributions, params{"layer": c.layer, "until": c.until}, func(r *row) { c.all = r.integer("count") })
			if err != nil {
				return err
			}
		}
		for _, o := range [][2]observedSet{t.has, t.source, t.target, t.compared} {
			if _, known := c.overlaps[o]; known {
				continue
			}
			if min(c.sizes[o[0]], c.sizes[o[1]]) > mergeThreshold {
				if err := c.merge(o[0], o[1]); err != nil {
					return err
				}
				continue
			}
			c.note(o[0], o[1], shared{})
			if c.sizes[o[1]] < c.sizes[o[0]] {
				o[0], o[1] = o[1], o[0]
			}
			small = append(small, o)
		}
	}
	return c.lookUp(small)
}

// note remembers an overlap. Forward is where the first comes before the second.
func (c *counter) note(a, b observedSet, o shared) {
	c.overlaps[[2]observedSet{a, b}] = o
	c.overlaps[[2]observedSet{b, a}] = shared{o.both, o.backward, o.forward}
}

// compare counts one pair: the four cells follow from the overlaps.
func (c *counter) compare(p link.Pair) link.PairCounts {
	t := c.table(p)
	has, source, target := c.overlaps[t.has], c.overlaps[t.source].both, c.overlaps[t.target].both
	compared := c.overlaps[t.compared].both
	if t.everyone {
		compared = c.all
	}
	return link.PairCounts{
		N11: has.both, N10: source - has.both, N01: target - has.both, N00: compared - source - target + has.both,
		Forward: has.forward, Backward: has.backward,
	}
}

// lookUp looks the episodes of the first, small, of two sets up in the second.
func (c *counter) lookUp(small [][2]observedSet) error {
	var byFactor, byVariable [][2]observedSet
	var factors, variables [][3]any
	for _, o := range small {
		if o[0].factor == 0 {
			byVariable, variables = append(byVariable, o), append(variables, o[1].other(o[0].variable))
		} else {
			byFactor, factors = append(byFactor, o), append(factors, o[1].other(o[0].factor))
		}
	}
	if len(factors) > 0 {
		err := c.query(compareObserved, params{"pairs": factors, "until": c.until}, func(r *row) {
			o := byFactor[r.integer("place")]
			c.note(o[0], o[1], shared{r.integer("count"), r.integer("forward"), r.integer("backward")})
		})
		if err != nil {
			return err
		}
	}
	if len(variables) == 0 {
		return nil
	}
	return c.query(compareTold, params{"pairs": variables, "until": c.until}, func(r *row) {
		o := byVariable[r.integer("place")]
		c.note(o[0], o[1], shared{both: r.integer("count")})
	})
}

// merge compares two sets in memory.
func (c *counter) merge(a, b observedSet) error {
	inA, err := c.load(a)
	if err != nil {
		return err
	}
	inB, err := c.load(b)
	if err != nil {
		return err
	}
	var o shared
	for i, j := 0, 0; i < len(inA) && j < len(inB); {
		x, y := inA[i], inB[j]
		switch {
		case x.episode < y.episode:
			i++
		case x.episode > y.episode:
			j++
		default:
			o.both++
			if x.hasState && y.hasState && x.at < y.at {
				o.forward++
			} else if x.hasState && y.hasState && x.at > y.at {
				o.backward++
			}
			i, j = i+1, j+1
		}
	}
	c.note(a, b, o)
	return nil
}

// load reads a set in the order of the numbers of its episodes, each once.
func (c *counter) load(set observedSet) ([]observed, error) {
	if list, known := c.sets[set]; known {
		return list, nil
	}
	list := make([]observed, 0, c.sizes[set])
	st, p := listObserved, params{"factor": set.factor, "variable": set.variable, "until": c.until}
	if set.factor == 0 {
		st = listTold
	}
	err := c.query(st, p, func(r *row) {
		one := observed{episode: r.int64("episode")}
		if set.factor != 0 {
			if at := r.maybeOrder("at"); at != nil {
				one.at, one.hasState = *at, true
			}
		}
		list = append(list, one)
	})
	slices.SortFunc(list, func(a, b observed) int { return cmp.Compare(a.episode, b.episode) })
	list = slices.CompactFunc(list, func(a, b observed) bool { return a.episode == b.episode })
	c.sets[set] = list
	return list, err
}

// CountSupports implements [derive.Store].
func (s *Store) CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error) {
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
	out := make([]link.BasisCounts, len(links))
	for i, key := range links {
		of := found[key]
		out[i] = link.BasisCounts{
			Stated: of[episodic.BasisStated], Extracted: of[episodic.BasisExtracted],
			Temporal: of[episodic.BasisTemporal], Measured: of[episodic.BasisMeasured],
		}
	}
	return out, nil
}

// CountRules implements [derive.Store].
func (s *Store) CountRules(ctx context.Context, project string) ([]link.RuleTotal, error) {
	counts := map[string]int{}
	err := s.read(ctx, countRules, params{"project": project}, func(r *row) {
		if rule := link.RuleOf(r.text("word")); rule != "" && link.IsByRule(word(r, "basis", bases())) {
			counts[rule] += r.integer("links")
		}
	})
	if err != nil {
		return nil, fmt.Errorf("count the links of %s by rule: %w", project, err)
	}
	return link.TotalRules(counts), nil
}
