package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// Asked is a time that a question names.
type Asked struct {
	// Words are the words of the question that name it.
	Words string
	// Since (inclusive) and Until (exclusive) bound it.
	Since, Until time.Time
	// Text is the question to search for: a time relative to now is replaced by its days or months.
	Text string
	// Failed says that the question asks for nothing but what went wrong then.
	Failed bool
}

// maxQuestion is the length in bytes beyond which a question is not read: it is a text, and its times are not asked for.
const maxQuestion = 1_000

// Read returns the first time that a question names; ok is false if it names none. Days begin at midnight in the
// location of now, weeks on Monday. A day or month without a year is the latest one that has begun.
func Read(question string, now time.Time) (a Asked, ok bool) {
	if len(question) > maxQuestion {
		return Asked{}, false
	}
	for _, f := range forms() {
		at := f.words().FindStringSubmatchIndex(question)
		if at == nil {
			continue
		}
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = strings.ToLower(question[at[2*i]:at[2*i+1]])
			}
		}
		today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
		since, until := f.span(groups, today)
		if since.IsZero() || !since.Before(until) {
			continue
		}
		from, since, until, open := opened(question, at, since, until, today)
		if !since.Before(until) {
			return Asked{}, false
		}
		before, after := question[:from], question[at[1]:]
		a = Asked{
			Words: strings.TrimSpace(question[from:at[1]]), Since: startOf(since, now.Location()), Until: startOf(until, now.Location()), Text: question,
			Failed: onlyFailed(before + " " + after),
		}
		if f.relative || open {
			a.Text = before + named(since, until) + after
		}
		return a, true
	}
	return Asked{}, false
}

// form is one way to name a time.
type form struct {
	words func() *regexp.Regexp
	// relative says that the words themselves stand in no text about that time.
	relative bool
	// span returns the bounds for what the groups of the words matched, in lower case; a zero time for none. Days are those of the calendar, at
	// midnight in UTC, so that no change of clocks counts.
	span func(groups []string, today time.Time) (since, until time.Time)
}

const (
	months = `january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec`
	days   = `monday|tuesday|wednesday|thursday|friday|saturday|sunday`
	counts = `\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`
	bounds = `since|after|before|until|till`
	number = `\d{1,2}(?:st|nd|rd|th)?`
	date   = `(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:` + months + `)(?:,? \d{4})?|(?:` + months + `) \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)`
)

// The words of the forms, in the order in which they are tried: a longer form comes before those that are a part of it.
var (
	betweenWords         = lazy.Pattern(`(?i)\b` + `(between|from) (` + date + `) (?:and|to|until) (` + date + `)` + `\b`)
	daysWords            = lazy.Pattern(`(?i)\b` + `(?:between |from |on )?(` + number + `)(?: ?[-–] ?| and | to | until )(` + number + `(?: of)? (?:` + months + `)(?:,? \d{4})?)` + `\b`)
	monthDaysWords       = lazy.Pattern(`(?i)\b` + `(?:between |from |on )?(` + months + `) (` + number + `)(?: ?[-–] ?| and | to | until )(` + number + `)(?:,? (\d{4}))?` + `\b`)
	monthsWords          = lazy.Pattern(`(?i)\b` + `(?:between|from|in) (` + months + `)(?:,? (\d{4}))? (?:and|to|until) (` + months + `)(?:,? (\d{4}))?` + `\b`)
	beforeYesterdayWords = lazy.Pattern(`(?i)\b` + `(?:the )?day before yesterday` + `\b`)
	yesterdayWords       = lazy.Pattern(`(?i)\b` + `yesterday` + `\b`)
	todayWords           = lazy.Pattern(`(?i)\b` + `today` + `\b`)
	agoWords             = lazy.Pattern(`(?i)\b` + `(` + counts + `) (day|week|month)s? ago` + `\b`)
	latelyWords          = lazy.Pattern(`(?i)\b` + `(?:in |within |during |over )?(?:the )?(?:last|past) (` + counts + `) (day|week|month)s?` + `\b`)
	periodWords          = lazy.Pattern(`(?i)\b` + `(?:in |during )?(this|last|previous) (week|month|year)` + `\b`)
	weekdayWords         = lazy.Pattern(`(?i)\b` + `(?:last|on|this past|` + bounds + `) (` + days + `)` + `\b`)
	onWords              = lazy.Pattern(`(?i)\b` + `(?:on )?(` + date + `)` + `\b`)
	monthWords           = lazy.Pattern(`(?i)\b` + `(?:in|of|during|` + bounds + `) (` + months + `)(?:,? (\d{4}))?` + `\b`)
	yearWords            = lazy.Pattern(`(?i)\b` + `(?:in|` + bounds + `) ((?:19|20|21)\d\d)` + `\b`)
)

