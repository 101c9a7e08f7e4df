package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Category says what a pattern is about (seed 002 §3.2).
type Category string

// The categories.
const (
	CategoryStrategy      Category = "STRATEGY"
	CategoryDecomposition Category = "DECOMPOSITION"
	CategorySequence      Category = "SEQUENCE"
	CategoryToolSelection Category = "TOOL_SELECTION"
	CategoryFailure       Category = "FAILURE"
	CategoryRecovery      Category = "RECOVERY"
	CategoryOptimization  Category = "OPTIMIZATION"
	CategoryDomain        Category = "DOMAIN"
)

// Categories returns all of them.
func Categories() []Category {
	return []Category{
		CategoryStrategy, CategoryDecomposition, CategorySequence, CategoryToolSelection,
		CategoryFailure, CategoryRecovery, CategoryOptimization, CategoryDomain,
	}
}

// Status says how far a pattern is trusted.
type Status string

// The statuses. A new pattern is a candidate; one that was never validated stays a candidate,
// however bad its figures are.
const (
	StatusCandidate   Status = "CANDIDATE"
	StatusValidated   Status = "VALIDATED"
	StatusUnderReview Status = "UNDER_REVIEW"
	StatusDeprecated  Status = "DEPRECATED"
)

// Statuses returns all of them.
func Statuses() []Status {
	return []Status{StatusCandidate, StatusValidated, StatusUnderReview, StatusDeprecated}
}

// Origin says where a pattern comes from.
type Origin string

// The origins.
const (
	OriginStated   Origin = "STATED"
	OriginMined    Origin = "MINED"
	OriginMerged   Origin = "MERGED"
	OriginImported Origin = "IMPORTED"
)

// Origins returns all of them.
func Origins() []Origin {
	return []Origin{OriginStated, OriginMined, OriginMerged, OriginImported}
}

// Match defines by factors which episodes are trials: those in which the trigger held and the action
// was taken.
type Match struct {
	// Trigger has 0 to 2 states that must all hold. The state of a closed variable may be its absent
	// state.
	Trigger []factor.Identity
	// Then are the states that follow the trigger in this order: one for an action, more for a
	// sequence of steps. The last one is the action.
	Then []factor.Identity
}

// Action is the last of the steps.
func (m Match) Action() factor.Identity { return m.Then[len(m.Then)-1] }

// Strategy is a high-level approach.
type Strategy struct {
	Approach      string
	KeyPrinciples []string
	TradeOffs     string
}

// Step is one step of a template or procedure.
type Step struct {
	Name string
	What string
	// When is the condition of the step; nil means always.
	When *condition.Condition
	// Next names the steps that may follow; empty means the next one in the list.
	Next []string
}

// Parameter is a value that a template leaves open.
type Parameter struct{ Name, What, Default string }

// Template decomposes a kind of task into steps.
type Template struct {
	Steps      []Step
	Parameters []Parameter
	// Rules say how to use it.
	Rules []string
}

// Heuristic is a rule of thumb.
type Heuristic struct {
	Condition *condition.Condition
	Action    string
	Rationale string
}

// Procedure is a sequence of steps.
type Procedure struct {
	Steps []Step
	// Until are the conditions that end it.
	Until []condition.Condition
}

// Content says what to do; at most one field is set.
type Content struct {
	Strategy  *Strategy
	Template  *Template
	Heuristic *Heuristic
	Procedure *Procedure
}

// Guidance says how to apply a pattern.
type Guidance struct {
	When, How    string
	Benefits     []string
	Risks        []string
	Alternatives []string // names of patterns
}

// Relationship says how a pattern relates to another one.
type Relationship string

// The relationships. SPECIALIZES of the other pattern implies GENERALIZES.
const (
	Specializes Relationship = "SPECIALIZES"
	Generalizes Relationship = "GENERALIZES"
	Contradicts Relationship = "CONTRADICTS"
	Complements Relationship = "COMPLEMENTS"
)

// Relationships returns all of them.
func Relationships() []Relationship {
	return []Relationship{Specializes, Generalizes, Contradicts, Complements}
}

// Related is a relationship to a pattern, given by its key.
type Related struct {
	Relationship Relationship
	Pattern      string
}

// Leads is a stated causal relation of a pattern to either another pattern or a factor (seed 003).
type Leads struct {
	Relation episodic.Relation
	// Pattern is the key of the other pattern. While there is no such pattern, the relation is pending.
	Pattern string
	Factor  factor.Identity
	// Name is what the other pattern was called where there was none of that name; its key is Pattern.
	Name string `json:",omitempty"`
}

// Same reports whether two relations are one: how a pattern was called that was not there makes no
// difference.
func (l Leads) Same(other Leads) bool {
	l.Name, other.Name = "", ""
	return l == other
}

// Claim is a success rate that was stated with a pattern, without episodes to support it. It is
// shown but never counted.
type Claim struct {
	Rate *float64 // from 0 to 1
	// Occurrences is the number of trials behind Rate; nil if unknown.
	Occurrences *int
	Source      string
}

// Counts are sums over the evidence of a pattern, by its own success rule. They exclude deleted
// episodes and those before CountedFrom.
type Counts struct {
	Successes, Failures, Unknown int
	// Applications is the number of trials with a recorded application.
	Applications int
	// Time and Cost are the recorded savings of applications.
	Time, Cost Saving
}

// Saving is the sum and the number of recorded savings, in seconds or in the writer's unit of cost.
type Saving struct {
	Sum float64
	N   int
}

// Trials is the number of trials with a known outcome.
func (c Counts) Trials() int { return c.Successes + c.Failures }

// Rate is the share of successes; nil without a trial with a known outcome.
func (c Counts) Rate() *float64 {
	if c.Trials() == 0 {
		return nil
	}
	return new(float64(c.Successes) / float64(c.Trials()))
}

// Pattern is a trigger and an action with everything that is known about them.
type Pattern struct {
	// Key is derived from the name, see [KeyOf]: 16 hexadecimal digits.
	Key  string
	Name string
	Definition

	// Version counts the changes of the definition from 1.
	Version              int
	Origin               Origin
	CreatedAt, UpdatedAt time.Time
	Claim                *Claim
	// Mined are the figures of mining; nil if it was not mined.
	Mined *Mined

	Status Status
	// StatusAt is when it got the status, Reason why.
	StatusAt time.Time
	Reason   string
	// SupersededBy is the key of the pattern that replaces it.
	SupersededBy string
	// CountedFrom is when the pattern was refined or its test changed: earlier episodes and those
	// of unknown time do not count. Zero counts all.
	CountedFrom time.Time

	Counts Counts
	// LastUsed is when the last application was recorded; zero for none.
	LastUsed time.Time
	// Last is the latest validation; nil before the first.
	Last *Validation
}

// Definition is the part of a pattern that its author writes and may change.
type Definition struct {
	Category Category
	// AntiPattern means that the action should be avoided: failures validate it.
	AntiPattern bool
	// Summary is one or two sentences, Description the full explanation.
	Summary, Description string
	// Trigger and Action are free text; any one of Matches makes an episode a trial. Without matches
	// only recorded applications are trials.
	Trigger, Action string
	Matches         []Match
	Rule            SuccessRule
	Applicability   condition.Applicability
	Content         Content
	Guidance        Guidance
	Related         []Related
	Leads           []Leads
}
