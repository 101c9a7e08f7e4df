package mining_test

import (
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/patterns/mining"
)

// made is a made-up input: variables with their roles, and drawn rows.
type made struct{ in mining.Input }

// add adds a variable whose states all have one role.
func (m *made) add(states int, role mining.State, absent int, causes ...int) int {
	v := mining.Variable{Absent: absent, Text: len(m.in.Variables)}
	for i := range states {
		role.Text = 1_000 + 10*len(m.in.Variables) + i
		v.States = append(v.States, role)
	}
	m.in.Variables = append(m.in.Variables, v)
	m.in.Causes = append(m.in.Causes, causes)
	return len(m.in.Variables) - 1
}

func context() mining.State  { return mining.State{Trigger: true} }
func decision() mining.State { return mining.State{Action: true, Trigger: true, Step: true} }
func event() mining.State    { return mining.State{After: true, Trigger: true, Step: true} }
func failure() mining.State  { return mining.State{Trigger: true, Step: true, Error: true} }

// noise returns rows in which no action has an effect. With bias, the first context influences the
// outcome and the decisions, and that is recorded.
func noise(random *rand.Rand, rows int, base float64, bias bool) mining.Input {
	var m made
	for range 3 {
		m.add(2+random.IntN(2), context(), -1)
	}
	for range 3 {
		if bias {
			m.add(2+random.IntN(2), decision(), -1, 0)
		} else {
			m.add(2+random.IntN(2), decision(), -1)
		}
	}
	share := make([]float64, 4)
	for i := range share {
		share[i] = .05 + .5*random.Float64()
		role := event()
		if i == 0 {
			role = failure()
		}
		m.add(2, role, 0)
		if i%2 == 1 { // not closed: recorded in either state, or not at all
			m.in.Variables[6+i].Absent = -1
		}
	}
	for range rows {
		var r mining.Row
		first := 0
		for v, variable := range m.in.Variables {
			t := mining.Told{Variable: v, State: random.IntN(len(variable.States)), Timed: true, Order: int64(random.IntN(1_000))}
			switch {
			case v < 3:
				t.Beforehand = true
				if v == 0 {
					first = t.State
				}
			case v < 6:
				if bias && random.Float64() < .6 {
					t.State = min(first, len(variable.States)-1)
				}
			case random.Float64() > share[v-6]:
				continue
			default:
				t.State = 1
			}
			r.Told = append(r.Told, t)
		}
		p := base
		if bias && first == 0 {
			p -= .3
		}
		r.Success = random.Float64() < p
		m.in.Rows = append(m.in.Rows, r)
	}
	return m.in
}

// TestMine_randomEpisodes mines episodes in which nothing has an effect: at most a share alpha of the
// runs promotes anything.
func TestMine_randomEpisodes(t *testing.T) {
	const runs, rows = 100, 600
	for _, c := range []struct {
		why   string
		base  float64
		bias  bool
		alpha float64
		most  int
	}{
		// At alpha, 12 or more of 100 runs at .05 occur once in 200 times, 5 or more at .01 once in
		// 290.
		{"failures are rare", .97, false, .05, 11},
		{"what decides also tells how it ends, by the default", .8, true, .01, 4},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(14, uint64(c.base*1000)))
			any, looked := 0, 0
			for range runs {
				o := defaults()
				o.Alpha = c.alpha
				r, err := mining.Mine(t.Context(), noise(random, rows, c.base, c.bias), o)
				if err != nil {
					t.Fatal(err)
				}
				looked += len(r.Candidates)
				if len(r.Promoted()) > 0 {
					any++
				}
			}
			t.Logf("%d of %d runs promote anything at %v; %d candidates a run", any, runs, c.alpha, looked/runs)
			if any > c.most || looked < 100*runs {
				t.Errorf("%d of %d runs promote anything, of %d candidates a run", any, runs, looked/runs)
			}
		})
	}
}
