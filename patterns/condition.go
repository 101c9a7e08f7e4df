package patterns

// Operator compares a field of the context with a value.
type Operator string

// The operators. A field that the context does not tell fulfils none of them but ABSENT.
const (
	OperatorEquals    Operator = "EQUALS"
	OperatorNotEquals Operator = "NOT_EQUALS"
	OperatorIn        Operator = "IN"
	OperatorContains  Operator = "CONTAINS"
	OperatorAtLeast   Operator = "AT_LEAST"
	OperatorAtMost    Operator = "AT_MOST"
	OperatorPresent   Operator = "PRESENT"
	OperatorAbsent    Operator = "ABSENT"
)

// Operators returns all of them.
func Operators() []Operator {
	return []Operator{
		OperatorEquals, OperatorNotEquals, OperatorIn, OperatorContains,
		OperatorAtLeast, OperatorAtMost, OperatorPresent, OperatorAbsent,
	}
}

// Condition is a test of a context as data: either a comparison, or all, any or none of others.
type Condition struct {
	Field    string
	Operator Operator
	// Values has one value, several for IN, none for PRESENT and ABSENT.
	Values []string

	All []Condition
	Any []Condition
	Not *Condition
}

// Setting is what is known of a task: fields and their values, each a text; figures are written
// as decimals.
type Setting map[string]string
