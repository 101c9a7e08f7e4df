package warning

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

const (
	// orders is in how many orders the runs of a task are put.
	orders = 128
	// mostOrdered is how many runs of a task are put in order; of more, some are taken without regard to how they ended.
	mostOrdered = 200
	// mostRemembered is of how many tables the e-values are remembered.
	mostRemembered = 50_000
)

// table counts runs: with a new change and without, and of both how many failed.
type table struct{ newFailed, newRuns, failed, runs int }

func (t *table) add(o table, by int) {
	t.newFailed += by * o.newFailed
	t.newRuns += by * o.newRuns
	t.failed += by * o.failed
	t.runs += by * o.runs
}

// count counts a run.
func (t *table) count(isNew, failed bool) {
	bad := 0
	if failed {
		bad = 1
	}
	if isNew {
		t.newRuns++
		t.newFailed += bad
		return
	}
	t.runs++
	t.failed += bad
}

// inOrders counts the runs of a task as if they had come in each of several orders: a change is new if no good run before tried it,
// and a run counts if there was a good one before. So whether a change is new never depends on how the run itself or a later one
// ended, as the e-value requires. One order says little; see [evidence].
func (k *task) inOrders() [orders]table {
	runs, changes := k.ordered()
	var out [orders]table
	order := make([]int, len(runs))
	tried := make([]bool, changes)
	for i := range out {
		for j := range order {
			order[j] = j
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(mixed(runs[a].rank, i), mixed(runs[b].rank, i)) })
		clear(tried)
		good := false
		for _, j := range order {
			r := runs[j]
			if good {
				out[i].count(slices.ContainsFunc(r.changes, func(c int) bool { return !tried[c] }), r.failed)
			}
			if !r.failed {
				good = true
				for _, c := range r.changes {
					tried[c] = true
				}
			}
		}
	}
	return out
}

// orderedRun is a run with its changes by number in its task.
type orderedRun struct {
	rank    uint64
	failed  bool
	changes []int
}

// ordered returns the runs that are put in order, and how many changes they have.
func (k *task) ordered() (runs []orderedRun, changes int) {
	of := map[callHash]int{}
	number := func(calls []callHash) []int {
		out := make([]int, len(calls))
		for i, c := range calls {
			n, known := of[c]
			if !known {
				n = len(of)
				of[c] = n
			}
			out[i] = n
		}
		return out
	}
	for _, r := range k.runs {
		runs = append(runs, orderedRun{rank: rank(r.id), failed: r.failed, changes: number(r.changes)})
	}
	if len(runs) > mostOrdered {
		slices.SortFunc(runs, func(a, b orderedRun) int { return cmp.Compare(a.rank, b.rank) })
		runs = runs[:mostOrdered]
	}
	return runs, len(of)
}

// rank is a number that an id alone decides, mixed another one for each order.
func rank(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // it never fails
	return h.Sum64()
}

// mixed is the mixing step of SplitMix64 (Steele, Lea and Flood 2014).
func mixed(rank uint64, order int) uint64 {
	z := rank + (uint64(order)+1)*0x9e3779b97f4a7c15 //nolint:gosec // not negative
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// evidence is the mean of the e-values of the orders. A mean of e-values is an e-value (Vovk and Wang 2021).
func (t *tally) evidence() float64 {
	if t.weighed != nil {
		return *t.weighed
	}
	if len(t.eValues) > mostRemembered {
		clear(t.eValues)
	}
	sum := 0.0
	for _, o := range t.total {
		e, known := t.eValues[o]
		if !known {
			e = math.Pow(10, statistics.EValueGreater(statistics.Share{K: o.newFailed, N: o.newRuns}, statistics.Weighted{K: float64(o.failed), N: float64(o.runs)}))
			t.eValues[o] = e
		}
		sum += e
	}
	sum /= orders
	t.weighed = &sum
	return sum
}
