package change

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// LeastTold is the least number of episodes of each period that must tell the target.
const LeastTold = 30

// Period is a time from an instant, included, until another one, excluded; a zero instant is no bound.
type Period struct{ Since, Until time.Time }

func (p Period) has(at time.Time) bool {
	return !at.IsZero() && !at.Before(p.Since) && (p.Until.IsZero() || at.Before(p.Until))
}

// Ask asks why the share of a state is another one in a later period.
type Ask struct {
	Project string
	// Target is the key or label of a state.
	Target        string
	Before, After Period
}

// Answer says why a rate changed.
type Answer struct {
	Status model.Status
	// Reason says in a sentence why the status is not OK.
	Reason string
	Target factor.Identity
	// Before and After are the shares among the episodes of the periods that tell the target, Told their numbers.
	Before, After         model.Interval
	BeforeTold, AfterTold int
	// Change is the difference of the shares.
	Change model.Interval
	// Parts are what the mechanisms carry, the largest first; those of a status other than OK are no conclusion.
	Parts []Share
	// Unexplained is the part of the change that the mechanisms do not reproduce.
	Unexplained float64
	// Exact and Error are as in [Attribution].
	Exact      bool
	Error      float64
	Derivation layer.Derivation
}

// Share is the part of one mechanism.
type Share struct {
	Part

	// Variable is what the mechanism brings about, Given the names of what it depends on.
	Variable string
	Given    []string
	// Links are the links of the mechanism, by key.
	Links []link.FactorLink
	// Sure says that the interval excludes 0.
	Sure bool
	// Text says it in a sentence.
	Text string
}

// Service says why rates changed. It is safe for concurrent use.
type Service struct {
	names  *naming.Service
	layer  *layer.Service
	models *model.Service
}

// New returns a Service over its parts.
func New(names *naming.Service, reader *layer.Service, models *model.Service) *Service {
	return &Service{names: names, layer: reader, models: models}
}

// Why says why the share of a state changed. An unresolved name and too little evidence are statuses. It returns ErrProjectNotFound, and
// a [problem.InvalidError] for periods that are empty or overlap.
func (s *Service) Why(ctx context.Context, q Ask) (Answer, error) {
	if err := q.validate(); err != nil {
		return Answer{}, err
	}
	rules, err := s.layer.Rules(ctx, q.Project)
	if err != nil {
		return Answer{}, err
	}
	n := &naming.Naming{S: s.names, Project: q.Project, Rules: rules}
	states, ok, err := n.States(ctx, []string{strings.TrimSpace(q.Target)})
	if err != nil {
		return Answer{}, err
	}
	if !ok {
		d, err := s.layer.Derivation(ctx, q.Project)
		return unknown(Answer{Status: model.StatusUnknownEnd, Reason: n.Reason, Derivation: d}), err
	}
	m, err := s.models.Model(ctx, q.Project, []string{states[0].Variable}, nil)
	if err != nil {
		return Answer{}, fmt.Errorf("learn what leads to %s: %w", states[0].Label(), err)
	}
	return answer(ctx, m, states[0].Identity, q)
}

// unknown is an answer of which no share is known yet: each may be anything.
func unknown(a Answer) Answer {
	share := model.Interval{Value: .5, High: 1}
	a.Before, a.After, a.Change = share, share, model.Interval{Low: -1, High: 1}
	return a
}

func (q Ask) validate() error {
	var c problem.Checker
	for name, p := range map[string]Period{"before": q.Before, "after": q.After} {
		if !p.Until.IsZero() && !p.Since.Before(p.Until) {
			c.Invalid(name, "the period ends before it begins")
		}
	}
	if q.Before.Until.IsZero() || q.After.Since.IsZero() || q.After.Since.Before(q.Before.Until) {
		c.Invalid("after", "the second period begins where the first one ends, or later: give before.until and after.since")
	}
	return c.Err()
}

