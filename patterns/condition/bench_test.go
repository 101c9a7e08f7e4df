package condition_test

import (
	"testing"

	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// BenchmarkApplicability_Fit evaluates one pattern of each kind of requirement for a task.
func BenchmarkApplicability_Fit(b *testing.B) {
	a := condition.Applicability{
		ProblemTypes:   []string{"refactoring", "code review"},
		Features:       condition.Features{Domain: []string{"python", "go"}, Complexity: condition.Range{Low: new(0.2), High: new(0.8)}},
		Conditions:     []condition.Condition{patternstest.Compare("context.language", condition.OperatorIn, "go", "rust"), patternstest.Compare("context.tests", condition.OperatorAtLeast, "10")},
		AntiConditions: []condition.Condition{patternstest.Compare("context.freeze", condition.OperatorEquals, "yes")},
	}
	s := condition.Task{Type: "code-review", Domain: []string{"go"}, Complexity: new(0.5)}.Situation(condition.TaskContext{"language": "go", "tests": "12"})
	for b.Loop() {
		if _, applies := a.Fit(s); !applies {
			b.Fatal("does not apply")
		}
	}
}
