package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"

	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/otlp"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// TraceKeeper keeps what is read of traces. [capture.Direct] implements it.
type TraceKeeper interface {
	otlp.Keeper
	// CompleteTraces makes the episodes of traces and returns what came of each.
	CompleteTraces(ctx context.Context, project string, workflows []string) (map[string]workflow.Traced, error)
}

const (
	// maxExport is the maximum size of a document of traces in bytes.
	maxExport = 16 << 20
	// tracesAtOnce is how many traces become episodes together.
	tracesAtOnce = 50
)

// ImportTraces reads traces from files of the OpenTelemetry protocol in JSON, one request in each line or file, or
// from exports of Langfuse, keeps their spans as those that come over the network, and makes their episodes. A trace
// may be in several files. The report has an item for each document and one for each trace.
func ImportTraces(ctx context.Context, to TraceKeeper, options Options, sources []Source, progress Progress) (Report, error) {
	options = options.withDefaults()
	run := &importingTraces{to: to, options: options, touched: map[string]bool{}, report: Report{Project: options.Project, Format: options.Format, DryRun: options.DryRun, Complete: true}}
	err := intake.ValidateProject(options.Project)
	if err == nil && options.Strict {
		err = problem.Refuse("strict", "spans are stored one by one; import traces without it")
	}
	for i, s := range sources {
		if err != nil {
			break
		}
		documents(s, maxExport, options.MaxDocuments, func(d document) bool {
			err = run.document(ctx, d)
			return err == nil
		})
		if progress != nil {
			progress(i+1, len(sources))
		}
	}
	if err == nil {
		err = run.episodes(ctx)
	}
	if err != nil {
		run.report.Complete, run.report.Reason = false, err.Error()
	}
	run.report.finish()
	return run.report, err
}

// importingTraces is one running import.
type importingTraces struct {
	to      TraceKeeper
	options Options
	report  Report
	// order and touched are the traces that got spans.
	order   []string
	touched map[string]bool
}

// Trace implements [otlp.Keeper].
func (run *importingTraces) Trace(ctx context.Context, project string, t capture.Traces) (capture.Taken, error) {
	for _, e := range t.Events {
		if !run.touched[e.Workflow] {
			run.touched[e.Workflow], run.order = true, append(run.order, e.Workflow)
		}
	}
	return run.to.Trace(ctx, project, t)
}

// document keeps the spans and records of a document.
func (run *importingTraces) document(ctx context.Context, d document) error {
	item := Item{File: d.name}
	answer, err := run.take(ctx, d)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && d.err == nil && answer == nil:
		return err
	case err != nil:
		item.refuse(err)
	default:
		item.Status = StatusTaken
		if answer.Stored == 0 && answer.Rejected() == 0 {
			item.Status = StatusUnchanged
		}
		r := newReading()
		r.say(RuleSteps, "", "%d spans and records: %d stored, %d merged, %d refused", answer.Stored+answer.Merged+answer.Rejected(), answer.Stored, answer.Merged, answer.Rejected())
		for _, reason := range slices.Sorted(maps.Keys(answer.Refused)) {
			r.say(RuleStepRefused, "", "%d spans and records: %s", answer.Refused[reason], reason)
		}
		_ = r.found(privacy.PolicyRedact, answer.Found, "document") // it is told; what was to be refused was
		if len(answer.Found) > 0 && item.Status == StatusTaken {
			item.Status = StatusRepaired
		}
		item.Entries = r.entries
	}
	run.report.Items = append(run.report.Items, item)
	return nil
}

// take reads a document. The answer is nil if an engine does not answer.
func (run *importingTraces) take(ctx context.Context, d document) (*otlp.Answer, error) {
	answer := &otlp.Answer{}
	if d.err != nil {
		return answer, d.err
	}
	receiver, from := &otlp.Receiver{Keeper: run}, otlp.From{Project: run.options.Project}
	if run.options.Format == FormatLangfuse {
		spans, err := otlp.DecodeLangfuse(d.raw)
		if err != nil {
			return answer, err
		}
		return kept(receiver.Spans(ctx, from, spans))
	}
	var spans collectortrace.ExportTraceServiceRequest
	var records collectorlogs.ExportLogsServiceRequest
	if otlp.DecodeJSON(d.raw, &spans) != nil || otlp.DecodeJSON(d.raw, &records) != nil {
		return answer, problem.Refuse("", "it is no request of the OpenTelemetry protocol in JSON: an object with resourceSpans or resourceLogs")
	}
	if len(spans.GetResourceSpans())+len(records.GetResourceLogs()) == 0 {
		return answer, problem.Refuse("", "it has neither resourceSpans nor resourceLogs")
	}
	if len(spans.GetResourceSpans()) == 0 {
		return kept(receiver.Records(ctx, from, &records))
	}
	return kept(receiver.Spans(ctx, from, &spans))
}

// kept is the answer of a receiver; nil if an engine does not answer.
func kept(a otlp.Answer, err error) (*otlp.Answer, error) {
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// episodes makes the episodes of the traces that got spans.
func (run *importingTraces) episodes(ctx context.Context) error {
	for some := range slices.Chunk(run.order, tracesAtOnce) {
		made, err := run.to.CompleteTraces(ctx, run.options.Project, some)
		if err != nil {
			return fmt.Errorf("make the episodes of traces: %w", err)
		}
		for _, name := range some {
			of, is := made[name]
			if !is {
				continue
			}
			item := Item{File: "trace " + name, Episode: workflow.EpisodeID(name), Decisions: of.Decisions, Events: of.Events, Links: of.Links}
			if of.Err != nil {
				item.refuse(of.Err)
			} else {
				item.settle(of.Receipt)
			}
			run.report.Items = append(run.report.Items, item)
		}
	}
	return nil
}
