package when_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic/when"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestRead reads times as of Thursday, 26 November 2026, at 14:00 in Berlin.
func TestRead(t *testing.T) {
	now := time.Date(2026, 11, 26, 14, 0, 0, 0, zone(t, "Europe/Berlin"))
	for question, want := range map[string]struct{ since, until, words, text string }{
		"what failed yesterday?":             {"2026-11-25", "2026-11-26", "yesterday", "what failed 2026-11-25?"},
		"The day before yesterday's deploys": {"2026-11-24", "2026-11-25", "The day before yesterday", "2026-11-24's deploys"},
		"what did we do today":               {"2026-11-26", "2026-11-27", "today", "what did we do 2026-11-26"},
		"which release broke last week":      {"2026-11-16", "2026-11-23", "last week", "which release broke 2026-11-16 2026-11-17 2026-11-18 2026-11-19 2026-11-20 2026-11-21 2026-11-22"},
		"incidents this month":               {"2026-11-01", "2026-12-01", "this month", "incidents November"},
		"last year's plans":                  {"2025-01-01", "2026-01-01", "last year", "2025's plans"},
		"two weeks ago":                      {"2026-11-09", "2026-11-16", "two weeks ago", "2026-11-09 2026-11-10 2026-11-11 2026-11-12 2026-11-13 2026-11-14 2026-11-15"},
		"3 days ago":                         {"2026-11-23", "2026-11-24", "3 days ago", "2026-11-23"},
		"a month ago":                        {"2026-10-01", "2026-11-01", "a month ago", "October"},
		"in the last 3 days":                 {"2026-11-24", "2026-11-27", "in the last 3 days", "2026-11-24 2026-11-25 2026-11-26"},
		"what happened last Monday":          {"2026-11-23", "2026-11-24", "last Monday", "what happened 2026-11-23"},
		"on thursday":                        {"2026-11-19", "2026-11-20", "on thursday", "2026-11-19"},
		"Incidents in June":                  {"2026-06-01", "2026-07-01", "in June", "Incidents in June"},
		"plans of December":                  {"2025-12-01", "2026-01-01", "of December", "plans of December"},
		"in March 2024":                      {"2024-03-01", "2024-04-01", "in March 2024", "in March 2024"},
		"what was built in 2025?":            {"2025-01-01", "2026-01-01", "in 2025", "what was built in 2025?"},
		"the incident of May 7":              {"2026-05-07", "2026-05-08", "May 7", "the incident of May 7"},
		"on the 2nd of April":                {"2026-04-02", "2026-04-03", "2nd of April", "on the 2nd of April"},
		"on 2026-04-02 at noon":              {"2026-04-02", "2026-04-03", "on 2026-04-02", "on 2026-04-02 at noon"},
		"on 24 December 2025":                {"2025-12-24", "2025-12-25", "on 24 December 2025", "on 24 December 2025"},
		"on 29 February":                     {"2024-02-29", "2024-03-01", "on 29 February", "on 29 February"},
		"between 2 April and April 5th":      {"2026-04-02", "2026-04-06", "between 2 April and April 5th", "between 2 April and April 5th"},
		"from 20 November to 3 November":     {"2025-11-20", "2026-11-04", "from 20 November to 3 November", "from 20 November to 3 November"},
		"since 1 June":                       {"2026-06-01", "2026-11-27", "since 1 June", "June July August September October November"},
		"between April 5th and 2 April":      {"2026-04-02", "2026-04-06", "between April 5th and 2 April", "between April 5th and 2 April"},
		"between 2026-04-05 and 2026-04-02":  {"2026-04-02", "2026-04-06", "between 2026-04-05 and 2026-04-02", "between 2026-04-05 and 2026-04-02"},
		"between 20 December and 5 January":  {"2025-12-20", "2026-01-06", "between 20 December and 5 January", "between 20 December and 5 January"},
		"between 2 and 5 April":              {"2026-04-02", "2026-04-06", "between 2 and 5 April", "between 2 and 5 April"},
		"the 2nd to 5th of April 2024":       {"2024-04-02", "2024-04-06", "2nd to 5th of April 2024", "the 2nd to 5th of April 2024"},
		"2–5 April":                          {"2026-04-02", "2026-04-06", "2–5 April", "2–5 April"},
		"on April 2-5, 2024":                 {"2024-04-02", "2024-04-06", "on April 2-5, 2024", "on April 2-5, 2024"},
		"between March and May":              {"2026-03-01", "2026-06-01", "between March and May", "between March and May"},
		"in June and July 2024":              {"2024-06-01", "2024-08-01", "in June and July 2024", "in June and July 2024"},
		"from December to February":          {"2025-12-01", "2026-03-01", "from December to February", "from December to February"},
		"deploys before 5 April":             {"1970-01-01", "2026-04-05", "before 5 April", "deploys 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026"},
		"until 5 April, deploys":             {"1970-01-01", "2026-04-06", "until 5 April", "2017 2018 2019 2020 2021 2022 2023 2024 2025 2026, deploys"},
		"before yesterday":                   {"1970-01-01", "2026-11-25", "before yesterday", "2017 2018 2019 2020 2021 2022 2023 2024 2025 2026"},
		"since yesterday":                    {"2026-11-25", "2026-11-27", "since yesterday", "2026-11-25 2026-11-26"},
		"since last Monday":                  {"2026-11-23", "2026-11-27", "since last Monday", "2026-11-23 2026-11-24 2026-11-25 2026-11-26"},
		"since Monday":                       {"2026-11-23", "2026-11-27", "since Monday", "2026-11-23 2026-11-24 2026-11-25 2026-11-26"},
		"deploys since last week":            {"2026-11-16", "2026-11-27", "since last week", "deploys November"},
		"after 24 November":                  {"2026-11-25", "2026-11-27", "after 24 November", "2026-11-25 2026-11-26"},
		"since September":                    {"2026-09-01", "2026-11-27", "since September", "September October November"},
		"before 2025":                        {"1970-01-01", "2025-01-01", "before 2025", "2015 2016 2017 2018 2019 2020 2021 2022 2023 2024"},
		"known before on 2 April":            {"2026-04-02", "2026-04-03", "on 2 April", "known before on 2 April"},
	} {
		got, ok := when.Read(question, now)
		if !ok || got.Since.Format(time.DateOnly) != want.since || got.Until.Format(time.DateOnly) != want.until || got.Words != want.words || got.Text != want.text {
			t.Errorf("%q: %+v, %v; want %+v", question, got, ok, want)
		}
	}
	for _, question := range []string{
		"", "may it be so", "version 2026.04", "the march of ants", "on 31 February 2025", "on 2026-13-02", "between friends", "at last", "2 days", "a todaylike word", "after today", "since 1 June 2027",
	} {
		if got, ok := when.Read(question, now); ok {
			t.Errorf("%q names %+v", question, got)
		}
	}
}

