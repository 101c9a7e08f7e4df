package measure

import (
	"fmt"
	"time"
)

// Verdict says whether a figure keeps its aim.
type Verdict string

// The verdicts.
const (
	// VerdictNone means that there is no aim, or no figure.
	VerdictNone Verdict = "-"
	VerdictOK   Verdict = "ok"
	VerdictOver Verdict = "over"
)

// Latency compares how long a question takes on one side with how long it takes on another.
type Latency struct {
	// Name says what was asked.
	Name string `json:"name"`
	// Episodes is how many episodes the memory held.
	Episodes int `json:"episodes"`
	// N is how often each side was asked.
	N int `json:"n"`
	// OursP50 to BaseP95 are percentiles in milliseconds.
	OursP50 float64 `json:"ours_p50_ms"`
	OursP95 float64 `json:"ours_p95_ms"`
	BaseP50 float64 `json:"base_p50_ms"`
	BaseP95 float64 `json:"base_p95_ms"`
	// RatioP50 and RatioP95 are ours over base.
	RatioP50 float64 `json:"ratio_p50"`
	RatioP95 float64 `json:"ratio_p95"`
	// Aim is the most that RatioP50 should be; 0 without an aim.
	Aim float64 `json:"aim,omitempty"`
	// AimP95 is the most that RatioP95 should be; 0 when Aim is meant.
	AimP95 float64 `json:"aim_p95,omitempty"`
	// Limit is the most milliseconds that OursP95 may be; 0 without a limit.
	Limit float64 `json:"limit_ms,omitempty"`
}

// NewLatency makes a figure of the timings of both sides.
func NewLatency(name string, episodes int, ours, base Timings, aim float64, limit time.Duration) Latency {
	l := Latency{
		Name: name, Episodes: episodes, N: len(ours), Aim: aim, Limit: ms(limit),
		OursP50: ms(ours.Percentile(50)), OursP95: ms(ours.Percentile(95)),
		BaseP50: ms(base.Percentile(50)), BaseP95: ms(base.Percentile(95)),
	}
	l.RatioP50, l.RatioP95 = Ratio(l.OursP50, l.BaseP50), Ratio(l.OursP95, l.BaseP95)
	return l
}

// KeepsAim says whether the ratio at p50, or at p95 if the aim is for that, is at most the aim.
func (l Latency) KeepsAim() Verdict {
	if l.AimP95 > 0 {
		return atMost(l.RatioP95, l.AimP95)
	}
	return atMost(l.RatioP50, l.Aim)
}

// aim shows the aim.
func (l Latency) aim() string {
	if l.AimP95 > 0 {
		return fmt.Sprintf("p95 ≤ %.1f", l.AimP95)
	}
	return known("≤ %.1f", l.Aim)
}

// KeepsLimit says whether p95 is at most the limit.
func (l Latency) KeepsLimit() Verdict { return atMost(l.OursP95, l.Limit) }

func atMost(figure, most float64) Verdict {
	switch {
	case most == 0 || figure == 0:
		return VerdictNone
	case figure <= most:
		return VerdictOK
	default:
		return VerdictOver
	}
}

// Rate compares how many things a second two sides write.
type Rate struct {
	// Name says what was written.
	Name string `json:"name"`
	// Episodes is how many episodes were written.
	Episodes int `json:"episodes"`
	// Ours and Base are episodes a second over the whole import.
	Ours float64 `json:"ours_per_second"`
	Base float64 `json:"base_per_second"`
	// Ratio is ours over base.
	Ratio float64 `json:"ratio"`
	// Aim is the least that Ratio should be; 0 without an aim.
	Aim float64 `json:"aim,omitempty"`
}

// NewRate makes a figure of the timings of the batches that both sides wrote.
func NewRate(name string, episodes int, ours, base Timings, aim float64) Rate {
	r := Rate{Name: name, Episodes: episodes, Ours: ours.Rate(episodes), Base: base.Rate(episodes), Aim: aim}
	r.Ratio = Ratio(r.Ours, r.Base)
	return r
}

// KeepsAim says whether the ratio is at least the aim.
func (r Rate) KeepsAim() Verdict {
	switch {
	case r.Aim == 0 || r.Ratio == 0:
		return VerdictNone
	case r.Ratio >= r.Aim:
		return VerdictOK
	default:
		return VerdictOver
	}
}

// Figure is a value that is compared with nothing but its aim.
type Figure struct {
	// Name says what was measured.
	Name string `json:"name"`
	// Episodes is how many episodes the memory held; 0 when that does not matter.
	Episodes int     `json:"episodes,omitempty"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	// Aim is the most that Value should be; 0 without an aim.
	Aim float64 `json:"aim,omitempty"`
}

// KeepsAim says whether the value is at most the aim.
func (f Figure) KeepsAim() Verdict { return atMost(f.Value, f.Aim) }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
