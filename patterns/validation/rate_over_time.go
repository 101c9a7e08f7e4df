package validation

import (
	"context"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Period is a calendar period in UTC.
type Period string

// The periods.
const (
	PeriodDay     Period = "DAY"
	PeriodWeek    Period = "WEEK" // from Monday on
	PeriodMonth   Period = "MONTH"
	PeriodQuarter Period = "QUARTER"
)

// Periods returns all of them, the shortest first.
func Periods() []Period { return []Period{PeriodDay, PeriodWeek, PeriodMonth, PeriodQuarter} }

// MaxPeriods limits the periods of one answer.
const MaxPeriods = 400

// evidencePage is the number of rows of evidence read at a time.
const evidencePage = 5000

// Begin returns the start of the period that contains a time.
func (p Period) Begin(t time.Time) time.Time {
	year, month, day := t.UTC().Date()
	switch p {
	case PeriodWeek:
		day -= (int(t.UTC().Weekday()) + 6) % 7
	case PeriodMonth:
		day = 1
	case PeriodQuarter:
		month, day = month-(month-1)%3, 1
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Next returns the end of the period that begins at a time, which is the start of the next.
func (p Period) Next(begin time.Time) time.Time { return p.plus(begin, 1) }

// plus returns the start of the period that many periods later, or earlier if negative.
func (p Period) plus(begin time.Time, periods int) time.Time {
	switch p {
	case PeriodWeek:
		return begin.AddDate(0, 0, 7*periods)
	case PeriodMonth:
		return begin.AddDate(0, periods, 0)
	case PeriodQuarter:
		return begin.AddDate(0, 3*periods, 0)
	default:
		return begin.AddDate(0, 0, periods)
	}
}

// number returns the number of the period that contains a time; consecutive periods have consecutive
// numbers.
func (p Period) number(t time.Time) int {
	begin := p.Begin(t)
	months := 12*begin.Year() + int(begin.Month()) - 1
	days := int(begin.Unix() / (24 * 60 * 60))
	switch p {
	case PeriodWeek:
		return (days - 4) / 7 // the fifth day of 1970 was a Monday
	case PeriodMonth:
		return months
	case PeriodQuarter:
		return months / 3
	default:
		return days
	}
}

// Rates are the success rates of a pattern over time.
type Rates struct {
	Period Period
	// Points are consecutive periods without gaps.
	Points []RatePoint
	// Earlier is the number of earlier periods left out, Undated the number of counted trials with
	// an unknown start time, which are in no period.
	Earlier, Undated int
}

// RatePoint counts the trials of a pattern in one period. Until is never zero.
type RatePoint struct {
	Since, Until                time.Time
	Successes, Trials, Unknown  int
	TotalSuccesses, TotalTrials int // up to the end of the period
}

// Rate returns the share of successes with its interval; ok is false without a trial.
func (p RatePoint) Rate() (rate float64, within patterns.Interval, ok bool) {
	return share(p.Successes, p.Trials)
}

// SoFar returns the share of successes of all trials up to the end of the period.
func (p RatePoint) SoFar() (rate float64, within patterns.Interval, ok bool) {
	return share(p.TotalSuccesses, p.TotalTrials)
}

func share(successes, trials int) (rate float64, within patterns.Interval, ok bool) {
	if trials == 0 {
		return 0, patterns.Interval{}, false
	}
	low, high := statistics.Wilson(successes, trials)
	return float64(successes) / float64(trials), patterns.Interval{Low: low, High: high}, true
}

// RateOverTime returns the rates of the counted trials of a pattern in the latest periods, at most
// the given number. An empty period means the shortest that covers all trials.
func (s *Service) RateOverTime(ctx context.Context, project, pattern string, period Period, most int) (Rates, error) {
	if most < 1 || most > MaxPeriods {
		var k problem.Checker
		k.Invalid("most", "it is %d; from 1 to %d are possible", most, MaxPeriods)
		return Rates{}, k.Err()
	}
	trials, err := s.counted(ctx, project, pattern)
	if err != nil {
		return Rates{}, err
	}
	return RatesOf(trials, period, most), nil
}

// counted reads all counted evidence of a pattern.
func (s *Service) counted(ctx context.Context, project, pattern string) ([]patterns.Evidence, error) {
	return episodic.AllItems(evidencePage, func(page episodic.Page) ([]patterns.Evidence, error) {
		return s.catalog.Evidence(ctx, patterns.EvidenceQuery{Project: project, Pattern: pattern, Counted: true, Page: page})
	}, func(e patterns.Evidence) string { return e.Episode })
}

// RatesOf groups trials into periods, see [Service.RateOverTime].
func RatesOf(trials []patterns.Evidence, period Period, most int) Rates {
	dated := slices.DeleteFunc(slices.Clone(trials), func(e patterns.Evidence) bool { return e.Seen.IsZero() })
	slices.SortFunc(dated, func(a, b patterns.Evidence) int { return a.Seen.Compare(b.Seen) })
	if period == "" {
		period = fitting(dated, most)
	}
	r := Rates{Period: period, Undated: len(trials) - len(dated)}
	if len(dated) == 0 {
		return r
	}
	first, last := period.number(dated[0].Seen), period.number(dated[len(dated)-1].Seen)
	r.Earlier = max(0, last-first+1-most)
	var sum RatePoint
	for len(dated) > 0 && period.number(dated[0].Seen) < first+r.Earlier {
		sum.add(dated[0].Verdict)
		dated = dated[1:]
	}
	since := period.Begin(dated[len(dated)-1].Seen)
	since = period.plus(since, first+r.Earlier-last)
	for range last - first - r.Earlier + 1 {
		sum = RatePoint{Since: since, Until: period.Next(since), TotalSuccesses: sum.TotalSuccesses, TotalTrials: sum.TotalTrials}
		for len(dated) > 0 && dated[0].Seen.Before(sum.Until) {
			sum.add(dated[0].Verdict)
			dated = dated[1:]
		}
		r.Points, since = append(r.Points, sum), sum.Until
	}
	return r
}

func (p *RatePoint) add(v patterns.Verdict) {
	switch v {
	case patterns.VerdictSupports:
		p.Successes, p.TotalSuccesses = p.Successes+1, p.TotalSuccesses+1
		fallthrough
	case patterns.VerdictContradicts:
		p.Trials, p.TotalTrials = p.Trials+1, p.TotalTrials+1
	default:
		p.Unknown++
	}
}

// fitting returns the shortest period of which at most the given number cover all trials.
func fitting(dated []patterns.Evidence, most int) Period {
	all := Periods()
	if len(dated) == 0 {
		return all[0]
	}
	for _, p := range all {
		if p.number(dated[len(dated)-1].Seen)-p.number(dated[0].Seen) < most {
			return p
		}
	}
	return all[len(all)-1]
}
