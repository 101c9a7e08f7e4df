package patterns

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Period is a length of time of the calendar, in UTC.
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

// MaxPeriods is the most periods of one answer.
const MaxPeriods = 400

// evidencePage is how much evidence is read at a time.
const evidencePage = 5000

// Begin returns when the period of a time begins.
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

// Next returns when the period ends that begins at a time.
func (p Period) Next(begin time.Time) time.Time {
	switch p {
	case PeriodWeek:
		return begin.AddDate(0, 0, 7)
	case PeriodMonth:
		return begin.AddDate(0, 1, 0)
	case PeriodQuarter:
		return begin.AddDate(0, 3, 0)
	default:
		return begin.AddDate(0, 0, 1)
	}
}

// Rates say how the rate of a pattern went.
type Rates struct {
	Period Period
	// Points have no gap between them.
	Points []RatePoint
	// Earlier is how many periods before them are left out, Undated how many counted trials are
	// in none because their episodes do not tell when they began.
	Earlier, Undated int
}

// RatePoint is the trials of a pattern in one period; the zero time of Until is never one.
type RatePoint struct {
	Since, Until                time.Time
	Successes, Trials, Unknown  int
	TotalSuccesses, TotalTrials int // up to the end of the period
}

// Rate is the share of successes with its interval; ok is false without a trial.
func (p RatePoint) Rate() (rate float64, within Interval, ok bool) {
	return share(p.Successes, p.Trials)
}

// SoFar is the share of successes of all trials up to the end of the period.
func (p RatePoint) SoFar() (rate float64, within Interval, ok bool) {
	return share(p.TotalSuccesses, p.TotalTrials)
}

func share(successes, trials int) (rate float64, within Interval, ok bool) {
	if trials == 0 {
		return 0, Interval{}, false
	}
	low, high := statistics.Wilson(successes, trials)
	return float64(successes) / float64(trials), Interval{Low: low, High: high}, true
}

// RateOverTime returns how the counted trials of a pattern went, at most so many periods, the
// latest. Without a period it is the shortest of which most are enough.
func (s *Service) RateOverTime(ctx context.Context, project, pattern string, period Period, most int) (Rates, error) {
	if most < 1 || most > MaxPeriods {
		problem := episodic.Problem{Path: "most", Code: episodic.CodeInvalid, Message: fmt.Sprintf("it is %d; from 1 to %d are possible", most, MaxPeriods)}
		return Rates{}, &episodic.InvalidError{Problems: []episodic.Problem{problem}}
	}
	trials, err := s.counted(ctx, project, pattern)
	if err != nil {
		return Rates{}, err
	}
	return RatesOf(trials, period, most), nil
}

// counted reads all counted evidence of a pattern.
func (s *Service) counted(ctx context.Context, project, pattern string) ([]Evidence, error) {
	q := EvidenceQuery{Project: project, Pattern: pattern, Counted: true, Page: episodic.Page{Limit: evidencePage}}
	var all []Evidence
	for {
		found, err := s.Evidence(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		if len(found) < evidencePage {
			return all, nil
		}
		q.Page.After = found[len(found)-1].Episode
	}
}

// RatesOf puts trials into periods, see [Service.RateOverTime].
func RatesOf(trials []Evidence, period Period, most int) Rates {
	dated := slices.DeleteFunc(slices.Clone(trials), func(e Evidence) bool { return e.Seen.IsZero() })
	slices.SortFunc(dated, func(a, b Evidence) int { return a.Seen.Compare(b.Seen) })
	if period == "" {
		period = fitting(dated, most)
	}
	r := Rates{Period: period, Undated: len(trials) - len(dated)}
	var successes, known int
	for _, e := range dated {
		for len(r.Points) == 0 || !e.Seen.Before(r.Points[len(r.Points)-1].Until) {
			r.Points = append(r.Points, r.following(e.Seen, successes, known))
		}
		last := &r.Points[len(r.Points)-1]
		last.add(e.Verdict)
		successes, known = last.TotalSuccesses, last.TotalTrials
	}
	r.Earlier = max(0, len(r.Points)-most)
	r.Points = r.Points[r.Earlier:]
	return r
}

// following is the period after the last one; the first one is that of a time.
func (r Rates) following(first time.Time, successes, trials int) RatePoint {
	since := r.Period.Begin(first)
	if n := len(r.Points); n > 0 {
		since = r.Points[n-1].Until
	}
	return RatePoint{Since: since, Until: r.Period.Next(since), TotalSuccesses: successes, TotalTrials: trials}
}

func (p *RatePoint) add(v Verdict) {
	switch v {
	case VerdictSupports:
		p.Successes, p.TotalSuccesses = p.Successes+1, p.TotalSuccesses+1
		fallthrough
	case VerdictContradicts:
		p.Trials, p.TotalTrials = p.Trials+1, p.TotalTrials+1
	default:
		p.Unknown++
	}
}

// fitting is the shortest period of which most reach from the first trial to the last.
func fitting(dated []Evidence, most int) Period {
	all := Periods()
	if len(dated) == 0 {
		return all[0]
	}
	for _, p := range all {
		end := p.Begin(dated[0].Seen)
		for range most {
			end = p.Next(end)
		}
		if dated[len(dated)-1].Seen.Before(end) {
			return p
		}
	}
	return all[len(all)-1]
}
