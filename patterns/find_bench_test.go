package patterns_test

import (
	"testing"

	"github.com/causeway-memory/causeway/patterns"
)

// BenchmarkApplicability_Fit evaluates one pattern of each kind of requirement for a task.
func BenchmarkApplicability_Fit(b *testing.B) {
	a := patterns.Applicability{
		ProblemTypes:   []string{"refactoring", "code review"},
		Features:       patterns.Features{Domain: []string{"python", "go"}, Complexity: patterns.Range{Low: new(0.2), High: new(0.8)}},
		Conditions:     []patterns.Condition{compare("context.language", patterns.OperatorIn, "go", "rust"), compare("context.tests", patterns.OperatorAtLeast, "10")},
		AntiConditions: []patterns.Condition{compare("context.freeze", patterns.OperatorEquals, "yes")},
	}
	s := patterns.Task{Type: "code-review", Domain: []string{"go"}, Complexity: new(0.5)}.Situation(patterns.Setting{"language": "go", "tests": "12"})
	for b.Loop() {
		if _, applies := a.Fit(s); !applies {
			b.Fatal("does not apply")
		}
	}
}
