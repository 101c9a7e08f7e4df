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

// The statuses. A pattern is born a candidate; what was never validated stays one, however bad
// its figures are.
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

// SuccessRule names what counts as success of an episode.
type SuccessRule string

// The rules. What they cannot tell is unknown and counts as neither.
const (
	// RuleSuccess counts the outcome success; partial is a failure. It is the default.
	RuleSuccess SuccessRule = "OUTCOME_SUCCESS"
	// RuleWithoutPartial counts the outcome success and leaves partial out.
	RuleWithoutPartial SuccessRule = "OUTCOME_WITHOUT_PARTIAL"
	// RuleNoFailure counts success and partial.
	RuleNoFailure SuccessRule = "OUTCOME_NO_FAILURE"
	// RuleNoError counts episodes without an event of the type error, whatever they report.
	RuleNoError SuccessRule = "NO_ERROR_EVENT"
)

// SuccessRules returns all of them.
func SuccessRules() []SuccessRule {
	return []SuccessRule{RuleSuccess, RuleWithoutPartial, RuleNoFailure, RuleNoError}
}

// Match says by which factors an episode is a trial: the trigger held and the action was taken.
type Match struct {
	// Trigger are 0 to 2 states that all hold. Where the variable is closed the state may be
	// its absent one.
	Trigger []factor.Identity
	// Then are the states that occur after each other, in this order, after the trigger: one for
	// an action, more for a sequence of steps. The last one is the action.
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
	// When is the condition of the step; nil is always.
	When *condition.Condition
	// Next are the names of the steps that may follow; empty is the next of the list.
	Next []string
}

// Parameter is what a template leaves open.
type Parameter struct{ Name, What, Default string }

// Template is how a kind of task is taken apart.
type Template struct {
	Steps      []Step
	Parameters []Parameter
	// Rules say how it is made use of.
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
	// Until are the conditions at which it ends.
	Until []condition.Condition
}

// Content is what a pattern says to do: at most one of them.
type Content struct {
	Strategy  *Strategy
	Template  *Template
	Heuristic *Heuristic
	Procedure *Procedure
}

// Guidance says how a pattern is applied.
type Guidance struct {
	When, How    string
	Benefits     []string
	Risks        []string
	Alternatives []string // names of patterns
}

// Relationship is how a pattern relates to another one.
type Relationship string

// The relationships. GENERALIZES is told by the other side's SPECIALIZES too.
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

// Related names a pattern that one relates to, by its key.
type Related struct {
	Relationship Relationship
	Pattern      string
}

// Leads is a causal relation of a pattern to another pattern or to a factor, as somebody states it
// (seed 003): one of both is given.
type Leads struct {
	Relation episodic.Relation
	Pattern  string
	Factor   factor.Identity
}

// Claim is a rate that somebody stated with a pattern, without episodes that bear it out. It is
// shown and never counted.
type Claim struct {
	Rate *float64 // from 0 to 1
	// Occurrences is of how many; nil when not said.
	Occurrences *int
	Source      string
}

// Counts are sums over the evidence of a pattern, by its own success rule. Deleted episodes and
// those before CountedFrom are no part of them.
type Counts struct {
	Successes, Failures, Unknown int
	// Applications is how many of the trials somebody recorded as applications.
	Applications int
	// Time and Cost are what applications say was saved, and by how many.
	Time, Cost Saving
}

// Saving is a sum over those that tell one: seconds, or the writer's own unit of cost.
type Saving struct {
	Sum float64
	N   int
}

// Trials is how many have a known outcome.
func (c Counts) Trials() int { return c.Successes + c.Failures }

// Rate is the share of successes; nil without a trial whose outcome is known.
func (c Counts) Rate() *float64 {
	if c.Trials() == 0 {
		return nil
	}
	return new(float64(c.Successes) / float64(c.Trials()))
}

// Pattern is trigger → action with what is known of it.
type Pattern struct {
	// Key is made of the name, see [KeyOf]: 16 hexadecimal digits.
	Key  string
	Name string
	Definition

	// Version counts the changes of the definition from 1.
	Version              int
	Origin               Origin
	CreatedAt, UpdatedAt time.Time
	Claim                *Claim
	// Mined are the figures by which it was found.
	Mined *Mined

	Status Status
	// StatusAt is since when it has the status, Reason why.
	StatusAt time.Time
	Reason   string
	// SupersededBy is the key of the pattern that stands in its place.
	SupersededBy string
	// CountedFrom is the time before which episodes are no evidence, since the pattern was
	// refined or tested by something else; zero counts all. Then episodes of unknown time are no evidence either.
	CountedFrom time.Time

	Counts Counts
	// LastUsed is when the last application was recorded; zero for none.
	LastUsed time.Time
	// Last is the last validation; nil before the first.
	Last *Validation
}

// Definition is what an author says of a pattern, and may change.
type Definition struct {
	Category Category
	// AntiPattern says that the action is to be avoided: it is validated by failures.
	AntiPattern bool
	// Summary is one or two sentences, Description the whole explanation.
	Summary, Description string
	// Trigger and Action are in words; Matches say by which factors they are recognised, any of
	// them. Without matches only recorded applications are trials.
	Trigger, Action string
	Matches         []Match
	Rule            SuccessRule
	Applicability   condition.Applicability
	Content         Content
	Guidance        Guidance
	Related         []Related
	Leads           []Leads
}
