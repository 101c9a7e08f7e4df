package condition

// Operator says how a field is compared with values.
type Operator string

// The operators. Texts are equal if they differ only in case and in the spaces, hyphens and
// underscores between words; numbers are decimals.
const (
	// OperatorEquals holds when the field is the value.
	OperatorEquals Operator = "EQUALS"
	// OperatorNotEquals holds when the field is known and is not the value.
	OperatorNotEquals Operator = "NOT_EQUALS"
	// OperatorIn holds when the field is one of the values.
	OperatorIn Operator = "IN"
	// OperatorContains holds when the field contains the value as a substring.
	OperatorContains Operator = "CONTAINS"
	// OperatorAtLeast and OperatorAtMost hold when the field is a number and is not below or above
	// the value.
	OperatorAtLeast Operator = "AT_LEAST"
	OperatorAtMost  Operator = "AT_MOST"
	// OperatorPresent holds when the field is known, OperatorAbsent when it is not.
	OperatorPresent Operator = "PRESENT"
	OperatorAbsent  Operator = "ABSENT"
)

// Operators returns all of them.
func Operators() []Operator {
	return []Operator{
		OperatorEquals, OperatorNotEquals, OperatorIn, OperatorContains,
		OperatorAtLeast, OperatorAtMost, OperatorPresent, OperatorAbsent,
	}
}

// The fields of a task that conditions may use. All other fields belong to the context and are named
// "context." followed by their name there.
const (
	FieldType       = "task.type"
	FieldDomain     = "task.domain"
	FieldComplexity = "task.complexity"
	FieldCapability = "task.capability"
	// FieldContext is the prefix of context fields.
	FieldContext = "context."
)

// taskFields returns the fields outside the context.
func taskFields() []string {
	return []string{FieldType, FieldDomain, FieldComplexity, FieldCapability}
}

// Condition is a test of a situation as data: a comparison of a field, a conjunction, a disjunction
// or a negation of conditions.
type Condition struct {
	// Field is a field of a task or, after "context.", of the context.
	Field    string
	Operator Operator
	// Values has one value; several for IN, none for PRESENT and ABSENT.
	Values []string

	All []Condition
	Any []Condition
	Not *Condition
}

// TaskContext is the known context of a task: field values by name, as texts. Numbers are written as
// decimals.
type TaskContext map[string]string

// Truth is the result of an evaluation.
type Truth string

// The truths.
const (
	True  Truth = "TRUE"
	False Truth = "FALSE"
	// Unknown means that the situation does not have what the condition asks for.
	Unknown Truth = "UNTOLD"
)

// Judge evaluates the condition in a situation.
//
// A comparison of an unknown field, or of a text with a number, is [Unknown]; PRESENT and ABSENT
// never are. A field with several values (domains, capabilities) satisfies a comparison if one of
// its values does, and NOT_EQUALS if none is the value. Not swaps true and false and keeps unknown;
// All is true if all parts are true and false if one is false; Any is true if one part is true and
// false if all are false.
func (c Condition) Judge(s Situation) Truth {
	switch {
	case c.Not != nil:
		return opposite(c.Not.Judge(s))
	case len(c.All) > 0:
		return together(c.All, s, True, False)
	case len(c.Any) > 0:
		return together(c.Any, s, False, True)
	default:
		return s.read(c.Field).compare(c.Operator, c.Values)
	}
}

// together returns decisive if one part is decisive, all if every part is, and otherwise Unknown.
func together(parts []Condition, s Situation, all, decisive Truth) Truth {
	out := all
	for _, part := range parts {
		switch part.Judge(s) {
		case decisive:
			return decisive
		case Unknown:
			out = Unknown
		}
	}
	return out
}

func opposite(t Truth) Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	default:
		return Unknown
	}
}
