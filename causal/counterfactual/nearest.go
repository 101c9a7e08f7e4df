package counterfactual

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/internal/explain"
)

// MaxNearest is the most real episodes in an answer.
const MaxNearest = 10

// nearest are the episodes that have the state to set. They are ordered by similarity in what was
// known and what happened before the cause.
func (c *counterfactual) nearest(g *graded) []effect.Similar {
	before := c.before(g)
	var out []effect.Similar
	for row, s := range g.m.Sample.Columns[g.x].Of {
		if int(s) != g.z {
			continue
		}
		one := effect.Similar{Episode: g.m.Episodes[row]}
		for _, column := range before {
			if s := g.m.Sample.Columns[column].Of[row]; s != estimation.Unknown {
				one.Compared++
				if int(s) == g.seen[column] {
					one.Shared++
				}
			}
		}
		if s := g.m.Sample.Columns[g.y].Of[row]; s != estimation.Unknown {
			one.Reached = new(int(s) == g.is)
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b effect.Similar) int {
		return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.Compared, b.Compared), strings.Compare(a.Episode, b.Episode))
	})
	return out[:min(len(out), MaxNearest)]
}

// before are the variables whose states in the episode do not come after the cause.
func (c *counterfactual) before(g *graded) []int {
	cause := orderOf(c.t, g.m.Identity(g.x, g.was))
	var out []int
	for column := range g.m.Variables {
		state, known := g.seen[column]
		if !known || column == g.y || g.m.Reaches(g.x, column) {
			continue
		}
		if own := orderOf(c.t, g.m.Identity(column, state)); cause != nil && own != nil && *own > *cause {
			continue
		}
		out = append(out, column)
	}
	return out
}

// orderOf is the time of the first occurrence of a state in the episode; nil when unknown.
func orderOf(t naming.EpisodeCase, i factor.Identity) *int64 {
	for _, o := range t.Observations {
		if o.Identity == i {
			return o.Order
		}
	}
	return nil
}

// assumptions are the assumptions of the answer, the most doubtful first.
func (c *counterfactual) assumptions(g *graded) []string {
	out := []string{
		"Model: each variable of two states is brought about by independent causes, inhibitors and preconditions (leaky noisy-OR), others by one noise compared with counted shares; this is a convention, and another mechanism with the same frequencies may answer anything within the bounds.",
		"No cause is missing: what bears on several of these variables is recorded, and so are the links between them.",
	}
	if doubt := g.doubted(); doubt != "" {
		out = append([]string{doubt}, out...)
	}
	if column, likely := g.leastLikely(); likely < strange {
		out = append(out, fmt.Sprintf("The model did not expect %q in this episode (probability %.2g); what came of it is explained by chance.",
			g.m.Identity(column, g.seen[column]).Label(), likely))
	}
	if chosen := g.chosenRelations(); chosen > 0 {
		out = append(out, fmt.Sprintf("Nobody stated whether a link causes, enables or prevents for %s between these variables; the counts chose.", explain.Count(chosen, "link")))
	}
	if parents := g.m.ChosenParents(); len(parents) > 0 {
		out = append(out, fmt.Sprintf("No link says what the outcome depends on; taken for its causes are %s: what the counts suggest, and what was asked about, since the outcome comes last.", strings.Join(parents, ", ")))
	}
	if cut := g.m.CutLinks(); len(cut) > 0 {
		out = append(out, fmt.Sprintf("Left out to undo circles: %s.", explain.Count(len(cut), "link")))
	}
	if c.q.Remove != "" && len(g.m.Variables[g.x].States) > 2 && g.m.Variables[g.x].Absent != g.z {
		out = append(out, fmt.Sprintf("Taken away means %q, the most frequent other state.", c.out.Set.Label()))
	}
	if c.wanted != c.out.Target && g.wanted != g.is {
		out = append(out, fmt.Sprintf("%q did not happen; the number is how likely it would have.", g.m.Identity(g.y, g.wanted).Label()))
	}
	if c.q.ContextOnly {
		out = append(out, "Of the episode only what was known beforehand, the cause and the target are taken as given.")
	}
	return append(out, "The interval says how sure the numbers of the mechanisms are, not whether the links are right.")
}

// doubted says what the counts say against the links of the mechanisms, and, where the episode does not tell all that leads to
// the target, against those by which it is inferred.
func (g *graded) doubted() string {
	if g.m.DoubtedEffect == nil {
		return ""
	}
	doubt := g.m.DoubtedEffect(model.EffectUse{Do: []int{g.x}, Target: g.y, Modelled: true})
	if doubt != "" {
		return doubt
	}
	for column := range g.mechanisms {
		if _, seen := g.seen[column]; !seen && column != g.y {
			return g.m.DoubtedEffect(model.EffectUse{Target: g.y, Given: []int{g.x}, Modelled: true})
		}
	}
	return ""
}

// chosenRelations counts the parents whose relation the counts chose, among the variables that
// carry the effect.
func (g *graded) chosenRelations() int {
	n := 0
	for column, learned := range g.mechanisms {
		for _, p := range learned.Parents {
			if g.carries(column) && p.Chosen && p.Relation != "" {
				n++
			}
		}
	}
	return n
}
