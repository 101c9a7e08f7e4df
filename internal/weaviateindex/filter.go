package weaviateindex

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// chunkFilter translates the filters of a question. ok is false when nothing can match; the filter is
// nil when everything does.
func chunkFilter(q episodic.ChunkQuery) (where *condition, ok bool) {
	f := q.Filter
	var conditions []*condition
	for _, list := range []struct {
		property string
		values   []string
	}{
		{propOutcome, mapped(f.Outcomes, func(o episodic.Outcome) string { return string(o) })},
		{propDomain, one(f.Domain)},
		{propTaskType, one(f.TaskType)},
		{propComplexity, one(f.Complexity)},
		{propSession, one(f.Session)},
		{propTags, f.Tags},
		{propTools, f.Tools},
		{propStrategies, f.Strategies},
		{propDecisionTypes, mapped(f.DecisionTypes, func(t episodic.DecisionType) string { return string(t) })},
		{propReferences, mapped(f.References, episodic.Reference.Text)},
		{propActors, f.Actors},
		{propFilterPart, mapped(q.Parts, func(p episodic.ChunkPart) string { return string(p) })},
	} {
		if len(list.values) == 0 {
			continue
		}
		values := storable(list.values)
		if len(values) == 0 {
			return nil, false
		}
		conditions = append(conditions, textIn(list.property, values))
	}
	if f.Task != "" {
		pattern := "*" + foldTask(f.Task) + "*"
		conditions = append(conditions, &condition{
			Operator: opLike, Path: []string{propTask}, ValueText: &pattern,
		})
	}
	if f.Failed {
		conditions = append(conditions, &condition{
			Operator: opEqual, Path: []string{propFailed}, ValueBoolean: &f.Failed,
		})
	}
	if !f.Since.IsZero() {
		conditions = append(conditions, startedAround(opGreaterThan, opGreaterThanEqual, f.Since))
	}
	if !f.Until.IsZero() {
		conditions = append(conditions, startedAround(opLessThan, opLessThan, f.Until))
	}
	if len(conditions) == 0 {
		return nil, true
	}
	return allOf(conditions...), true
}

// startedAround compares the second, and within an equal second the nanosecond. Numbers are exact in
// all years; Weaviate's dates are not.
func startedAround(second, nano string, t time.Time) *condition {
	return anyOf(
		number(second, propStartedSecond, t.Unix()),
		allOf(
			number(opEqual, propStartedSecond, t.Unix()),
			number(nano, propStartedNano, int64(t.Nanosecond())),
		),
	)
}

func one(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// storable drops values that no episode can have; Weaviate would trim them and match others.
func storable(values []string) []string {
	var kept []string
	for _, v := range values {
		if v != "" && v == strings.TrimSpace(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func allOf(conditions ...*condition) *condition {
	return joined(opAnd, conditions)
}

func anyOf(conditions ...*condition) *condition {
	return joined(opOr, conditions)
}

func joined(operator string, conditions []*condition) *condition {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return &condition{Operator: operator, Operands: conditions}
}

func textIs(property, value string) *condition {
	return &condition{
		Operator: opEqual, Path: []string{property}, ValueText: &value,
	}
}

func textIn(property string, values []string) *condition {
	return &condition{
		Operator: opContainsAny, Path: []string{property}, ValueTextArray: values,
	}
}

func number(operator, property string, value int64) *condition {
	return &condition{Operator: operator, Path: []string{property}, ValueInt: &value}
}

// graphql writes a filter as an argument of a query.
func graphql(w *condition) string {
	if len(w.Operands) > 0 {
		return fmt.Sprintf("{operator:%s,operands:[%s]}", w.Operator, strings.Join(mapped(w.Operands, graphql), ","))
	}
	var value string
	switch {
	case w.ValueText != nil:
		value = "valueText:" + quoted(*w.ValueText)
	case w.ValueTextArray != nil:
		value = "valueText:" + quoted(w.ValueTextArray)
	case w.ValueInt != nil:
		value = fmt.Sprintf("valueInt:%d", *w.ValueInt)
	case w.ValueBoolean != nil:
		value = fmt.Sprintf("valueBoolean:%t", *w.ValueBoolean)
	}
	return fmt.Sprintf("{operator:%s,path:%s,%s}", w.Operator, quoted(w.Path), value)
}

// quoted writes text as a query string. GraphQL has the escapes of JSON; the client's own builder uses
// those of Go, which differ. Strings always encode.
func quoted[T string | []string](text T) string {
	b, _ := json.Marshal(text)
	return string(b)
}
