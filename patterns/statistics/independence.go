package statistics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Crosstab counts episodes by the states of two variables: a row for each state of the first, all of
// the same length.
type Crosstab [][]int

// Independence is a test that two variables are independent in every stratum.
type Independence struct {
	// P is the p-value; 1 when no stratum has two states of both.
	P Tail
	// Exact says that it is the exact conditional one of [CochranMantelHaenszel], of the most frequent
	// states against the others. Else it is that of the G test.
	Exact bool
	// G is twice the logarithm of the likelihood ratio, Freedom its degrees of freedom; 0 if the test is exact.
	G       float64
	Freedom int
	// N is the number of episodes in the strata used, Strata their number.
	N, Strata int
}

// leastExpected is the least number of episodes that every cell of a stratum must expect for the G test;
// rare states are pooled for it.
const leastExpected = 5

// TestIndependence tests that two variables are independent within strata. Where most of the episodes
// are in strata that expect enough in every cell, it is the G test over these (Wilks 1938), else the exact
// test over all strata. The choice depends on the margins alone, on which both tests condition, so that
// either p-value holds.
func TestIndependence(strata []Crosstab) Independence {
	var out Independence
	telling := 0
	var tables []Crosstab
	for _, t := range strata {
		t = t.without()
		n := t.total()
		if len(t) < 2 || len(t[0]) < 2 {
			continue
		}
		telling += n
		tables = append(tables, t)
		pooled, enough := t.pooled()
		if !enough {
			continue
		}
		out.N += n
		out.Strata++
		out.G += pooled.g()
		out.Freedom += (len(pooled) - 1) * (len(pooled[0]) - 1)
	}
	if telling == 0 {
		return Independence{P: Tail{P: 1}}
	}
	if 2*out.N < telling {
		return exactly(strata, tables)
	}
	out.P = chiSquaredUpper(out.G, out.Freedom)
	return out
}

// exactly tests the most frequent state of both variables against the others.
func exactly(strata, telling []Crosstab) Independence {
	first, second := frequent(strata)
	out := Independence{Exact: true, Strata: len(telling)}
	tables := make([]Table, 0, len(strata))
	for _, t := range telling {
		out.N += t.total()
	}
	for _, t := range strata {
		var two Table
		for i, row := range t {
			for j, n := range row {
				side := &two.Without
				if i == first {
					side = &two.With
				}
				side.N += n
				if j == second {
					side.K += n
				}
			}
		}
		tables = append(tables, two)
	}
	out.P = CochranMantelHaenszel(tables).P
	return out
}

// frequent are the most frequent states of both variables over all strata.
func frequent(strata []Crosstab) (first, second int) {
	rows, columns := make([]int, len(strata[0])), make([]int, len(strata[0][0]))
	for _, t := range strata {
		for i, row := range t {
			for j, n := range row {
				rows[i] += n
				columns[j] += n
			}
		}
	}
	return slices.Index(rows, slices.Max(rows)), slices.Index(columns, slices.Max(columns))
}

func (t Crosstab) total() int {
	n := 0
	for _, row := range t {
		n += sum(row)
	}
	return n
}

func sum(all []int) int {
	n := 0
	for _, x := range all {
		n += x
	}
	return n
}

// columns are the sums of the columns.
func (t Crosstab) columns() []int {
	if len(t) == 0 {
		return nil
	}
	out := make([]int, len(t[0]))
	for _, row := range t {
		for j, n := range row {
			out[j] += n
		}
	}
	return out
}

// without leaves out states that no episode of the stratum has.
func (t Crosstab) without() Crosstab {
	all := t.columns()
	var out Crosstab
	for _, row := range t {
		if sum(row) == 0 {
			continue
		}
		var kept []int
		for j, n := range row {
			if all[j] > 0 {
				kept = append(kept, n)
			}
		}
		out = append(out, kept)
	}
	return out
}

// pooled pools the rarest states of either variable until every cell expects enough. enough is false
// when fewer than two states of one are left.
func (t Crosstab) pooled() (out Crosstab, enough bool) {
	out = t
	for len(out) > 1 && len(out[0]) > 1 {
		n := float64(out.total())
		rows := make([]int, len(out))
		for i, row := range out {
			rows[i] = sum(row)
		}
		columns := out.columns()
		leastRow, leastColumn := slices.Min(rows), slices.Min(columns)
		if float64(leastRow)*float64(leastColumn)/n >= leastExpected {
			return out, true
		}
		if len(out) > 2 && (leastRow <= leastColumn || len(out[0]) == 2) {
			out = out.merged(rows)
			continue
		}
		if len(out[0]) == 2 {
			return nil, false
		}
		out = out.turned().merged(columns).turned()
	}
	return nil, false
}

// merged adds the two rows with the least sums.
func (t Crosstab) merged(sums []int) Crosstab {
	order := make([]int, len(t))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sums[a] - sums[b] })
	both := slices.Clone(t[order[0]])
	for j, n := range t[order[1]] {
		both[j] += n
	}
	out := Crosstab{both}
	for _, i := range order[2:] {
		out = append(out, t[i])
	}
	return out
}

// turned exchanges the variables.
func (t Crosstab) turned() Crosstab {
	out := make(Crosstab, len(t[0]))
	for j := range out {
		for _, row := range t {
			out[j] = append(out[j], row[j])
		}
	}
	return out
}

// g is twice the logarithm of the likelihood ratio of one stratum.
func (t Crosstab) g() float64 {
	out, columns, n := 0., t.columns(), float64(t.total())
	for _, row := range t {
		all := float64(sum(row))
		for j, k := range row {
			if k > 0 {
				out += 2 * float64(k) * math.Log(float64(k)*n/(all*float64(columns[j])))
			}
		}
	}
	return max(0, out)
}

// chiSquaredUpper is the tail of the chi-squared distribution above x. Where it underflows, its
// logarithm is that of the first terms of the asymptotic series of the incomplete gamma function.
func chiSquaredUpper(x float64, freedom int) Tail {
	a, half := float64(freedom)/2, x/2
	if freedom == 0 || x <= 0 {
		return Tail{P: 1}
	}
	if p := mathext.GammaIncRegComp(a, half); p > 1e-290 {
		return tailOf(math.Log(p))
	}
	gamma, _ := math.Lgamma(a)
	return tailOf((a-1)*math.Log(half) - half - gamma + math.Log1p((a-1)/half))
}