// answer attributes the change in a model.
func answer(ctx context.Context, m *model.Model, target factor.Identity, q Ask) (Answer, error) {
	out := unknown(Answer{Status: model.StatusOK, Target: target, Derivation: m.Derivation})
	fail := func(status model.Status, format string, args ...any) (Answer, error) {
		out.Status, out.Reason = status, fmt.Sprintf(format, args...)
		return out, nil
	}
	column, state, known := m.Find(target)
	if !known {
		return fail(model.StatusInsufficient, "No episode has %s.", factor.Quoted(target, 60))
	}
	first, second := among(m, q.Before), among(m, q.After)
	observed := estimation.Question{Target: column, State: state}
	before, after := estimation.Observe(first, observed), estimation.Observe(second, observed)
	out.Before, out.After, out.BeforeTold, out.AfterTold = interval(before), interval(after), before.N, after.N
	if before.N > 0 && after.N > 0 {
		out.Change = difference(before, after)
	}
	if before.N < LeastTold || after.N < LeastTold {
		return fail(model.StatusInsufficient, "%d episodes before and %d after tell %q; %d of each are needed.", before.N, after.N, target.Variable, LeastTold)
	}
	if m.Status != "" {
		return fail(m.Status, "%s", m.Reason)
	}
	if len(m.Graph.Parents[column]) == 0 {
		return fail(model.StatusInsufficient, "Nothing is known of what %q depends on, so that the whole change is its own.", target.Variable)
	}
	found, err := Attribute(ctx, Question{Graph: m.Graph, Before: first, After: second, Target: column, State: state})
	if err != nil {
		return Answer{}, err
	}
	out.Exact, out.Error = found.Exact, found.Error
	out.Unexplained = out.Change.Value - (found.After - found.Before)
	sure := false
	for _, p := range found.Parts {
		out.Parts = append(out.Parts, described(m, p))
		sure = sure || out.Parts[len(out.Parts)-1].Sure
	}
	switch {
	case out.Change.Low <= 0 && out.Change.High >= 0:
		return fail(model.StatusInsufficient, "The counts leave open whether the share changed at all: %s.", out.Change.Signed())
	case !sure:
		return fail(model.StatusInsufficient, "The share changed by %s, but the counts leave open what carries it.", out.Change.Signed())
	}
	return out, nil
}

// among are the rows of the episodes that started in a period.
func among(m *model.Model, p Period) estimation.Sample {
	var rows []int
	for row := range m.Episodes {
		if p.has(m.Observed.Seen[row]) {
			rows = append(rows, row)
		}
	}
	out := estimation.Sample{Rows: len(rows)}
	for _, c := range m.Sample.Columns {
		out.Columns = append(out.Columns, c.Among(rows))
	}
	return out
}

func interval(e estimation.Estimate) model.Interval {
	return model.Interval{Value: e.P, Low: e.Low, High: e.High}
}

// difference is the change of a share between two samples, with the interval of Newcombe (1998).
func difference(before, after estimation.Estimate) model.Interval {
	k := func(e estimation.Estimate) statistics.Share {
		return statistics.Share{K: int(e.P*float64(e.N) + .5), N: e.N}
	}
	low, high := statistics.Newcombe(k(after), k(before))
	return model.Interval{Value: after.P - before.P, Low: low, High: high}
}

// described is a part with names and words.
func described(m *model.Model, p Part) Share {
	out := Share{Part: p, Variable: m.Variables[p.Column].Name, Sure: p.Share.Surely() > 0}
	for _, c := range p.Parents {
		out.Given = append(out.Given, m.Variables[c].Name)
	}
	for _, e := range m.Edges {
		if e.Target == p.Column && slices.Contains(p.Parents, e.Source) {
			out.Links = append(out.Links, e.Links...)
		}
	}
	what := fmt.Sprintf("How often %q has which state", out.Variable)
	if len(out.Given) > 0 {
		what = fmt.Sprintf("How %q follows from %s", out.Variable, explain.NamesWords(out.Given))
	}
	carries := "carries"
	if !out.Sure {
		carries = "may carry, or may not,"
	}
	out.Text = fmt.Sprintf("%s %s %s of the change.", what, carries, p.Share.Signed())
	return out
}
