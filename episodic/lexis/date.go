package lexis

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateReader finds dates in any common form, so that "2 April", "April 2nd" and "2026-04-02"
// share a term. It reads the runs of a text in order.
type dateReader struct {
	month time.Month
	day   int
}

// next returns the term of the date that ends with this run; empty if none does.
func (r *dateReader) next(run string) string {
	if day, is := dateNumbered(run); is {
		*r = dateReader{}
		if len(run) > len(time.DateOnly) && run[len(time.DateOnly)] != 'T' {
			return "" // it only begins like a date
		}
		return dayTerm(day.Month(), day.Day())
	}
	if len(run) > len("September") {
		*r = dateReader{}
		return ""
	}
	word := FoldWord(run)
	month, day := monthNamed(word), dayNumbered(word)
	switch {
	case month != 0 && r.day != 0:
		day = r.day
	case day != 0 && r.month != 0:
		month = r.month
	case word == "of" || word == "the": // "the 2nd of April"
		return ""
	default:
		*r = dateReader{month: month, day: day}
		return ""
	}
	*r = dateReader{}
	return dayTerm(month, day)
}

func dayTerm(month time.Month, day int) string { return fmt.Sprintf("%02d-%02d", month, day) }

// dateNumbered reads a date at the beginning of a run, "2026-04-02".
func dateNumbered(run string) (day time.Time, is bool) {
	if len(run) < len(time.DateOnly) || !startsWithDigit(run) {
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, run[:len(time.DateOnly)])
	return day, err == nil
}

// monthNamed returns the month with a lower-cased full or short name; 0 if there is none.
func monthNamed(word string) time.Month {
	switch word {
	case "january", "jan":
		return time.January
	case "february", "feb":
		return time.February
	case "march", "mar":
		return time.March
	case "april", "apr":
		return time.April
	case "may":
		return time.May
	case "june", "jun":
		return time.June
	case "july", "jul":
		return time.July
	case "august", "aug":
		return time.August
	case "september", "sept", "sep":
		return time.September
	case "october", "oct":
		return time.October
	case "november", "nov":
		return time.November
	case "december", "dec":
		return time.December
	}
	return 0
}

// dayNumbered parses the day of a month, "2", "02" or "2nd"; it returns 0 for anything else.
func dayNumbered(word string) int {
	digits := strings.TrimRight(word, "stndrh")
	if len(digits) > 2 || len(word) > len(digits)+2 {
		return 0
	}
	day, err := strconv.Atoi(digits)
	if err != nil || day < 1 || day > 31 {
		return 0
	}
	return day
}

// IsDate reports whether a term is part of a date: a day, the name of a month or of a day of the week, or a number that
// can be a day or a year. A number of other meaning is taken for one too.
func IsDate(term string) bool {
	if len(term) == len("04-02") && term[2] == '-' && dayNumbered(term[3:]) != 0 {
		return true
	}
	if _, is := dateNumbered(term); is || dayNumbered(term) != 0 {
		return true
	}
	if year, err := strconv.Atoi(term); err == nil && len(term) == len("2006") && year >= 1900 && year < 2200 {
		return true
	}
	return isCalendarName(term)
}

// isCalendarName reports whether a term is the name of a month or of a day of the week.
func isCalendarName(term string) bool {
	for month := time.January; month <= time.December; month++ {
		name := strings.ToLower(month.String())
		if monthNamed(term) != 0 || term == stem(name) {
			return true
		}
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		if name := strings.ToLower(day.String()); term == name || term == stem(name) {
			return true
		}
	}
	return false
}
