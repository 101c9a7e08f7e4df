package contribution

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Merge records that one factor is to be taken for another, by hand.
type Merge struct {
	From, Into factor.Identity
	Note       string
	At         time.Time
}

// Split records that some texts of a factor are another factor, by hand.
type Split struct {
	// From is the factor that the text has by itself, before any merge.
	From factor.Identity
	// Text is the text of the occurrence in one line, not masked.
	Text string
	// Into is the factor it has instead.
	Into factor.Identity
	Note string
	At   time.Time
}

// Closed records that a variable was declared closed: not recorded means did not happen.
type Closed struct {
	Variable string
	// AbsentState names the state of episodes that record none; it may be empty.
	AbsentState string
	At          time.Time
}

// Rules are what people decided about the factors of a project. Derivation repeats them, so
// that a rebuild gives the same graph.
type Rules struct {
	// Merges are ordered by the key of From, one each, and lead to no cycle.
	Merges []Merge
	// Splits are ordered by the key of From, then by Text, one each.
	Splits []Split
	// Closed are ordered by the variable, one each.
	Closed []Closed
	// Shown is the rule by which weak links are hidden; empty means ShowDefault.
	Shown link.ShowRule
}
