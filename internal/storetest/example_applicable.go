package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// applicablePattern is one of many patterns with different applicability: none, a type, a domain,
// capabilities, values of the context, or an exclusion.
func applicablePattern(i int) patterns.Pattern {
	p := smallPattern(fmt.Sprint("pattern ", i))
	p.Status = patterns.Statuses()[i%4]
	compare := func(field string, op condition.Operator, values ...string) condition.Condition {
		return condition.Condition{Field: field, Operator: op, Values: values}
	}
	a := &p.Applicability
	switch i % 7 {
	case 0:
		a.ProblemTypes = []string{fmt.Sprint("Type-", i%5), "review"}
	case 1:
		a.Features.Domain = []string{fmt.Sprint("domain ", i%3)}
		a.Features.Complexity = condition.Range{Low: new(float64(i % 4))}
	case 2:
		a.Features.Capabilities = []string{"shell", fmt.Sprint("tool_", i%4)}
	case 3:
		a.Conditions = []condition.Condition{compare("context.Language", condition.OperatorIn, "go", fmt.Sprint("Ö ", i%3))}
	case 4:
		a.Conditions = []condition.Condition{{Any: []condition.Condition{
			compare("context.language", condition.OperatorEquals, "go"), compare("task.type", condition.OperatorEquals, fmt.Sprint("type ", i%5)),
		}}}
	case 5:
		a.Conditions = []condition.Condition{compare("context.tests", condition.OperatorAtLeast, fmt.Sprint(i%20))}
	}
	if i%3 == 0 {
		a.AntiConditions = []condition.Condition{compare("context.freeze", condition.OperatorPresent)}
	}
	return p
}

// applicableTasks are tasks with various contexts.
func applicableTasks() []applicable.Query {
	out := []applicable.Query{{}, {Task: condition.Task{Text: "Review type 3 of domain 2 with the shell and tool-1"}}}
	for i := range 12 {
		q := applicable.Query{
			Task:    condition.Task{Type: fmt.Sprint("TYPE_", i%6), Domain: []string{"x", fmt.Sprint("Domain-", i%4)}, Complexity: new(float64(i % 5))},
			Context: condition.TaskContext{"language": []string{"Go", "ö  1", "rust"}[i%3], "tests": fmt.Sprint(i * 2)},
		}
		if i%2 == 0 {
			q.Task.Capabilities = []string{"Shell", fmt.Sprint("tool ", i%4)}
		}
		if i%4 == 0 {
			q.Context["freeze"] = "yes"
		}
		out = append(out, q)
	}
	return out
}

// examplePatternApplicable: the index finds exactly the patterns that a scan over all patterns finds,
// also after patterns were changed and removed.
func examplePatternApplicable(t *testing.T, f *fixture) {
	project := f.project(t)
	all := make([]patterns.Pattern, 140)
	for i := range all {
		all[i] = applicablePattern(i)
	}
	f.putPatterns(t, project, all...)
	found := f.applicable(t, project)
	changed := make([]patterns.Pattern, 40)
	for i := range changed {
		changed[i] = applicablePattern(i + 3)
		changed[i].Name, changed[i].Key = all[i].Name, all[i].Key
	}
	f.putPatterns(t, project, changed...)
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.RemovePatterns([]string{all[60].Key, all[61].Key, all[63].Key}) })
	if found += f.applicable(t, project); found < 200 {
		t.Errorf("%d apply; the example shows nothing", found)
	}
}

// applicable compares the index with a scan over all patterns and returns how many apply.
func (f *fixture) applicable(t *testing.T, project string) (found int) {
	t.Helper()
	all, err := f.Patterns.ListPatterns(t.Context(), patterns.Query{Project: project, Order: patterns.OrderKey, Page: episodic.Page{Limit: 1_000}})
	must(t, err)
	s := memory.NewPatterns(memory.PatternParts{Patterns: f.Patterns}, day)
	for _, q := range applicableTasks() {
		for _, statuses := range [][]patterns.Status{nil, patterns.Statuses()} {
			q.Project, q.Statuses, q.Limit = project, statuses, applicable.MaxApplicable
			answer, err := s.Applicable.FindApplicable(t.Context(), q)
			must(t, err)
			var want, got []string
			for _, p := range all {
				trusted := statuses != nil || p.Status == patterns.StatusValidated
				if _, applies := p.Applicability.Fit(q.Task.Situation(q.Context)); applies && trusted {
					want = append(want, p.Name)
				}
			}
			for _, a := range answer.Found {
				got = append(got, a.Pattern.Name)
			}
			slices.Sort(want)
			slices.Sort(got)
			if answer.Total != len(want) || len(want) <= applicable.MaxApplicable && !slices.Equal(got, want) {
				t.Errorf("%+v in %v: the index finds %d, %q, a scan %q", q.Task, q.Context, answer.Total, got, want)
			}
			found += len(want)
		}
	}
	return found
}
