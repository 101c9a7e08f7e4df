package corpus

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Network is a made-up causal network whose variables come true or not in each of its
// episodes: unlike those of a Corpus, these have much in common. Every third variable is
// decided; each but the first two has one or two causes before it.
type Network struct{ variables int }

// NewNetwork returns a Network of so many variables, at least 3.
func NewNetwork(variables int) *Network { return &Network{variables: max(variables, 3)} }

// Variable returns the name of variable i, counted from 0.
func (n *Network) Variable(i int) string { return fmt.Sprintf("variable-%02d", i) }

// Parents are the causes of variable i, which come before it.
func (n *Network) Parents(i int) []int {
	if i < 2 {
		return nil
	}
	r := random(i, 7)
	first := r.IntN(i)
	if second := r.IntN(i); second != first && r.IntN(2) == 0 {
		return []int{first, second}
	}
	return []int{first}
}

// Decided says whether variable i is decided.
func (n *Network) Decided(i int) bool { return i%3 == 2 }

// DecisionID is the id of the decision of variable i in its episode.
func DecisionID(i int) string { return fmt.Sprintf("d%03d", i) }

// Values says which variables come true in an episode: by themselves now and then, and mostly
// when a cause did.
func (n *Network) Values(episode int) []bool {
	r := random(episode, 8)
	out := make([]bool, n.variables)
	for i := range out {
		miss := .8
		for _, p := range n.Parents(i) {
			if out[p] {
				miss *= .4
			}
		}
		out[i] = r.Float64() > miss
	}
	return out
}

// Document returns an episode, counted from 0, as the JSON of a file.
func (n *Network) Document(episode int) ([]byte, error) {
	b, err := json.Marshal(n.Episode(episode))
	if err != nil {
		return nil, fmt.Errorf("write episode %d: %w", episode, err)
	}
	return b, nil
}

// Episode returns an episode, counted from 0.
func (n *Network) Episode(episode int) episodic.Episode {
	values, at := n.Values(episode), startedAt(episode)
	e := episodic.Episode{
		ID: ID(episode), Session: ID(episode), StartedAt: episodic.At(at), Task: "a run of the network", Outcome: episodic.OutcomeFailure,
	}
	if values[n.variables-1] {
		e.Outcome = episodic.OutcomeSuccess
	}
	short := make([]string, n.variables)
	for i, value := range values {
		state := map[bool]string{true: "yes", false: "no"}[value]
		when := episodic.At(at.Add(time.Duration(i) * time.Minute))
		if n.Decided(i) {
			short[i] = DecisionID(i)
			e.Decisions = append(e.Decisions, episodic.Decision{
				ID: short[i], At: when, Type: episodic.DecisionDesign, Context: n.Variable(i), Options: []string{"no", "yes"},
				Chosen: state, Outcome: episodic.OutcomeUnknown,
			})
		} else {
			short[i] = fmt.Sprintf("e%03d", i)
			e.Events = append(e.Events, episodic.Event{ID: short[i], At: when, Type: episodic.EventMilestone, Content: n.Variable(i) + "=" + state})
		}
		for _, p := range n.Parents(i) {
			e.Links = append(e.Links, episodic.Link{
				Source: short[p], Relation: episodic.RelationCauses, Target: short[i], Basis: episodic.BasisStated,
			})
		}
	}
	return e
}
