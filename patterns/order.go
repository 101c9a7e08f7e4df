package patterns

import (
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// noRate is the rank of a pattern without a trial: behind every rate.
const noRate = 2

// Rank returns by what the pattern is ordered: the least rank comes first, ties by key. The stores
// keep it. It is 0 for [OrderKey].
func (o Order) Rank(p Pattern) float64 {
	rate := p.Counts.Rate()
	switch o {
	case OrderUpdated:
		return -float64(p.UpdatedAt.UnixMicro())
	case OrderRate, OrderRateAscending, OrderWilson:
	default:
		return 0
	}
	if rate == nil {
		return noRate
	}
	switch o {
	case OrderRate:
		return -*rate
	case OrderWilson:
		low, _ := statistics.Wilson(p.Counts.Successes, p.Counts.Trials())
		return -low
	default:
		return *rate
	}
}

// Cursor names the place of a pattern in a list of that order.
func (o Order) Cursor(p Pattern) string {
	return strconv.FormatFloat(o.Rank(p), 'g', -1, 64) + "|" + p.Key
}

// Place is what [Order.Cursor] names; ok is false for other texts.
func Place(cursor string) (rank float64, key string, ok bool) {
	first, key, ok := strings.Cut(cursor, "|")
	if !ok {
		return 0, "", false
	}
	rank, err := strconv.ParseFloat(first, 64)
	return rank, key, err == nil && rank == rank
}
