package validation_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// The simulated projects: so many patterns of which the first ones are real.
const (
	simulatedAll  = 100
	simulatedReal = 20
	// realEffect is by how much a real pattern is better than what it is compared with.
	realEffect = .2
	// projectsPerBase and runsPerProject keep the tests short.
	projectsPerBase, runsPerProject = 10, 10
)

// simulated is a project of patterns whose episodes come in one after the other.
type simulated struct {
	random *rand.Rand
	// others is the rate of the other episodes, base those with each pattern's trigger.
	others float64
	base   []float64
	tested []validation.Tested
}

// simulate makes a project with a rate without the action, and by how much it differs between
// the triggers.
func simulate(base, spread float64, random *rand.Rand) *simulated {
	s := &simulated{random: random, others: base}
	for range simulatedAll {
		s.base = append(s.base, base+spread*(2*random.Float64()-1))
		s.tested = append(s.tested, validation.Tested{Status: patterns.StatusCandidate})
	}
	return s
}

// rate is the rate of a pattern's trials.
func (s *simulated) rate(i int) float64 {
	if i < simulatedReal {
		return min(s.base[i]+realEffect, .97)
	}
	return s.base[i]
}

// come lets episodes of every pattern come in.
func (s *simulated) come(trials, compared, others int) {
	for i := range s.tested {
		c := &s.tested[i].Figures.All
		c.Trials, c.Successes = c.Trials+trials, c.Successes+s.drawn(trials, s.rate(i))
		c.NullTrials, c.NullSuccesses = c.NullTrials+compared, c.NullSuccesses+s.drawn(compared, s.base[i])
		c.OtherTrials, c.OtherSuccesses = c.OtherTrials+others, c.OtherSuccesses+s.drawn(others, s.others)
		s.tested[i].Figures.Window = *c
	}
}

func (s *simulated) drawn(n int, p float64) int {
	k := 0
	for range n {
		if s.random.Float64() < p {
			k++
		}
	}
	return k
}

// run validates all and keeps the statuses; it returns how many of the validated are real.
func (s *simulated) run() (found, real int) {
	for i, v := range validation.Judge((patterns.Criteria{}), "simulation", time.Time{}, s.tested) {
		s.tested[i].Status = v.After
		if v.After != patterns.StatusValidated {
			continue
		}
		found++
		if i < simulatedReal {
			real++
		}
	}
	return found, real
}

// discoveries sums up projects.
type discoveries struct{ projects, rate, power float64 }

func (d *discoveries) add(found, real int) {
	d.projects++
	if found > 0 {
		d.rate += float64(found-real) / float64(found)
	}
	d.power += float64(real) / simulatedReal
}

func (d *discoveries) check(t *testing.T, why string) {
	t.Helper()
	t.Logf("%-28s false discoveries %.4f, power %.3f", why, d.rate/d.projects, d.power/d.projects)
	if d.rate/d.projects > .05 {
		t.Errorf("%s: the rate of false discoveries is %.4f", why, d.rate/d.projects)
	}
}

// simulatedBases are the rates without the action.
func simulatedBases() []float64 { return []float64{.5, .62, .75, .8} }

func TestJudge_FalseDiscoveries(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 1))
	for _, c := range []struct {
		why                      string
		spread                   float64
		trials, compared, others int
	}{
		{"as many to compare with", 0, 50, 50, 500},
		{"the least to compare with", 0, 100, 20, 500},
		{"many to compare with", 0, 50, 400, 500},
		{"more trials", 0, 100, 100, 500},
		{"triggers differ", .1, 50, 50, 500},
		{"filled up, triggers differ", .1, 100, 5, 500},
		{"others only, triggers differ", .1, 100, 0, 500},
	} {
		var d discoveries
		for _, base := range simulatedBases() {
			for range projectsPerBase {
				s := simulate(base, c.spread, random)
				s.come(c.trials, c.compared, c.others)
				d.add(s.run())
			}
		}
		d.check(t, c.why)
	}
}

// TestJudge_Repeated validates again and again while episodes come in: what was found once is
// counted as found for ever.
func TestJudge_Repeated(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 2))
	for _, compared := range []int{5, 20} {
		var ever discoveries
		for _, base := range simulatedBases() {
			s, found := simulate(base, 0, random), map[int]bool{}
			for range runsPerProject {
				s.come(10, compared, 50)
				s.run()
				for i, p := range s.tested {
					if p.Status == patterns.StatusValidated {
						found[i] = true
					}
				}
			}
			real := 0
			for i := range found {
				if i < simulatedReal {
					real++
				}
			}
			ever.add(len(found), real)
		}
		ever.check(t, fmt.Sprintf("%d compared for 10 trials", compared))
	}
}
