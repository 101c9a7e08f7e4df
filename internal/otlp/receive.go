package otlp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"

	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// Keeper keeps the events of traces. [capture.Service] implements it.
type Keeper interface {
	Trace(ctx context.Context, project string, t capture.Traces) (capture.Taken, error)
}

// Receiver takes requests of the OpenTelemetry protocol in. It is safe for concurrent use.
type Receiver struct {
	// Keeper acknowledges what is taken.
	Keeper Keeper
	// WithoutContents keeps nothing of prompts, messages, arguments and results.
	WithoutContents bool
	// OnTaken, when set, is called with what became of spans ("span") or records ("record").
	OnTaken func(signal string, a Answer)
}

// Answer says what became of a request.
type Answer struct {
	// Stored counts what is new, Merged repeats.
	Stored, Merged int
	// Refused counts what was not taken by its reason; Why says more of the first.
	Refused map[string]int
	Why     string
	// Found counts what was found in spans and records and kept out of them.
	Found privacy.Counts
}

// Rejected is how much was not taken.
func (a Answer) Rejected() int {
	n := 0
	for _, items := range a.Refused {
		n += items
	}
	return n
}

// Message says how much was not taken and why; empty if all was.
func (a Answer) Message() string {
	if len(a.Refused) == 0 {
		return ""
	}
	var counts []string
	for _, reason := range slices.Sorted(maps.Keys(a.Refused)) {
		counts = append(counts, fmt.Sprintf("%s: %d", reason, a.Refused[reason]))
	}
	out := strings.Join(counts, ", ")
	if a.Why != "" {
		out += ". The first: " + a.Why
	}
	return out
}

func (a *Answer) refuse(reason, why string, items int) {
	if a.Refused == nil {
		a.Refused = map[string]int{}
	}
	a.Refused[reason] += items
	if a.Why == "" {
		a.Why = why
	}
}

// taking collects what a request brings, by project.
type taking struct {
	from   From
	answer Answer
	order  []string
	of     map[string]*capture.Traces
}

func newTaking(from From) *taking { return &taking{from: from, of: map[string]*capture.Traces{}} }

// project returns what is collected for the project of a resource.
func (t *taking) project(resource attributes) (*capture.Traces, error) {
	name, err := t.from.project(resource)
	if err != nil {
		return nil, err
	}
	if t.of[name] == nil {
		t.of[name], t.order = &capture.Traces{Ended: map[string]bool{}}, append(t.order, name)
	}
	return t.of[name], nil
}

// add adds an item, or notes why there is none.
func (t *taking) add(to *capture.Traces, workflow string, i item, err error) {
	if err != nil {
		reason, why := asRefused(err)
		to.Refused = append(to.Refused, journal.Refusal{Workflow: workflow, Reason: reason, Items: 1})
		if t.answer.Why == "" {
			t.answer.Why = why
		}
		return
	}
	to.Events = append(to.Events, i.event)
	if i.ended {
		to.Ended[i.event.Workflow] = true
	}
}

// Spans takes spans in. The error says that nothing more is taken now: a [journal.ExhaustedError], or that
// the journal cannot be written; the request is to be repeated then.
func (r *Receiver) Spans(ctx context.Context, from From, in *collectortrace.ExportTraceServiceRequest) (Answer, error) {
	t := newTaking(from)
	for _, of := range in.GetResourceSpans() {
		o := origin{resource: attributes{}.read(of.GetResource().GetAttributes()), bare: r.WithoutContents}
		to, err := t.project(o.resource)
		for _, scope := range of.GetScopeSpans() {
			if err != nil {
				reason, why := asRefused(err)
				t.answer.refuse(reason, why, len(scope.GetSpans()))
				continue
			}
			o.scope = scope.GetScope().GetName()
			for _, s := range scope.GetSpans() {
				i, refused := o.span(s)
				t.add(to, workflowOf(s.GetTraceId()), i, refused)
			}
		}
	}
	return r.keep(ctx, "span", t)
}

// Records takes log records in, as [Receiver.Spans] takes spans.
func (r *Receiver) Records(ctx context.Context, from From, in *collectorlogs.ExportLogsServiceRequest) (Answer, error) {
	t := newTaking(from)
	for _, of := range in.GetResourceLogs() {
		o := origin{resource: attributes{}.read(of.GetResource().GetAttributes()), bare: r.WithoutContents}
		to, err := t.project(o.resource)
		for _, scope := range of.GetScopeLogs() {
			if err != nil {
				reason, why := asRefused(err)
				t.answer.refuse(reason, why, len(scope.GetLogRecords()))
				continue
			}
			o.scope = scope.GetScope().GetName()
			for _, l := range scope.GetLogRecords() {
				i, refused := o.record(l)
				t.add(to, workflowOf(l.GetTraceId()), i, refused)
			}
		}
	}
	return r.keep(ctx, "record", t)
}

// workflowOf names the workflow of a trace; empty for no id.
func workflowOf(id []byte) string {
	if zero(id, 16) {
		return ""
	}
	return fmt.Sprintf("%x", id)
}

// keep acknowledges what was collected.
func (r *Receiver) keep(ctx context.Context, signal string, t *taking) (Answer, error) {
	answer := t.answer
	answer.Found = privacy.Counts{}
	for _, project := range t.order {
		taken, err := r.Keeper.Trace(ctx, project, *t.of[project])
		if err != nil {
			return answer, err
		}
		answer.Found.Add(taken.Found)
		answer.Stored, answer.Merged = answer.Stored+taken.Stored, answer.Merged+taken.Merged
		for reason, items := range taken.Refused {
			answer.refuse(reason, taken.Why, items)
		}
	}
	if r.OnTaken != nil {
		r.OnTaken(signal, answer)
	}
	return answer, nil
}
