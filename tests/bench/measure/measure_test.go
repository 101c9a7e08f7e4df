package measure_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// upTo returns 1 ms to n ms, the longest first.
func upTo(n int) measure.Timings {
	var t measure.Timings
	for i := n; i > 0; i-- {
		t = append(t, time.Duration(i)*time.Millisecond)
	}
	return t
}

func TestTimings_Percentile(t *testing.T) {
	for _, c := range []struct {
		why  string
		t    measure.Timings
		p    float64
		want time.Duration
	}{
		{"nothing was measured", nil, 50, 0},
		{"one timing is every percentile", upTo(1), 95, time.Millisecond},
		{"of two, half are not above the lower", upTo(2), 50, time.Millisecond},
		{"the middle of an odd number", upTo(5), 50, 3 * time.Millisecond},
		{"95 of 100 are not above the 95th", upTo(100), 95, 95 * time.Millisecond},
		{"95 % of 20 are 19", upTo(20), 95, 19 * time.Millisecond},
		{"a part of a timing counts whole", upTo(21), 95, 20 * time.Millisecond},
		{"the greatest", upTo(7), 100, 7 * time.Millisecond},
		{"the least", upTo(7), 0, time.Millisecond},
	} {
		if got := c.t.Percentile(c.p); got != c.want {
			t.Errorf("%s: got %s, want %s", c.why, got, c.want)
		}
	}
}

func TestTimings_PercentileLeavesTheOrder(t *testing.T) {
	timings := upTo(3)
	timings.Percentile(50)
	if timings[0] != 3*time.Millisecond {
		t.Error("the timings were sorted in place")
	}
}

func TestTimings_Rate(t *testing.T) {
	if got := (measure.Timings{time.Second, 3 * time.Second}).Rate(400); got != 100 {
		t.Errorf("400 in 4 s are %v a second, want 100", got)
	}
	if got := (measure.Timings{}).Rate(400); got != 0 {
		t.Errorf("without time the rate is %v, want 0 for unknown", got)
	}
}

func TestTimings_AtAndPlus(t *testing.T) {
	five := upTo(5)
	if diff := cmp.Diff(measure.Timings{five[1], five[3]}, five.At([]int{1, 3})); diff != "" {
		t.Errorf("at two places: %s", diff)
	}
	if diff := cmp.Diff(measure.Timings{2 * five[0], 2 * five[1]}, five.At([]int{0, 1}).Plus(five.At([]int{0, 1}))); diff != "" {
		t.Errorf("the sums: %s", diff)
	}
	if five[0] != 5*time.Millisecond {
		t.Error("the timings were added in place")
	}
}

func TestLatency_Verdicts(t *testing.T) {
	for _, c := range []struct {
		why              string
		ours, bare       measure.Timings
		aim              float64
		limit            time.Duration
		keeps, keepsTime measure.Verdict
	}{
		{"just kept", measure.Timings{150}, measure.Timings{100}, 1.5, 150, measure.VerdictOK, measure.VerdictOK},
		{"over both", measure.Timings{151}, measure.Timings{100}, 1.5, 150, measure.VerdictOver, measure.VerdictOver},
		{"no aim, no limit", measure.Timings{151}, measure.Timings{100}, 0, 0, measure.VerdictNone, measure.VerdictNone},
		{"nothing to compare with", measure.Timings{151}, nil, 1.5, 200, measure.VerdictNone, measure.VerdictOK},
		{"nothing was asked", nil, nil, 1.5, 200, measure.VerdictNone, measure.VerdictNone},
	} {
		l := measure.NewLatency("x", 10, c.ours, c.bare, c.aim, c.limit)
		if l.KeepsAim() != c.keeps || l.KeepsLimit() != c.keepsTime {
			t.Errorf("%s: aim %s, limit %s; want %s, %s", c.why, l.KeepsAim(), l.KeepsLimit(), c.keeps, c.keepsTime)
		}
	}
}

func TestLatency_LimitIsForTheSlow(t *testing.T) {
	ours := append(upTo(90), 500*time.Millisecond, 500*time.Millisecond, 500*time.Millisecond,
		500*time.Millisecond, 500*time.Millisecond, 500*time.Millisecond)
	if l := measure.NewLatency("x", 10, ours, nil, 0, 100*time.Millisecond); l.KeepsLimit() != measure.VerdictOver {
		t.Errorf("p95 of %v ms keeps a limit of 100", l.OursP95)
	}
}

func TestLatency_AimForTheSlow(t *testing.T) {
	ours := append(upTo(90), 300*time.Millisecond, 300*time.Millisecond, 300*time.Millisecond,
		300*time.Millisecond, 300*time.Millisecond, 300*time.Millisecond)
	l := measure.NewLatency("x", 10, ours, upTo(96), 0, 0)
	if l.AimP95 = 2; l.KeepsAim() != measure.VerdictOver {
		t.Errorf("a ratio of %.2f at p95 keeps an aim of 2 there", l.RatioP95)
	}
	if l.AimP95 = 4; l.KeepsAim() != measure.VerdictOK {
		t.Errorf("a ratio of %.2f at p95 is over an aim of 4", l.RatioP95)
	}
}

func TestRate_Verdicts(t *testing.T) {
	for _, c := range []struct {
		why        string
		ours, bare measure.Timings
		aim        float64
		want       measure.Verdict
	}{
		{"just kept: a rate falls as time grows", measure.Timings{125}, measure.Timings{100}, .8, measure.VerdictOK},
		{"too slow", measure.Timings{130}, measure.Timings{100}, .8, measure.VerdictOver},
		{"faster", measure.Timings{50}, measure.Timings{100}, .8, measure.VerdictOK},
		{"no aim", measure.Timings{50}, measure.Timings{100}, 0, measure.VerdictNone},
		{"no baseline", measure.Timings{50}, nil, .8, measure.VerdictNone},
	} {
		if got := measure.NewRate("x", 10, c.ours, c.bare, c.aim).KeepsAim(); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestReport_Print(t *testing.T) {
	slow := measure.NewLatency("read", 1000, upTo(4), upTo(2), 0, 0)
	slow.AimP95 = 2
	report := measure.Report{
		Machine: "2 cores",
		Comparisons: []*measure.Comparison{{
			Ours: "embedded", Base: "native",
			Latencies: []measure.Latency{measure.NewLatency("path", 1000, upTo(4), upTo(2), 1.5, 50*time.Millisecond), slow},
			Rates:     []measure.Rate{measure.NewRate("import", 1000, upTo(4), nil, .8)},
		}},
		Figures: []measure.Figure{{Name: "start", Value: 91, Unit: "s", Aim: 90}, {Name: "size", Episodes: 10, Value: 2.25, Unit: "MB"}},
	}
	var b strings.Builder
	if err := report.Print(&b); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"2 cores; one run; times in milliseconds, rates in episodes a second", "",
		"question episodes n embedded p50 p95 native p50 p95 ratio p50 p95 aim limit p95",
		"path 1000 4 2.00 4.00 1.00 2.00 2.00 2.00 ≤ 1.5 over < 50 ok",
		"read 1000 4 2.00 4.00 1.00 2.00 2.00 2.00 p95 ≤ 2.0 ok - -", "",
		"written episodes embedded/s native/s ratio aim",
		"import 1000 100000 - - ≥ 0.8 -", "",
		"figure episodes value unit aim",
		"start - 91.0 s ≤ 90 over",
		"size 10 2.2 MB - -", "",
	}
	var got []string
	for _, line := range strings.Split(b.String(), "\n") {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := (measure.Report{}).Print(&b); err != nil {
		t.Errorf("an empty report: %v", err)
	}
}