func TestRead_failed(t *testing.T) {
	for question, want := range map[string]bool{
		"What failed yesterday?": true, "failures last week": true, "what went wrong on 3 April": true, "Which deploy failed yesterday?": false, "what happened yesterday": false,
	} {
		if got, ok := when.Read(question, time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)); !ok || got.Failed != want {
			t.Errorf("%q: %+v, %v", question, got, ok)
		}
	}
}

// TestRead_clocks reads days of 23 and 25 hours, the same instant in two zones, and the weeks around a week 53.
func TestRead_clocks(t *testing.T) {
	berlin, auckland := zone(t, "Europe/Berlin"), zone(t, "Pacific/Auckland")
	for _, c := range []struct {
		why, question string
		now           time.Time
		since         string
		hours         float64
	}{
		{"clocks go forward", "yesterday", time.Date(2026, 3, 30, 0, 30, 0, 0, berlin), "2026-03-29T00:00:00+01:00", 23},
		{"clocks go back", "yesterday", time.Date(2026, 10, 26, 23, 30, 0, 0, berlin), "2026-10-25T00:00:00+02:00", 25},
		{"a week with 167 hours", "last week", time.Date(2026, 4, 1, 9, 0, 0, 0, berlin), "2026-03-23T00:00:00+01:00", 167},
		{"late in the evening", "today", time.Date(2026, 5, 1, 23, 0, 0, 0, time.UTC).In(berlin), "2026-05-02T00:00:00+02:00", 24},
		{"the same instant far away", "today", time.Date(2026, 5, 1, 11, 0, 0, 0, time.UTC).In(auckland), "2026-05-01T00:00:00+12:00", 24},
		{"week 53 of 2026", "last week", time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC), "2026-12-28T00:00:00Z", 168},
		{"in week 53", "this week", time.Date(2027, 1, 3, 9, 0, 0, 0, time.UTC), "2026-12-28T00:00:00Z", 168},
		{"the month before January", "last month", time.Date(2027, 1, 31, 9, 0, 0, 0, time.UTC), "2026-12-01T00:00:00Z", 744},
		{"no midnight that day", "yesterday", time.Date(2026, 9, 7, 9, 0, 0, 0, zone(t, "America/Santiago")), "2026-09-06T01:00:00-03:00", 23},
		{"no midnight today", "today", time.Date(2026, 4, 24, 9, 0, 0, 0, zone(t, "Africa/Cairo")), "2026-04-24T01:00:00+03:00", 23},
		{"two midnights that day", "yesterday", time.Date(2026, 11, 2, 9, 0, 0, 0, zone(t, "America/Havana")), "2026-11-01T00:00:00-04:00", 25},
		{"last Monday on a Monday", "last Monday", time.Date(2026, 11, 23, 0, 0, 0, 0, berlin), "2026-11-16T00:00:00+01:00", 24},
		{"March in January", "in March", time.Date(2027, 1, 5, 9, 0, 0, 0, berlin), "2026-03-01T00:00:00+01:00", 743},
		{"a month of 28 days", "last month", time.Date(2027, 3, 31, 9, 0, 0, 0, time.UTC), "2027-02-01T00:00:00Z", 672},
	} {
		got, ok := when.Read(c.question, c.now)
		if !ok || got.Since.Format(time.RFC3339) != c.since || got.Until.Sub(got.Since).Hours() != c.hours {
			t.Errorf("%s: %+v of %v hours, %v", c.why, got, got.Until.Sub(got.Since).Hours(), ok)
		}
	}
}

// FuzzRead holds that a time that is read has its words in the question and does not end before it begins.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"what failed yesterday", "between 2 April and 5 April", "999 months ago", "on 99 May 0000", "in the last 12 weeks", "İ on Monday", "since 31 dec, 9999"} {
		f.Add(seed, int64(1_790_000_000))
	}
	f.Fuzz(func(t *testing.T, question string, seconds int64) {
		const most = 1 << 36 // the year 4147
		now := time.Unix(seconds%most, 0).In(time.FixedZone("", int(seconds%50_000)))
		got, ok := when.Read(question, now)
		if !ok {
			return
		}
		if !got.Since.Before(got.Until) {
			t.Errorf("%q at %v: %+v", question, now, got)
		}
	})
}
