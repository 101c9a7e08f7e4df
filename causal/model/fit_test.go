package model_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// trueMechanisms are those that the episodes of a network were sampled from.
type trueMechanisms struct {
	SCM struct {
		Base  map[string]float64
		Edges []struct {
			Source, Target, Type string
			W                    float64
		}
	}
}

func readMechanisms(t *testing.T, name string) trueMechanisms {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "bn", name, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out trueMechanisms
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestModel_Mechanisms(t *testing.T) {
	n, truth := causaltest.ReadNetwork(t, "agentops_a"), readMechanisms(t, "agentops_a")
	m := newProject(t)
	m.write(n.Episodes...)
	m.close("no", append(n.Events, "success")...)
	for _, stated := range []bool{false, true} {
		if stated {
			stateMechanisms(m, truth)
		}
		got := m.learn("outcome", "verbose_log")
		compared, off := 0, 0.0
		for _, e := range truth.SCM.Edges {
			if e.Type == "correlates" || !stated && e.Target == "recovery" {
				continue // a cause and a precondition together can hardly be told from the reverse
			}
			_, parents, err := got.Mechanism(e.Target)
			if err != nil {
				t.Fatal(err)
			}
			p := parents[e.Source]
			if string(p.Relation) != e.Type || p.Chosen == stated {
				t.Errorf("stated=%t: %s %s %s: learned %s, chosen %t", stated, e.Source, e.Type, e.Target, p.Relation, p.Chosen)
			}
			compared++
			off += math.Abs(p.Weight - e.W)
		}
		if off /= float64(compared); off > .035 || compared < 14 {
			t.Errorf("stated=%t: the strengths of %d parents are off by %.3f", stated, compared, off)
		}
	}
}

// stateMechanisms states the relations of the true mechanisms.
func stateMechanisms(p project, truth trueMechanisms) {
	p.T.Helper()
	var all []link.Statement
	for _, e := range truth.SCM.Edges {
		relation := episodic.Relation(e.Type)
		all = append(all, link.Statement{Source: causaltest.Identity(e.Source, "yes"), Relation: relation, Target: causaltest.Identity(e.Target, "yes"), Origin: "the network"})
	}
	if _, err := derive.PutStatements(p, all); err != nil {
		p.T.Fatal(err)
	}
}
