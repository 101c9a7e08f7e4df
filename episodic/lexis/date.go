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
	month, day := months[word], dayNumbered(word)
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

// months are the months by their lower-cased full and short names.
var months = map[string]time.Month{
	"january": time.January, "jan": time.January, "february": time.February, "feb": time.February, "march": time.March, "mar": time.March,
	"april": time.April, "apr": time.April, "may": time.May, "june": time.June, "jun": time.June, "july": time.July, "jul": time.July,
	"august": time.August, "aug": time.August, "september": time.September, "sept": time.September, "sep": time.September,
	"october": time.October, "oct": time.October, "november": time.November, "nov": time.November, "december": time.December, "dec": time.December,
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
