package patterns

import (
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// noRate ranks patterns without a trial last.
const noRate = 2

// Rank returns the sort key of a pattern: the lowest rank comes first, ties are broken by key. The
// stores store it. It is 0 for [OrderKey].
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

// Cursor returns the position of a pattern in a list of that order.
func (o Order) Cursor(p Pattern) string {
	return strconv.FormatFloat(o.Rank(p), 'g', -1, 64) + "|" + p.Key
}

// Place parses a position that [Order.Cursor] returned; ok is false for other texts.
func Place(cursor string) (rank float64, key string, ok bool) {
	first, key, ok := strings.Cut(cursor, "|")
	if !ok {
		return 0, "", false
	}
	rank, err := strconv.ParseFloat(first, 64)
	return rank, key, err == nil && rank == rank
}
