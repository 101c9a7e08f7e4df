package when

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// count returns the number that a word or digits name.
func count(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	if word == "an" {
		word = "a"
	}
	words := []string{"a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	return max(1, slices.Index(words, word))
}

// month returns the month that a name in lower case begins.
func month(name string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if len(name) >= 3 && strings.HasPrefix(strings.ToLower(m.String()), name[:3]) {
			return m
		}
	}
	return 0
}

// day returns the day that a date in lower case names: in the year that it names, or else the latest until today. A day
// that no month has is the zero time.
func day(text string, today time.Time) time.Time {
	if d, err := time.Parse(time.DateOnly, text); err == nil {
		return d
	}
	number, m, year := parts(text)
	known := year != 0
	if !known {
		year = today.Year()
	}
	for range 9 { // 29 February is at most eight years ago
		d := time.Date(year, m, number, 0, 0, 0, 0, time.UTC)
		if exists := d.Month() == m && d.Day() == number; exists && (known || !d.After(today)) {
			return d
		}
		if known {
			break
		}
		year--
	}
	return time.Time{}
}

// monthOf is the first day of a month: of the year given, or else the latest that has begun.
func monthOf(name, year string, today time.Time) time.Time {
	first := time.Date(today.Year(), month(name), 1, 0, 0, 0, 0, time.UTC)
	if y, err := strconv.Atoi(year); err == nil {
		return first.AddDate(y-first.Year(), 0, 0)
	}
	if first.After(today) {
		return first.AddDate(-1, 0, 0)
	}
	return first
}

// parts are the day, month and year that a date in lower case has; 0 where it has none.
func parts(text string) (number int, m time.Month, year int) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(strings.TrimRight(word, "stndrh"))
		switch {
		case err == nil && len(word) == len("2006") && n > 31:
			year = n
		case err == nil:
			number = n
		case word != "of":
			m = month(word)
		}
	}
	return number, m, year
}

// named returns the days of a time as texts have them, or of a longer one its months, or of more than eleven months its years, the last ten.
func named(since, until time.Time) string {
	var days, months, years []string
	for d := since; d.Before(until) && len(days) <= 366; d = d.AddDate(0, 0, 1) {
		days = append(days, d.Format(time.DateOnly))
		if m := d.Month().String(); !slices.Contains(months, m) {
			months = append(months, m)
		}
	}
	last := until.AddDate(0, 0, -1).Year()
	for year := max(since.Year(), last-9); year <= last; year++ {
		years = append(years, strconv.Itoa(year))
	}
	switch {
	case len(days) <= 7:
		return strings.Join(days, " ")
	case len(months) < 12:
		return strings.Join(months, " ")
	default:
		return strings.Join(years, " ")
	}
}

// onlyFailed reports whether a question without its time asks for what went wrong, and for nothing else.
func onlyFailed(rest string) bool {
	failed := false
	for _, word := range strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return !('a' <= r && r <= 'z') }) {
		switch word {
		case "failed", "fail", "failing", "failure", "failures", "broke", "broken", "wrong":
			failed = true
		case "what", "which", "who", "things", "thing", "episodes", "runs", "did", "was", "were", "has", "have", "that", "all", "everything", "the", "went", "go", "show", "list", "me", "us", "any", "there":
		default:
			return false
		}
	}
	return failed
}