func forms() []form {
	return []form{
		{betweenWords, false, between},
		{daysWords, false, daysOf},
		{monthDaysWords, false, monthDays},
		{monthsWords, false, betweenMonths},
		{beforeYesterdayWords, true, dayAgo(2)},
		{yesterdayWords, true, dayAgo(1)},
		{todayWords, true, dayAgo(0)},
		{agoWords, true, ago},
		{latelyWords, true, lately},
		{periodWords, true, period},
		{weekdayWords, true, weekday},
		{onWords, false, on},
		{monthWords, false, inMonth},
		{yearWords, false, inYear},
	}
}

// startOf is the first instant of a day of the calendar in a zone. Where clocks skip midnight it is when they are put forward.
func startOf(day time.Time, zone *time.Location) time.Time {
	t := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
	if t.Day() != day.Day() {
		_, t = t.ZoneBounds()
	}
	return t
}

func dayAgo(n int) func([]string, time.Time) (time.Time, time.Time) {
	return func(_ []string, today time.Time) (time.Time, time.Time) {
		return today.AddDate(0, 0, -n), today.AddDate(0, 0, 1-n)
	}
}

// ago is the day so many days ago, or the calendar week or month so many before this.
func ago(g []string, today time.Time) (time.Time, time.Time) {
	n := count(g[1])
	switch g[2] {
	case "day":
		return dayAgo(n)(nil, today)
	case "week":
		since := monday(today).AddDate(0, 0, -7*n)
		return since, since.AddDate(0, 0, 7)
	default:
		since := firstOfMonth(today).AddDate(0, -n, 0)
		return since, since.AddDate(0, 1, 0)
	}
}

// lately is the time from so many days, weeks or months ago until the end of today.
func lately(g []string, today time.Time) (time.Time, time.Time) {
	n, end := count(g[1]), today.AddDate(0, 0, 1)
	switch g[2] {
	case "day":
		return end.AddDate(0, 0, -n), end
	case "week":
		return end.AddDate(0, 0, -7*n), end
	default:
		return end.AddDate(0, -n, 0), end
	}
}

func period(g []string, today time.Time) (time.Time, time.Time) {
	n := 1
	if g[1] == "this" {
		n = 0
	}
	if g[2] == "year" {
		since := time.Date(today.Year()-n, time.January, 1, 0, 0, 0, 0, time.UTC)
		return since, since.AddDate(1, 0, 0)
	}
	return ago([]string{"", strconv.Itoa(n), g[2]}, today)
}

// weekday is the latest such day before today.
func weekday(g []string, today time.Time) (time.Time, time.Time) {
	for n := 1; n <= 7; n++ {
		if strings.EqualFold(today.AddDate(0, 0, -n).Weekday().String(), g[1]) {
			return dayAgo(n)(nil, today)
		}
	}
	return time.Time{}, time.Time{}
}

func on(g []string, today time.Time) (time.Time, time.Time) {
	d := day(g[1], today)
	if d.IsZero() {
		return d, d
	}
	return d, d.AddDate(0, 0, 1)
}

func inMonth(g []string, today time.Time) (time.Time, time.Time) {
	first := monthOf(g[1], g[2], today)
	return first, first.AddDate(0, 1, 0)
}

func inYear(g []string, today time.Time) (time.Time, time.Time) {
	year, err := strconv.Atoi(g[1])
	if err != nil {
		return time.Time{}, time.Time{}
	}
	first := time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC)
	return first, first.AddDate(1, 0, 0)
}

// monday is the first day of a week, as ISO 8601 has it.
func monday(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }

func firstOfMonth(t time.Time) time.Time { return t.AddDate(0, 0, 1-t.Day()) }
