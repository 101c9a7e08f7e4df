package change_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// turn is where the second period begins.
func turn() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }

// months are episodes of two months in which load leads to late: load is high with one probability in each month, and late
// follows from high and from low load with others.
func months(n int, high, worse [2]float64) []episodic.Episode {
	random := rand.New(rand.NewPCG(9, 9))
	var out []episodic.Episode
	for i := range 2 * n {
		month, load, late := i/n, "low", "no"
		p := .2
		if random.Float64() < high[month] {
			load, p = "high", worse[month]
		}
		if random.Float64() < p {
			late = "yes"
		}
		e := causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeUnknown, "event load="+load, "event late="+late, "load -> late")
		e.StartedAt = episodic.At(turn().AddDate(0, 0, 20*(2*month-1)))
		out = append(out, e)
	}
	return out
}

func ask(target string) change.Ask {
	return change.Ask{Project: "p", Target: target, Before: change.Period{Until: turn()}, After: change.Period{Since: turn()}}
}

func TestService_Why(t *testing.T) {
	for _, c := range []struct {
		why         string
		n           int
		high, worse [2]float64
		status      model.Status
		load, late  float64
	}{
		{"the input changed", 1_500, [2]float64{.2, .8}, [2]float64{.8, .8}, model.StatusOK, .36, 0},
		{"the mechanism changed", 1_500, [2]float64{.5, .5}, [2]float64{.4, .9}, model.StatusOK, 0, .25},
		{"both changed", 1_500, [2]float64{.2, .6}, [2]float64{.4, .8}, model.StatusOK, .16, .16},
		{"nothing changed", 400, [2]float64{.5, .5}, [2]float64{.6, .6}, model.StatusInsufficient, 0, 0},
		{"too few", 20, [2]float64{.2, .8}, [2]float64{.8, .8}, model.StatusInsufficient, 0, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, months(c.n, c.high, c.worse)...)
			got, err := m.Service.Change.Why(t.Context(), ask("late=yes"))
			if err != nil || got.Status != c.status || (got.Reason == "") != (c.status == model.StatusOK) {
				t.Fatalf("%+v, %v", got, err)
			}
			if got.BeforeTold != c.n || got.AfterTold != c.n {
				t.Errorf("%d and %d episodes tell it", got.BeforeTold, got.AfterTold)
			}
			if c.status != model.StatusOK {
				return
			}
			sum := got.Unexplained
			for _, p := range got.Parts {
				sum += p.Share.Value
				want := map[string]float64{"load": c.load, "late": c.late}[p.Variable]
				if math.Abs(p.Share.Value-want) > .04 || p.Sure != (math.Abs(want) > .1) || p.Before != c.n || p.Text == "" {
					t.Errorf("%s carries %+v, want %.2f", p.Variable, p, want)
				}
			}
			if math.Abs(sum-got.Change.Value) > 1e-9 || len(got.Parts) != 2 || !got.Exact {
				t.Errorf("the parts add up to %.9f, the change is %.9f: %+v", sum, got.Change.Value, got.Parts)
			}
		})
	}
}

func TestService_WhyRefused(t *testing.T) {
	m := causaltest.NewProjectWith(t, months(40, [2]float64{.2, .8}, [2]float64{.8, .8})...)
	anything := model.Interval{Low: -1, High: 1}
	if got, err := m.Service.Change.Why(t.Context(), ask("nobody=knows")); err != nil || got.Status != model.StatusUnknownEnd && got.Status != model.StatusInsufficient || got.Change != anything || got.Before.High != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	long := change.Period{Until: turn().AddDate(-9, 0, 0)}
	if got, err := m.Service.Change.Why(t.Context(), change.Ask{Project: "p", Target: "late=yes", Before: long, After: change.Period{Since: turn()}}); err != nil || got.Status != model.StatusInsufficient || got.BeforeTold != 0 || got.Change != anything || got.After.High == 1 {
		t.Errorf("before there were episodes: %+v, %v", got, err)
	}
	for why, q := range map[string]change.Ask{
		"no end of the first period":        {Project: "p", Target: "late=yes", After: change.Period{Since: turn()}},
		"no beginning of the second":        {Project: "p", Target: "late=yes", Before: change.Period{Until: turn()}},
		"the periods overlap":               {Project: "p", Target: "late=yes", Before: change.Period{Until: turn()}, After: change.Period{Since: turn().AddDate(0, 0, -1)}},
		"a period that ends where it began": {Project: "p", Target: "late=yes", Before: change.Period{Since: turn(), Until: turn()}, After: change.Period{Since: turn()}},
	} {
		if _, err := m.Service.Change.Why(t.Context(), q); !errors.Is(err, problem.ErrInvalid) || !strings.Contains(err.Error(), "period") {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := m.Service.Change.Why(t.Context(), change.Ask{Project: "other", Target: "late=yes", Before: change.Period{Until: turn()}, After: change.Period{Since: turn()}}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}
