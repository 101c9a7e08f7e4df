package condition

// Operator compares a field with values.
type Operator string

// The operators. Texts are the same that differ only in case, spaces, hyphens and underscores
// between words; figures are decimals.
const (
	// OperatorEquals holds when the field is the value.
	OperatorEquals Operator = "EQUALS"
	// OperatorNotEquals holds when the field is told and is not the value.
	OperatorNotEquals Operator = "NOT_EQUALS"
	// OperatorIn holds when the field is one of the values.
	OperatorIn Operator = "IN"
	// OperatorContains holds when the value is a part of the field.
	OperatorContains Operator = "CONTAINS"
	// OperatorAtLeast and OperatorAtMost hold when the field is a figure, and not below or above
	// the value.
	OperatorAtLeast Operator = "AT_LEAST"
	OperatorAtMost  Operator = "AT_MOST"
	// OperatorPresent holds when the field is told, OperatorAbsent when it is not.
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

// The fields of a task that conditions may ask for. All others are of the context and are named
// "context." and the name under which the context tells them.
const (
	FieldType       = "task.type"
	FieldDomain     = "task.domain"
	FieldComplexity = "task.complexity"
	FieldCapability = "task.capability"
	// FieldContext begins the names of the fields of the context.
	FieldContext = "context."
)

// taskFields returns the fields that are no part of the context.
func taskFields() []string {
	return []string{FieldType, FieldDomain, FieldComplexity, FieldCapability}
}

// Condition is a test of a situation as data: either a comparison of a field, or all, any or none
// of others.
type Condition struct {
	// Field is one of a task or, after "context.", of the context.
	Field    string
	Operator Operator
	// Values has one value, several for IN, none for PRESENT and ABSENT.
	Values []string

	All []Condition
	Any []Condition
	Not *Condition
}

// TaskContext is what is known of the context of a task: names of fields and their values, each a
// text; figures are written as decimals.
type TaskContext map[string]string

// Truth is what an evaluation comes to.
type Truth string

// The truths.
const (
	True  Truth = "TRUE"
	False Truth = "FALSE"
	// Unknown means that the situation does not tell what the condition asks for.
	Unknown Truth = "UNTOLD"
)

// Judge evaluates the condition in a situation.
//
// A comparison of a field that is not told, or of one that is no figure with a figure, is
// [Unknown]; PRESENT and ABSENT never are. A field of several values (domains, capabilities)
// fulfils a comparison when one of them does, and NOT_EQUALS when none is the value. Not turns
// true into false and leaves what is untold untold; All is true when all parts are and false when
// one is; Any is true when one is and false when all are.
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

// together is decisive when one part is, all when every part is, and else untold.
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
