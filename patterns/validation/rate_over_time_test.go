package validation_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/validation"
	"github.com/google/go-cmp/cmp"
)

func day(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestPeriod_Begin(t *testing.T) {
	for _, c := range []struct {
		why, at, begin, next string
		period               validation.Period
	}{
		{"a day is itself", "2026-11-22", "2026-11-22", "2026-11-23", validation.PeriodDay},
		{"a Sunday is the last day of its week", "2026-11-22", "2026-11-16", "2026-11-23", validation.PeriodWeek},
		{"a Monday is the first", "2026-11-23", "2026-11-23", "2026-11-30", validation.PeriodWeek},
		{"a week may begin in another year", "2027-01-01", "2026-12-28", "2027-01-04", validation.PeriodWeek},
		{"a month", "2026-02-28", "2026-02-01", "2026-03-01", validation.PeriodMonth},
		{"a quarter", "2026-12-31", "2026-10-01", "2027-01-01", validation.PeriodQuarter},
	} {
		begin := c.period.Begin(day(t, c.at).Add(13 * time.Hour))
		if !begin.Equal(day(t, c.begin)) || !c.period.Next(begin).Equal(day(t, c.next)) {
			t.Errorf("%s: from %s to %s", c.why, begin, c.period.Next(begin))
		}
	}
}

func TestRatesOf(t *testing.T) {
	trial := func(at string, v patterns.Verdict) patterns.Evidence {
		e := patterns.Evidence{Verdict: v}
		if at != "" {
			e.Seen = day(t, at)
		}
		return e
	}
	const yes, no, open = patterns.VerdictSupports, patterns.VerdictContradicts, patterns.VerdictUnknown
	trials := []patterns.Evidence{
		trial("2026-03-09", no), trial("2026-03-02", yes), trial("2026-03-23", yes), trial("2026-03-08", yes),
		trial("", no), trial("2026-03-24", open),
	}
	got := validation.RatesOf(trials, validation.PeriodWeek, 10)
	if got.Undated != 1 || got.Earlier != 0 || len(got.Points) != 4 {
		t.Fatalf("got %+v", got)
	}
	var have [][5]int
	for i, p := range got.Points {
		have = append(have, [5]int{p.Successes, p.Trials, p.Unknown, p.TotalSuccesses, p.TotalTrials})
		if i > 0 && !p.Since.Equal(got.Points[i-1].Until) {
			t.Errorf("there is a gap before %s", p.Since)
		}
	}
	want := [][5]int{{2, 2, 0, 2, 2}, {0, 1, 0, 2, 3}, {0, 0, 0, 2, 3}, {1, 1, 1, 3, 4}}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, _, ok := got.Points[2].Rate(); ok {
		t.Error("a week without a trial has a rate")
	}
	if rate, within, ok := got.Points[2].SoFar(); !ok || rate != 2.0/3 || !(within.Low < rate && rate < within.High) {
		t.Errorf("so far %v %v %v", rate, within, ok)
	}
	last := validation.RatesOf(trials, validation.PeriodWeek, 2)
	if last.Earlier != 2 || len(last.Points) != 2 || last.Points[1].TotalTrials != 4 {
		t.Errorf("the last two: %+v", last)
	}
	for most, want := range map[int]validation.Period{30: validation.PeriodDay, 22: validation.PeriodWeek, 3: validation.PeriodMonth} {
		if got := validation.RatesOf(trials, "", most).Period; got != want {
			t.Errorf("at most %d periods: %s, want %s", most, got, want)
		}
	}
	if got := validation.RatesOf(nil, "", 5); len(got.Points) != 0 || got.Period == "" {
		t.Errorf("of nothing: %+v", got)
	}
}

// What is cut off is not built: years of days are as quick as weeks, and the totals are the same.
func TestRatesOf_farApart(t *testing.T) {
	trials := []patterns.Evidence{
		{Seen: time.Date(2, 3, 1, 0, 0, 0, 0, time.UTC), Verdict: patterns.VerdictSupports},
		{Seen: time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC), Verdict: patterns.VerdictContradicts},
		{Seen: time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), Verdict: patterns.VerdictSupports},
	}
	for _, period := range validation.Periods() {
		all := 1
		for begin := period.Begin(trials[0].Seen); !period.Next(begin).After(trials[2].Seen); begin = period.Next(begin) {
			all++
		}
		var r validation.Rates
		if n := testing.AllocsPerRun(1, func() { r = validation.RatesOf(trials, period, 30) }); n > 100 {
			t.Errorf("%s: %v allocations", period, n)
		}
		last := r.Points[len(r.Points)-1]
		if len(r.Points) != 30 || cap(r.Points) > 100 || r.Earlier != all-30 || last.TotalSuccesses != 2 || last.TotalTrials != 3 ||
			last.Since.After(trials[2].Seen) || !last.Until.After(trials[2].Seen) {
			t.Errorf("%s: %d of %d periods with room for %d, %d earlier, the last %+v", period, len(r.Points), all, cap(r.Points), r.Earlier, last)
		}
		for i, p := range r.Points {
			if !p.Since.Equal(period.Begin(p.Since)) || i > 0 && !p.Since.Equal(r.Points[i-1].Until) {
				t.Errorf("%s: a period begins at %s", period, p.Since)
			}
		}
	}
}
