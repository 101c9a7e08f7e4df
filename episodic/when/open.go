package when

import (
	"strings"
	"time"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// The words that make a time the bound of another one: at its beginning, or before it.
var (
	opensWords    = lazy.Pattern(`(?i)^(` + bounds + `) `)
	precedesWords = lazy.Pattern(`(?i)\b(` + bounds + `)(?: the)? $`)
	placedWords   = lazy.Pattern(`(?i)^(?:in|on|of|during|within|over|between|from) `)
)

// Days tells the time by its first and last day.
func (a Asked) Days() string {
	first, last := a.Since.Format(time.DateOnly), a.Until.Add(-time.Nanosecond).Format(time.DateOnly)
	switch {
	case a.Since.Year() <= earliest:
		return "until " + last
	case first == last:
		return first
	default:
		return first + " to " + last
	}
}

// earliest is the year from which on something began before a time.
const earliest = 1970

// opened returns the time that another one bounds, if a word like "since" or "before" opens or precedes it, and from where on its words are;
// open is false where none does. What began before a time is told from 1970 on.
func opened(question string, at []int, since, until, today time.Time) (from int, first, end time.Time, open bool) {
	from, word := at[0], ""
	if found := opensWords().FindStringSubmatch(question[at[0]:at[1]]); found != nil {
		word = found[1]
	} else if found := precedesWords().FindStringSubmatchIndex(question[:at[0]]); found != nil && !placedWords().MatchString(question[at[0]:]) {
		from, word = found[0], question[found[2]:found[3]]
	}
	beginning, tomorrow := time.Date(earliest, time.January, 1, 0, 0, 0, 0, time.UTC), today.AddDate(0, 0, 1)
	switch strings.ToLower(word) {
	case "since":
		return from, since, tomorrow, true
	case "after":
		return from, until, tomorrow, true
	case "before":
		return from, beginning, since, true
	case "until", "till":
		return from, beginning, until, true
	default:
		return from, since, until, false
	}
}
