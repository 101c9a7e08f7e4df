package causaltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// ReadCounterfactual decodes a file of reference vectors about counterfactuals.
func ReadCounterfactual[T any](t *testing.T, name string) (out []T) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "counterfactual", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// VectorEdge is a link of a model in a vector; W is its strength, if it has one.
type VectorEdge struct {
	Source, Target string
	Type           episodic.Relation
	W              float64
}

// ModelVector is a model with its strengths, questions and the exact answers.
type ModelVector struct {
	Nodes []struct {
		ID   string
		Base float64
	}
	Edges   []VectorEdge
	Queries []ModelQuery
}

// ModelQuery asks for Y under what is done and seen. A nil answer does not exist.
type ModelQuery struct {
	X, Y          string
	Do            map[string]int
	Full          map[string]int `json:"evidence_full"`
	OtherwiseFull float64        `json:"p_y1_cf_full"`
	Part          map[string]int `json:"evidence_partial"`
	OtherwisePart float64        `json:"p_y1_cf_partial"`
	YDo           [2]float64     `json:"p_y1_do"`
	YGiven        [2]*float64    `json:"p_y1_given"`
	PN, PS        *float64
}

// CauseVector is a graph without numbers with its actual causes, by the name of the node.
type CauseVector struct {
	Name      string
	Nodes     []string
	Edges     []VectorEdge
	Exogenous map[string]float64
	Y         string
	Answers   map[string]struct {
		Actual         bool
		ButFor         bool `json:"but_for"`
		Alone          bool `json:"hp_cause"`
		Part           bool `json:"hp_part_of_cause"`
		Witness        []string
		Responsibility float64
	}
}
