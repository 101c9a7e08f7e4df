package causaltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// EpisodeFromLines builds an episode from lines like "context a=x", "decide b=y", "event c=z", in the order of time,
// and "b -> c" for a link between variables.
func EpisodeFromLines(id string, outcome episodic.Outcome, lines ...string) episodic.Episode {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	e := episodic.Episode{ID: id, Task: id, StartedAt: episodic.At(start), Outcome: outcome, Context: map[string]string{}}
	at := map[string]string{}
	var links [][2]string
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		variable, state, _ := strings.Cut(rest, "=")
		when := episodic.At(start.Add(time.Duration(i+1) * time.Minute))
		switch kind {
		case "context":
			e.Context[variable] = state
		case "decide":
			at[variable] = fmt.Sprintf("d%03d", len(e.Decisions)+1)
			e.Decisions = append(e.Decisions, episodic.Decision{
				ID: at[variable], At: when, Type: episodic.DecisionDesign, Context: variable, Options: []string{"yes", "no"}, Chosen: state,
			})
		case "event":
			at[variable] = fmt.Sprintf("e%03d", len(e.Events)+1)
			e.Events = append(e.Events, episodic.Event{ID: at[variable], At: when, Type: episodic.EventMilestone, Content: rest})
		default:
			source, target, _ := strings.Cut(line, " -> ")
			links = append(links, [2]string{source, target})
		}
	}
	for _, l := range links {
		if at[l[0]] != "" && at[l[1]] != "" {
			e.Links = append(e.Links, episodic.Link{Source: at[l[0]], Target: at[l[1]], Relation: episodic.RelationCauses, Basis: episodic.BasisStated})
		}
	}
	return e
}

// Confounded returns episodes in which difficult tasks are retried more often and fail more often, while
// retrying helps. Every cause is linked. The proportions approximate probabilities like .7 and .3,
// depending on the seed.
func Confounded(n int, seed uint64) []episodic.Episode {
	random := rand.New(rand.NewPCG(seed, 1))
	var out []episodic.Episode
	for i := range n {
		hard, retry, broken := "no", "no", "no"
		if random.Float64() < .5 {
			hard = "yes"
		}
		if random.Float64() < map[string]float64{"yes": .7, "no": .3}[hard] {
			retry = "yes"
		}
		fails := map[string]float64{"yes": .7, "no": .3}[hard]
		if retry == "yes" {
			fails -= .2
		}
		outcome := episodic.OutcomeSuccess
		if random.Float64() < fails {
			broken, outcome = "yes", episodic.OutcomeFailure
		}
		out = append(out, EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome,
			"event hard="+hard, "decide retry="+retry, "event broken="+broken,
			"hard -> retry", "hard -> broken", "retry -> broken"))
	}
	return out
}

// NewProjectWith returns a new project with these episodes.
func NewProjectWith(t testing.TB, episodes ...episodic.Episode) Project {
	t.Helper()
	m := NewProject(t)
	m.Write(episodes...)
	return m
}

// VariablesOf returns the sorted labels of factors.
func VariablesOf(all []factor.Identity) []string {
	var out []string
	for _, id := range all {
		out = append(out, id.Label())
	}
	slices.Sort(out)
	return out
}
