package decisive

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// mostAligned is how many steps of a run are aligned; the table of the alignment grows with its square.
const mostAligned = 2000

// PairKind says how two runs agree in a step.
type PairKind string

// The kinds of pair.
const (
	// PairSame says that both made the same step with the same words.
	PairSame PairKind = "SAME"
	// PairChanged says that both made a step of the same kind, with other words, or one failed and the other did not.
	PairChanged PairKind = "CHANGED"
	// PairOnlyThis and PairOnlyOther say that one run alone made it.
	PairOnlyThis  PairKind = "ONLY_THIS"
	PairOnlyOther PairKind = "ONLY_OTHER"
)

// Pair is a step of one run beside that of another.
type Pair struct {
	Kind PairKind
	// This and Other are the keys of the occurrences; empty where a run has no such step.
	This, Other string
}

// Comparison is the alignment of two runs.
type Comparison struct {
	Pairs []Pair
	// First is the index of the first difference that matters: a change that one run made and the other did not, or made otherwise,
	// or a call that failed in one alone. It is -1 if there is none.
	First int
	// GoodWith counts the good runs of the task, of GoodRuns, that made the step of this run at First, or, where this run made none,
	// the step of the other one. Low and High are the 95 % interval of the share (Wilson 1927); 0 and 1 without good runs.
	GoodWith, GoodRuns int
	Low, High          float64
	// Cut says that only the first steps of a long run were aligned.
	Cut bool
}

// Compare aligns two runs by what their steps did, not by where they stand: the longest common sequence of kinds of step, which are
// the tool and the shape of its arguments, or who spoke. Good are runs of the same task that succeeded.
func Compare(this, other episodic.Episode, good []episodic.Episode) Comparison {
	a, b := turnsOf(this), turnsOf(other)
	out := Comparison{First: -1, High: 1, Cut: len(a) > mostAligned || len(b) > mostAligned}
	a, b = a[:min(len(a), mostAligned)], b[:min(len(b), mostAligned)]
	for _, p := range align(a, b) {
		pair := Pair{Kind: PairChanged}
		switch {
		case p.other < 0:
			pair.Kind, pair.This = PairOnlyThis, episodic.OccurrenceKey(this.ID, a[p.this].id)
		case p.this < 0:
			pair.Kind, pair.Other = PairOnlyOther, episodic.OccurrenceKey(other.ID, b[p.other].id)
		default:
			pair.This, pair.Other = episodic.OccurrenceKey(this.ID, a[p.this].id), episodic.OccurrenceKey(other.ID, b[p.other].id)
			if a[p.this].same(b[p.other]) {
				pair.Kind = PairSame
			}
		}
		if out.First < 0 && matters(pair.Kind, a, b, p) {
			out.First = len(out.Pairs)
			out.count(stepOf(a, b, p), good)
		}
		out.Pairs = append(out.Pairs, pair)
	}
	return out
}

// same reports whether two turns say the same and ended alike.
func (t turn) same(o turn) bool {
	if t.failed != o.failed {
		return false
	}
	if t.call != "" || o.call != "" {
		return t.call == o.call
	}
	return t.text == o.text
}

// matters reports whether a difference is one of changes or of failures, not of words.
func matters(kind PairKind, a, b []turn, p aligned) bool {
	if kind == PairSame {
		return false
	}
	decides := func(t turn) bool { return t.changes || t.call != "" && t.failed }
	return p.this >= 0 && decides(a[p.this]) || p.other >= 0 && decides(b[p.other])
}

func stepOf(a, b []turn, p aligned) turn {
	if p.this >= 0 {
		return a[p.this]
	}
	return b[p.other]
}

// count counts the good runs that made a step.
func (c *Comparison) count(t turn, good []episodic.Episode) {
	for _, e := range good {
		if slices.ContainsFunc(turnsOf(e), t.same) {
			c.GoodWith++
		}
	}
	if c.GoodRuns = len(good); c.GoodRuns > 0 {
		c.Low, c.High = statistics.Wilson(c.GoodWith, c.GoodRuns)
	}
}

// aligned are the indexes of two turns that stand beside each other; -1 for none.
type aligned struct{ this, other int }

// align finds the longest common sequence of two runs, of several one with the most equal steps.
func align(a, b []turn) []aligned {
	width := len(b) + 1
	// best[i*width+j] is the most that a[i:] and b[j:] have in common: two for steps of one kind, three for equal ones.
	best := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			if n := likeness(a[i], b[j]); n > 0 {
				best[i*width+j] = max(best[i*width+j], n+best[(i+1)*width+j+1])
			}
		}
	}
	var out []aligned
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch n := likeness(a[i], b[j]); {
		case n > 0 && best[i*width+j] == n+best[(i+1)*width+j+1]:
			out = append(out, aligned{i, j})
			i, j = i+1, j+1
		case best[i*width+j] == best[(i+1)*width+j]:
			out = append(out, aligned{i, -1})
			i++
		default:
			out = append(out, aligned{-1, j})
			j++
		}
	}
	for ; i < len(a); i++ {
		out = append(out, aligned{i, -1})
	}
	for ; j < len(b); j++ {
		out = append(out, aligned{-1, j})
	}
	return out
}

// likeness is 3 for turns that are the same, 2 for those of one kind, else 0.
func likeness(a, b turn) int32 {
	switch {
	case a.same(b) && a.factor == b.factor:
		return 3
	case a.factor != "" && a.factor == b.factor && a.changes == b.changes:
		return 2
	default:
		return 0
	}
}
