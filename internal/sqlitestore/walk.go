package sqlitestore

import (
	_ "embed"
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/find_numbers.sql
	findNumbers statement
	//go:embed sql/causal/get_numbered.sql
	getNumbered statement
	//go:embed sql/causal/step_downstream.sql
	stepDownstream statement
	//go:embed sql/causal/step_upstream.sql
	stepUpstream statement
)

// frontierPage is how many occurrences one statement steps on from.
const frontierPage = 4096

// walker walks the links from occurrence to occurrence, by number. It reads where links lead
// in pages of a frontier and remembers it while one question is answered.
type walker struct {
	*tx
	follow search.Follow
	next   map[search.Direction]map[int64][]int64
}

func (t *tx) walker(follow search.Follow) *walker {
	return &walker{tx: t, follow: follow, next: map[search.Direction]map[int64][]int64{
		search.Downstream: {}, search.Upstream: {},
	}}
}

// numbers returns the numbers of occurrences by key; absent ones are left out.
func (w *walker) numbers(project string, keys []string) (map[string]int64, error) {
	out := make(map[string]int64, len(keys))
	err := w.query(findNumbers, params{"project": project, "keys": distinct(keys)}, func(r *row) {
		out[r.text("key")] = r.int64("number")
	})
	return out, err
}

// occurrences returns the occurrences of numbers.
func (w *walker) occurrences(numbers []int64) (map[int64]episodic.Occurrence, error) {
	out := make(map[int64]episodic.Occurrence, len(numbers))
	for page := range slices.Chunk(numbers, frontierPage) {
		err := w.query(getNumbered, params{"numbers": page}, func(r *row) { out[r.int64("number")] = r.occurrence() })
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// read reads where the links at some occurrences lead, unless it is known.
func (w *walker) read(d search.Direction, frontier []int64) error {
	st := stepDownstream
	if d == search.Upstream {
		st = stepUpstream
	}
	next := w.next[d]
	ask := unread(next, frontier)
	for page := range slices.Chunk(ask, frontierPage) {
		err := w.query(st, followParams(params{"numbers": page}, w.follow), func(r *row) {
			at, to := r.int64("at"), r.int64("next")
			if list := next[at]; len(list) == 0 || list[len(list)-1] != to { // parallel links come one after the other
				next[at] = append(list, to)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unread returns the numbers whose links were not read yet, and marks them as read.
func unread(next map[int64][]int64, frontier []int64) []int64 {
	var ask []int64
	for _, n := range frontier {
		if _, known := next[n]; !known {
			next[n] = nil
			ask = append(ask, n)
		}
	}
	return ask
}

// reach is what a search found from its beginnings in one direction, level by level.
type reach struct {
	direction search.Direction
	// distance is the least number of links to each occurrence that was reached.
	distance map[int64]int
	// levels are the occurrences of each distance.
	levels [][]int64
}

func newReach(d search.Direction, starts []int64) *reach {
	r := &reach{direction: d, distance: make(map[int64]int, len(starts))}
	for _, n := range starts {
		r.distance[n] = 0
	}
	r.levels = [][]int64{slices.Compact(slices.Sorted(slices.Values(starts)))}
	return r
}

// depth is how many links were followed.
func (r *reach) depth() int { return len(r.levels) - 1 }

// frontier are the occurrences that were reached last.
func (r *reach) frontier() []int64 { return r.levels[len(r.levels)-1] }

// advance follows one more link from the frontier, into what admit, unless nil, lets in.
func (w *walker) advance(r *reach, admit func(n int64, distance int) bool) error {
	if err := w.read(r.direction, r.frontier()); err != nil {
		return err
	}
	distance := len(r.levels)
	var level []int64
	for _, n := range r.frontier() {
		for _, to := range w.next[r.direction][n] {
			if _, seen := r.distance[to]; !seen && (admit == nil || admit(to, distance)) {
				r.distance[to] = distance
				level = append(level, to)
			}
		}
	}
	r.levels = append(r.levels, level)
	return nil
}

// exhaust follows links up to a depth.
func (w *walker) exhaust(r *reach, depth int, admit func(n int64, distance int) bool) error {
	for r.depth() < depth && len(r.frontier()) > 0 {
		if err := w.advance(r, admit); err != nil {
			return err
		}
	}
	return nil
}
