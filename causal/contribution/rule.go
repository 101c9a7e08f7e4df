package contribution

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Merge records that a user or a rule merged one factor into another.
type Merge struct {
	From, Into factor.Identity
	Note       string
	At         time.Time
	// Rule names the rule that made the merge, see [curate.GroupRule]; empty if a user did.
	Rule string
}

// Split records that a user split certain texts off a factor.
type Split struct {
	// From is the raw factor of the text, before any merge.
	From factor.Identity
	// Text is the unmasked text of the occurrence in one line.
	Text string
	// Into is the factor that the text has instead.
	Into factor.Identity
	Note string
	At   time.Time
}

// Closed records that a variable was declared closed: what is not recorded did not happen.
type Closed struct {
	Variable string
	// AbsentState names the state of episodes that record none; it may be empty.
	AbsentState string
	At          time.Time
}

// Rules are the decisions of users about the factors of a project. Derivation applies them each
// time, so a rebuild produces the same graph.
type Rules struct {
	// Merges are ordered by the key of From, one per factor, without cycles.
	Merges []Merge
	// Splits are ordered by the key of From, then by Text, without duplicates.
	Splits []Split
	// Closed is ordered by variable, without duplicates.
	Closed []Closed
	// Apart are merges of rules that a user took back one by one, in the order of Merges; no rule makes
	// them again.
	Apart []Merge
	// Shown is the rule by which weak links are hidden; empty means ShowDefault.
	Shown link.ShowRule
	// NullRate is what validations compare the rates of patterns with; empty means NullSameTrigger.
	NullRate NullRate
}

// Grouped returns how many merges a rule made.
func (r Rules) Grouped() int {
	n := 0
	for _, m := range r.Merges {
		if m.Rule != "" {
			n++
		}
	}
	return n
}

// NullRate says what a validation compares the rate of a pattern with.
type NullRate string

// The null rates.
const (
	// NullSameTrigger is how often episodes succeed in which the same trigger held and the action was
	// not taken.
	NullSameTrigger NullRate = "same-trigger"
	// NullHalf is one half, whatever other episodes show.
	NullHalf NullRate = "half"
)

// NullRates returns all of them.
func NullRates() []NullRate { return []NullRate{NullSameTrigger, NullHalf} }
