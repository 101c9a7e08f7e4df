package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/mining"
)

// The defaults and limits of mining.
const (
	// MinSupport and LeastSupport are the least share and number of episodes that took an action after
	// a trigger: 1 %, and at least 5.
	MinSupport   = .01
	LeastSupport = 5
	// MineAlpha is the accepted false discovery rate. Candidates overlap, so each true one brings
	// similar ones along, and those let in false ones at nearly alpha itself.
	MineAlpha = .01
	// MineSteps is the default for the most steps of a sequence, MaxSteps the most that can be asked
	// for.
	MineSteps = 3
	MaxSteps  = 4
	// MaxMined is the most patterns returned.
	MaxMined = 500
)

// MineOptions configure the search for patterns; zero fields take their defaults.
type MineOptions struct {
	// Rule defines success.
	Rule patterns.SuccessRule
	// Support is the least share of the episodes with a known outcome, Least the least number.
	Support float64
	Least   int
	Alpha   float64
	// Steps is the most steps of a sequence; 1 looks for no sequences.
	Steps int
	// Events takes events as actions everywhere, not only after an error and in sequences.
	Events bool
	// Limit is the most patterns returned, those least likely to be chance first.
	Limit int
}

// LeftOut counts the candidates that were not promoted for one reason.
type LeftOut struct {
	Reason mining.Reason
	Count  int
}

// MinedPattern is a pattern found by mining, ready to be added.
type MinedPattern struct {
	Name string
	patterns.Definition
	Mined patterns.Mined
}

// MineReport is the result of a search for patterns.
type MineReport struct {
	// Derivation is the layer that was read.
	Derivation layer.Derivation
	// Query describes the search in enough detail to repeat it.
	Query string
	At    time.Time
	// Episodes is the number of episodes read, Known the number of those with a known outcome,
	// Successes the number of those that succeeded.
	Episodes, Known, Successes int
	// Looked is the number of candidates tested, Total the number promoted; Found holds the first of
	// them.
	Looked, Total int
	Found         []MinedPattern
	// Left counts the candidates that are not promoted, by reason.
	Left []LeftOut
	// Reason says why nothing was searched; empty after a search.
	Reason string
}

// Mine looks for patterns in the episodes of a project and writes nothing. It finds triggers and
// actions after which success is more or less frequent with the recorded causes of the action held
// fixed, steps that end well in their order, and what is done after errors. The same layer gives the
// same answer. It returns ErrProjectNotFound, a [problem.InvalidError] for options out of range, and an
// error that wraps [episodic.ErrConflict] when the layer keeps changing.
func (s *Service) Mine(ctx context.Context, project string, o MineOptions) (MineReport, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return MineReport{}, err
	}
	for range mineTries {
		report, err := s.mineOnce(ctx, project, o)
		if !errors.Is(err, errMoved) {
			if err != nil {
				return MineReport{}, fmt.Errorf("mine project %q: %w", project, err)
			}
			return report, nil
		}
	}
	return MineReport{}, fmt.Errorf("mine project %q: the layer changes all the time: %w", project, episodic.ErrConflict)
}

// mineTries is how often the layer is read before a changing one is reported.
const mineTries = 5

// errMoved says that the layer changed while it was read.
var errMoved = errors.New("the layer is another one now")

func (o MineOptions) withDefaults() MineOptions {
	if o.Rule == "" {
		o.Rule = patterns.RuleSuccess
	}
	if o.Support == 0 {
		o.Support = MinSupport
	}
	if o.Least == 0 {
		o.Least = LeastSupport
	}
	if o.Alpha == 0 {
		o.Alpha = MineAlpha
	}
	if o.Steps == 0 {
		o.Steps = MineSteps
	}
	if o.Limit == 0 {
		o.Limit = 100
	}
	return o
}

func (o MineOptions) validate() error {
	var k problem.Checker
	problem.OneOf(&k, "rule", o.Rule, patterns.SuccessRules())
	if !(o.Support > 0 && o.Support <= 1) {
		k.Invalid("support", "%v is not a share; use more than 0, at most 1", o.Support)
	}
	if o.Least < LeastSupport {
		k.Invalid("least", "%d episodes are too few; use at least %d", o.Least, LeastSupport)
	}
	if !(o.Alpha > 0 && o.Alpha <= .5) {
		k.Invalid("alpha", "%v is not a false discovery rate; use more than 0, at most 0.5", o.Alpha)
	}
	if o.Steps < 1 || o.Steps > MaxSteps {
		k.Invalid("steps", "%d is outside 1 to %d", o.Steps, MaxSteps)
	}
	if o.Limit < 1 || o.Limit > MaxMined {
		k.Invalid("limit", "%d is outside 1 to %d", o.Limit, MaxMined)
	}
	return k.Err()
}

// query describes the search.
func (o MineOptions) query(least int) string {
	what := "decisions, and events after an error"
	if o.Events {
		what = "decisions and events"
	}
	steps := "no sequences"
	if o.Steps > 1 {
		steps = fmt.Sprintf("sequences of 2 to %d steps", o.Steps)
	}
	return fmt.Sprintf("%s as actions after 0 to 2 states, %s; success by %s; at least %d episodes (%d, %s of those with a known outcome); alpha %s",
		what, steps, o.Rule, least, o.Least, percent(o.Support), condition.Decimal(o.Alpha))
}

// mineOnce reads the layer and looks for patterns. It returns errMoved when the layer changed.
func (s *Service) mineOnce(ctx context.Context, project string, o MineOptions) (MineReport, error) {
	input, err := s.readInput(ctx, project, o)
	if err != nil {
		return MineReport{}, err
	}
	report := MineReport{Derivation: input.derivation, At: s.now(), Episodes: input.episodes, Known: len(input.in.Rows), Reason: input.reason}
	settings := mining.Options{Support: o.Support, Least: o.Least, Alpha: o.Alpha, Steps: o.Steps}
	report.Query = o.query(settings.LeastOf(report.Known))
	if input.reason != "" {
		return report, nil
	}
	result, err := mining.Mine(ctx, input.in, settings)
	if err != nil {
		return MineReport{}, err
	}
	if result.Bound > 0 {
		report.Query += fmt.Sprintf("; of the sequences only the first %d were looked at", result.Bound)
	}
	report.Successes, report.Looked = result.All.K, len(result.Candidates)
	for _, reason := range mining.Reasons() {
		if n := result.Left[reason]; n > 0 {
			report.Left = append(report.Left, LeftOut{reason, n})
		}
	}
	promoted := result.Promoted()
	mining.SortByEvidence(promoted)
	report.Total = len(promoted)
	for _, c := range promoted[:min(len(promoted), o.Limit)] {
		report.Found = append(report.Found, input.pattern(c, report, o))
	}
	return report, nil
}
