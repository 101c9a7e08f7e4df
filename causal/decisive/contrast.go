package decisive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
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
	// leastWith is how many runs have to have a kind of step before it is counted.
	leastWith = 3
)

// contrasted finds the cues that other runs give, by turn.
func contrasted(turns []turn, s Siblings) [][]cue {
	out := make([][]cue, len(turns))
	read := readRuns(slices.Concat(s.Good, s.Failed, s.Others))
	good := sharedChanges(read[:len(s.Good)])
	counts := countKinds(read)
	differs := 0
	for i, t := range turns {
		if t.changes && len(s.Good) > 0 {
			if good[t.call] {
				out[i] = append(out[i], cue{weight: weightShared})
			} else {
				out[i] = append(out[i], differing(differs, s.Good))
				differs++
			}
		}
		if t.call != "" && t.failed {
			out[i] = append(out[i], failures(turns, i)...)
		}
		if c, counted := counts[t.factor]; counted && t.factor != "" {
			out[i] = append(out[i], c)
		}
	}
	return out
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
	if strings.Contains(toolOf(turns[i]), " ") {
		text := "it is an error"
		if turns[i].changes {
			text = "it failed"
		}
		return []cue{{weight: weightFailed, kind: ReasonFailed, text: text}}
	}
	out := []cue{{weight: weightFailed, kind: ReasonFailed, text: "the call failed"}}
	recovered := slices.ContainsFunc(turns[i+1:], func(t turn) bool { return t.call != "" && !t.failed && toolOf(t) == toolOf(turns[i]) })
	if !recovered {
		out = append(out, cue{weight: weightNotRecovered, kind: ReasonNotRecovered, text: "no later call of the same tool succeeded"})
	}
	return out
}

// toolOf is the tool of a call: what stands before its arguments.
func toolOf(t turn) string {
	for i, r := range t.call {
		if r == '(' || r == ':' {
			return t.call[:i]
		}
	}
	return t.call
}

// countKinds counts, for each kind of step, in how many runs it occurs and how many of them failed, and returns a cue for kinds
// that go with failure.
func countKinds(runs []readRun) map[string]cue {
	type count struct{ runs, failed []string }
	with := map[string]*count{}
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
		seen := map[string]bool{}
		for _, t := range e.turns {
			if t.factor == "" || seen[t.factor] {
				continue
			}
			seen[t.factor] = true
			c := with[t.factor]
			if c == nil {
				c = &count{}
				with[t.factor] = c
			}
			if c.runs = append(c.runs, e.ID); bad {
				c.failed = append(c.failed, e.ID)
			}
		}
	}
	out := map[string]cue{}
	for factor, c := range with {
		n, k := len(c.runs), len(c.failed)
		if n < leastWith || all-n < leastWith {
			continue
		}
		difference := rate(k, n) - rate(failed-k, all-n)
		if difference > 0 {
			out[factor] = cue{
				weight: weightFailsOften * difference, kind: ReasonFailsOften, runs: c.failed,
				text: fmt.Sprintf("%d of %d runs with such a step failed, %d of %d without", k, n, failed-k, all-n),
			}
		}
	}
	return out
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
