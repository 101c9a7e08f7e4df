package decisive

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// The weights of what words tell, in units of the logarithm of odds. They were fitted to half of the labeled runs of
// groups of agents and rounded; docs/decisions tells which half and what the other half says.
const (
	weightWork         = .9
	weightInstructions = 1.9
	weightFailedNext   = .8
	weightUnsupported  = .8
	weightEmpty        = .5
	weightAssumes      = .3
	weightLength       = 1.5
	weightAgrees       = -1.0
	weightLater        = -.5
	weightUnchecked    = 1.4
)

// cue is what points to a turn, or, with a negative weight, away from it. Without a kind it is no reason.
type cue struct {
	weight float64
	kind   ReasonKind
	text   string
	runs   []string
	// pattern is the key of the pattern that it is about; empty for most.
	pattern string
}

// told finds the cues in the words of a run, by turn.
func told(task string, turns []turn) [][]cue {
	out := make([][]cue, len(turns))
	w := words{turns: turns, coordinated: slices.ContainsFunc(turns, turn.coordinates), given: numbersIn(task), last: -1}
	for i := range turns {
		if w.works(i) {
			w.last = i
		}
	}
	for i, t := range turns {
		switch {
		case i == 0 && t.call == "" && !w.coordinated:
			out[i] = []cue{{weight: weightInstructions, kind: ReasonInstructions, text: "the run began with these words"}}
		case w.works(i):
			out[i] = w.cues(i)
			w.worked++
		}
		for n := range numbersIn(t.text) {
			w.given[n] = true
		}
	}
	return out
}

// words is the state of [told].
type words struct {
	turns []turn
	// coordinated says that one agent only plans and hands work to others.
	coordinated bool
	// given are the numbers that were seen before a turn.
	given map[string]bool
	// worked counts the turns of work before it, last is the index of the last one; -1 for none.
	worked, last int
}

// coordinates reports whether a turn is of an agent that plans and hands on.
func (t turn) coordinates() bool {
	return slices.ContainsFunc([]string{"orchestrator", "manager", "planner", "coordinator", "supervisor"}, func(word string) bool { return strings.Contains(t.actor, word) })
}

// works reports whether a turn is work: not words of a person, of a planner or of a program, nor the end.
func (w *words) works(i int) bool {
	t := w.turns[i]
	if t.reports || t.coordinates() || t.actor == "user" || t.actor == "human" {
		return false
	}
	return len(t.text) >= 40 || t.call != ""
}

// cues returns what is told about a turn of work.
func (w *words) cues(i int) []cue {
	t := w.turns[i]
	out := []cue{{weight: weightWork}}
	if w.coordinated {
		return append(out, w.coordinatedCues(i)...)
	}
	out = append(out, cue{weight: weightLength * math.Log1p(float64(min(len(t.text), 1000))) / 7})
	if next := w.reply(i); next != "" {
		switch {
		case strings.Contains(next, "execution failed"):
			out = append(out, cue{weight: weightFailedNext, kind: ReasonFailed, text: "the program that it ran failed"})
		case len(next) < 60:
			out = append(out, cue{weight: weightEmpty, kind: ReasonEmpty, text: "the program that it ran printed nothing"})
		}
	}
	if t.call == "" {
		out = append(out, w.spoken(t.text)...)
	}
	return out
}

// spoken returns what the words of a message tell.
func (w *words) spoken(said string) []cue {
	var out []cue
	if fresh := w.fresh(said); len(fresh) > 0 {
		out = append(out, cue{
			weight: weightUnsupported * float64(min(len(fresh), 5)) / 5, kind: ReasonUnsupported,
			text: "it states " + strings.Join(fresh[:min(len(fresh), 3)], ", ") + ", which nobody gave and nothing returned",
		})
	}
	if agrees(said) {
		out = append(out, cue{weight: weightAgrees})
	}
	if word := assumes(said); word != "" {
		out = append(out, cue{weight: weightAssumes, kind: ReasonAssumes, text: "it says “" + word + "”"})
	}
	return out
}

// coordinatedCues returns what is told about work that a planner gave out: the way of the run is chosen at its beginning,
// and a claim at its end may rest on no look at a source.
func (w *words) coordinatedCues(i int) []cue {
	out := []cue{{weight: weightLater * math.Log1p(float64(w.worked))}}
	if w.worked < 3 {
		out[0].kind, out[0].text = ReasonFirstWork, "it is among the first steps of work, which chose the way of the run"
	}
	if i == w.last && !looks(w.turns[i].text) {
		out = append(out, cue{weight: weightUnchecked, kind: ReasonUnchecked, text: "it is the last claim, made without a look at a source, and was taken over"})
	}
	return out
}

// reply is what a program printed after a turn, if that is the next.
func (w *words) reply(i int) string {
	if i+1 < len(w.turns) && w.turns[i+1].reports {
		return w.turns[i+1].text
	}
	return ""
}

// looks reports whether a text begins by saying that somebody used a page or a file.
func looks(s string) bool {
	first := strings.Fields(strings.ToLower(s))
	if len(first) < 2 {
		return false
	}
	if first[0] == "i" {
		return slices.Contains([]string{"typed", "clicked", "scrolled", "navigated", "opened", "pressed", "went", "visited", "hovered", "selected"}, first[1])
	}
	return slices.Contains([]string{"path:", "address:", "error"}, first[0])
}

// agrees reports whether a text without code confirms what others did.
func agrees(s string) bool {
	return !strings.Contains(s, "```") && hasStem(s, "agree", "confirm", "correct", "verified", "accura") != ""
}

// assumes returns the first word with which a text says that it makes something up; empty if none does.
func assumes(s string) string {
	return hasStem(s, "assum", "hypothe", "simulat", "placeholder", "mock", "suppos", "dummy", "fictional")
}

// hasStem returns the first word of a text that begins with one of the stems; empty if none does.
func hasStem(s string, stems ...string) string {
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return word
		}
	}
	return ""
}

// fresh returns the numbers of a text outside of its code that were not seen before, in their order.
func (w *words) fresh(s string) []string {
	var out []string
	for i, part := range strings.Split(s, "```") {
		if i%2 == 1 {
			continue
		}
		for _, n := range numbers(part) {
			if !w.given[n] && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

func numbersIn(s string) map[string]bool {
	out := map[string]bool{}
	for _, n := range numbers(s) {
		out[n] = true
	}
	return out
}

// numbers returns the numbers of a text as they are written, with their commas and points.
func numbers(s string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != ',' && r != '.' }) {
		if word = strings.Trim(word, ",."); word != "" {
			out = append(out, word)
		}
	}
	return out
}
