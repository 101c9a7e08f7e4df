package when

import (
	"strings"
	"time"
)

// halfYear is the length of a span from which on its ends are taken to be in the wrong order: nobody means almost a year by two days near each
// other.
const halfYear = 183 * 24 * time.Hour

// between is the time of two dates, the last one included.
func between(g []string, today time.Time) (time.Time, time.Time) {
	return spanOf(day(g[2], today), day(g[3], today), g[1] == "between", strings.Contains(g[2], day(g[2], today).Format("2006")))
}

// daysOf are the days from a number to a date of the same month.
func daysOf(g []string, today time.Time) (time.Time, time.Time) {
	last := day(g[2], today)
	n, _, _ := parts(g[1])
	if last.IsZero() || n < 1 || n > last.Day() {
		return time.Time{}, time.Time{}
	}
	return last.AddDate(0, 0, n-last.Day()), last.AddDate(0, 0, 1)
}

// monthDays are days of a month that is named before them.
func monthDays(g []string, today time.Time) (time.Time, time.Time) {
	return daysOf([]string{"", g[2], g[3] + " " + g[1] + " " + g[4]}, today)
}

// betweenMonths is the time from one month to another, the last one included. Without years the last is the latest that has begun.
func betweenMonths(g []string, today time.Time) (time.Time, time.Time) {
	last := monthOf(g[3], g[4], today)
	first := monthOf(g[1], g[2], today)
	if g[2] == "" && g[4] != "" {
		first = time.Date(last.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC)
	}
	if g[2] == "" && first.After(last) {
		first = first.AddDate(-1, 0, 0)
	}
	return first, last.AddDate(0, 1, 0)
}

// spanOf is the time of two days, the last one included. Those of "between" may stand in either order; "from" one without a year "to" an
// earlier one begins in the year before.
func spanOf(first, last time.Time, anyOrder, hasYear bool) (time.Time, time.Time) {
	if first.IsZero() || last.IsZero() {
		return time.Time{}, time.Time{}
	}
	if last.Before(first) {
		earlier := first.AddDate(-1, 0, 0)
		switch {
		case anyOrder && (hasYear || last.Sub(earlier) > halfYear):
			first, last = last, first
		case !hasYear:
			first = earlier
		}
	}
	return first, last.AddDate(0, 0, 1)
}
