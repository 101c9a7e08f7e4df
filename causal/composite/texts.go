package composite

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/mask"
)

// Limits on what is put together.
const (
	// LeastTold is the least number of episodes that must tell an event, and that must not.
	LeastTold = 10
	// Most is the most events that are looked at: the most frequently told.
	Most = 100
	// MostTexts is the most variables of which the references are looked for; of more, those that LeastTold episodes tell are all
	// that is needed.
	MostTexts = 20_000
	// mostParts is the most texts that are read to join them, and mostCells the most cells of them.
	mostParts, mostCells = 4_000, 4 << 20
)

// Texts are variables of which composites may be made.
type Texts struct {
	// pools are the variables that differ only in their references, by what they have in common. singles
	// are others that enough episodes tell, and enough do not.
	pools   map[string][]string
	singles []string
	// Left is the number of texts that are too many to be read.
	Left     int
	episodes int
}

// TextsAmong finds them among the variables of that many episodes. total is how many variables there are: of more than MostTexts, variables
// need not have those that fewer than LeastTold episodes tell and nobody closed.
func TextsAmong(variables map[string]factor.Variable, total, episodes int) Texts {
	out := Texts{pools: map[string][]string{}, episodes: episodes}
	if total > MostTexts {
		out.Left = total - others(variables)
	}
	recorded := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		v := variables[name]
		if !isText(v) {
			continue
		}
		if v.Recorded >= LeastTold && v.Recorded <= episodes-LeastTold {
			out.singles = append(out.singles, name)
		}
		if total > MostTexts {
			continue
		}
		if common := mask.Unreferenced(name); common != name {
			out.pools[common] = append(out.pools[common], name)
			recorded[common] += v.Recorded
		}
	}
	slices.SortStableFunc(out.singles, func(a, b string) int { return cmp.Compare(variables[b].Recorded, variables[a].Recorded) })
	out.singles = out.singles[:min(len(out.singles), Most)]
	for common := range out.pools {
		if _, taken := variables[common]; taken || len(out.pools[common]) < 2 || recorded[common] < LeastTold {
			delete(out.pools, common)
		}
	}
	out.keepReadable(recorded)
	return out
}

// isText says whether a variable may be one of a text: some episode tells it, and it is neither declared nor the outcome.
func isText(v factor.Variable) bool {
	return !v.Closed && v.Recorded > 0 && v.Name != factor.VariableOutcome
}

// others counts the variables that some episode tells or somebody declared, and that are no texts.
func others(variables map[string]factor.Variable) int {
	n := 0
	for _, v := range variables {
		if !isText(v) && (v.Closed || v.Recorded > 0) {
			n++
		}
	}
	return n
}

// keepReadable keeps the pools that most episodes tell if not all can be read.
func (t *Texts) keepReadable(recorded map[string]int) {
	room := min(mostParts, mostCells/max(t.episodes, 1))
	names := slices.Sorted(maps.Keys(t.pools))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(recorded[b], recorded[a]) })
	for i, name := range names {
		if parts := len(t.pools[name]); parts <= room && i < Most {
			room -= parts
		} else {
			delete(t.pools, name)
			t.Left += parts
		}
	}
}

// Names are the variables that have to be read.
func (t Texts) Names() []string {
	out := slices.Clone(t.singles)
	for _, name := range slices.Sorted(maps.Keys(t.pools)) {
		out = append(out, t.pools[name]...)
	}
	return out
}
