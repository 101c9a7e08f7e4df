package decisive

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// The weights of what other runs tell. A run of the same task tells more than words: its change was made under the same
// circumstances.
const (
	// weightDiffers is the most for the first change that no good run made; with one good run it is two thirds of it.
	weightDiffers = 4.0
	// weightDiffersLater is that for the changes after it.
	weightDiffersLater = 2.5
	weightShared       = -2.0
	weightFailed       = .8
	weightNotRecovered = .7
	weightFailsOften   = 2.0
	// weightChanges is of a change where no good run tells which changes are right: what a run changes lasts, what it looks at does not.
	weightChanges = 2.0
	// leastWith is how many runs have to have a kind of step before it is counted.
	leastWith = 3
)

// contrasted finds the cues that other runs give, by turn.
func contrasted(turns []turn, s Siblings) [][]cue {
	out := make([][]cue, len(turns))
	read := readRuns(slices.Concat(s.Good, s.Failed, s.Others))
	good := sharedChanges(read[:len(s.Good)])
	alone := len(s.Good) == 0
	counts := countKinds(read, alone)
	differs := 0
	for i, t := range turns {
		switch {
		case !t.changes:
		case alone:
			out[i] = append(out[i], cue{weight: weightChanges})
		case good[t.call]:
			out[i] = append(out[i], cue{weight: weightShared})
		default:
			out[i] = append(out[i], differing(differs, s.Good))
			differs++
		}
		if t.call != "" && t.failed {
			out[i] = append(out[i], failures(turns, i)...)
		}
		if c, counted := heaviest(t, counts); counted {
			out[i] = append(out[i], c)
		}
		out[i] = s.against(t, out[i])
	}
	return out
}

// against adds the heaviest reason of the patterns that a step goes against. What runs with its kind of step tell is the same evidence and counts
// once: as much as the heavier of the two.
func (s Siblings) against(t turn, cues []cue) []cue {
	var of cue
	for _, a := range s.Against {
		if a.ID != t.id {
			continue
		}
		if c := a.cue(); c.weight > of.weight {
			of = c
		}
	}
	if of.weight == 0 {
		return cues
	}
	for i, c := range cues {
		if c.kind == ReasonFailsOften {
			of.weight = max(of.weight, c.weight)
			cues[i] = of
			return cues
		}
	}
	return append(cues, of)
}

// readRun is another run with its turns, so that they are found once.
type readRun struct {
	episodic.Episode

	turns []turn
}

func readRuns(runs []episodic.Episode) []readRun {
	out := make([]readRun, len(runs))
	for i, e := range runs {
		out[i] = readRun{e, turnsOf(e)}
	}
	return out
}

// sharedChanges returns the changes that runs made with success.
func sharedChanges(runs []readRun) map[string]bool {
	out := map[string]bool{}
	for _, r := range runs {
		for _, t := range r.turns {
			if t.changes && !t.failed {
				out[t.call] = true
			}
		}
	}
	return out
}

func differing(before int, good []episodic.Episode) cue {
	n := float64(len(good))
	c := cue{weight: weightDiffers, kind: ReasonDiffers, text: "no good run of the task made this change with success", runs: ids(good)}
	switch {
	case before > 0:
		c.weight = weightDiffersLater
	case len(good) == 1:
		c.text = "the good run of the task did not make this change with success, and it is the first such change"
	default:
		c.text = fmt.Sprintf("none of the %d good runs of the task made this change with success, and it is the first such change", len(good))
	}
	c.weight *= n / (n + .5)
	return c
}

// failures are the cues of a call that failed, or of a decision or an event in words.
func failures(turns []turn, i int) []cue {
	if turns[i].tool == "" {
		words := "it is an error"
		if turns[i].changes {
			words = "it failed"
		}
		return []cue{{weight: weightFailed, kind: ReasonFailed, text: words}}
	}
	out := []cue{{weight: weightFailed, kind: ReasonFailed, text: "the call failed"}}
	recovered := slices.ContainsFunc(turns[i+1:], func(t turn) bool { return !t.failed && t.tool == turns[i].tool })
	if !recovered {
		out = append(out, cue{weight: weightNotRecovered, kind: ReasonNotRecovered, text: "no later call of the same tool succeeded"})
	}
	return out
}

// tallied are the runs in which a kind of step occurs, and those of them that failed.
type tallied struct {
	runs, failed []string
	// further says that it is a further factor of steps, and not what names their kind.
	further bool
}

// countKinds counts, for each kind of step, in how many runs it occurs and how many of them failed, and returns a cue for kinds
// that go with failure. With further, it counts each further factor of a step too: runs of different tasks have these in common.
func countKinds(runs []readRun, further bool) map[string]cue {
	with := map[string]*tallied{}
	all, failed := 0, 0
	for _, e := range runs {
		bad := e.Outcome == episodic.OutcomeFailure || e.Outcome == episodic.OutcomePartial
		if !bad && e.Outcome != episodic.OutcomeSuccess {
			continue
		}
		all++
		if bad {
			failed++
		}
		seen := map[string]bool{"": true}
		count := func(factor string, further bool) {
			if seen[factor] {
				return
			}
			seen[factor] = true
			c := with[factor]
			if c == nil {
				c = &tallied{further: further}
				with[factor] = c
			}
			if c.runs = append(c.runs, e.ID); bad {
				c.failed = append(c.failed, e.ID)
			}
		}
		for _, t := range e.turns {
			count(t.kind(), false)
			for _, f := range t.factors {
				if further {
					count(f, true)
				}
			}
		}
	}
	out := map[string]cue{}
	for factor, c := range with {
		if said, counted := c.cue(factor, statistics.Share{K: failed, N: all}); counted {
			out[factor] = said
		}
	}
	return out
}

// cue says how much more often runs with it failed, of all. Of further factors there are many, some of which go with failure by chance, so of
// these the lower end of the 95 % interval of the difference counts (Newcombe 1998).
func (c *tallied) cue(factor string, all statistics.Share) (cue, bool) {
	with := statistics.Share{K: len(c.failed), N: len(c.runs)}
	without := statistics.Share{K: all.K - with.K, N: all.N - with.N}
	if with.N < leastWith || without.N < leastWith {
		return cue{}, false
	}
	difference, what := rate(with.K, with.N)-rate(without.K, without.N), "such a step"
	if c.further {
		difference, _ = statistics.Newcombe(with, without)
		what = fmt.Sprintf("%q", text.Shorten(factor, 60))
	}
	return cue{
		weight: weightFailsOften * difference, kind: ReasonFailsOften, runs: c.failed,
		text: fmt.Sprintf("%d of %d runs with %s failed, %d of %d without", with.K, with.N, what, without.K, without.N),
	}, difference > 0
}

// heaviest returns what weighs most of the kind of a step and its further factors.
func heaviest(t turn, counts map[string]cue) (out cue, counted bool) {
	for _, f := range append([]string{t.kind()}, t.factors...) {
		if c, known := counts[f]; known && c.weight > out.weight {
			out, counted = c, true
		}
	}
	return out, counted
}

// rate estimates a share with half a case of each kind added, so that few cases say little.
func rate(k, n int) float64 { return (float64(k) + .5) / (float64(n) + 1) }

func ids(runs []episodic.Episode) []string {
	var out []string
	for _, e := range runs {
		out = append(out, e.ID)
	}
	return out
}
