package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// eventFlags are the flags of events.
type eventFlags struct {
	workflow       string
	relevant, data map[string]string
	types          words
	exact          bool
	pages          paging
}

func newEvents(c *command) *cobra.Command {
	a := &asking{command: c}
	f := eventFlags{types: words{many: true, known: []string{
		"WORKFLOW_START", "WORKFLOW_COMPLETE", "SPECULATION_START", "SPECULATION_RESULT", "TASK_COMPLETE", "AIL_DECISION", "HIL_DECISION", "OTHER",
	}}}
	cmd := &cobra.Command{
		Use:   "events",
		Short: "List execution events of a workflow or of a context, and what became of captured ones",
		Long: "events lists what a workflow reported while it ran, by time (--workflow), or what was reported in a context\n" +
			"(--relevant): first the events with the same context key, newest first; if there are fewer than 10, those whose\n" +
			"words are similar, unless --exact is given. The events inside an episode are part of `causeway show EPISODE`.\n\n" +
			"receipts tells how far captured events have come, failures which ones were set aside, retry tries those again,\n" +
			"and prune removes old events.",
		Example: "  causeway events --workflow wf-42 --project shop\n" +
			"  causeway events --workflow wf-42 --type task-complete --data result.status=error --project shop\n" +
			"  causeway events --relevant workflowType=deploy --relevant domain=payments --limit 10 --json --project shop",
		Args: subcommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.events(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.workflow, "workflow", "", "list the events of this workflow, by time")
	flags.StringToStringVar(&f.relevant, "relevant", nil, "list the events of a context, as name=value; it may be repeated")
	flags.StringToStringVar(&f.data, "data", nil, "of a workflow: only events with this value in their data, such as result.status=error")
	flags.BoolVar(&f.exact, "exact", false, "of a context: no similar events when there are few exact ones")
	f.types.define(cmd, "type", "only events of one of these types")
	f.pages.define(cmd)
	a.define(cmd)
	cmd.AddCommand(newEventReceipts(a), newEventFailures(a), newEventRetry(a), newEventPrune(a))
	return cmd
}

func (a *asking) events(cmd *cobra.Command, f eventFlags) error {
	variables := map[string]any{}
	f.types.all(variables, "types")
	switch ofWorkflow, ofContext := f.workflow != "", len(f.relevant) > 0; {
	case ofWorkflow == ofContext:
		return usageError{errors.New("say which events: those of a workflow with --workflow, or those of a context with --relevant name=value")}
	case ofWorkflow && f.exact:
		return usageError{errors.New("--exact belongs to --relevant")}
	case ofWorkflow:
		variables["workflow"] = f.workflow
		if len(f.data) > 0 {
			variables["data"] = matches(f.data)
		}
		return a.list(cmd, workflowEventsQuery, variables, f.pages)
	case len(f.data) > 0, f.pages.after != "", f.pages.all:
		return usageError{errors.New("--data, --after and --all belong to --workflow; of a context the --limit most relevant events are listed")}
	}
	context := map[string]any{}
	for name, value := range f.relevant {
		context[name] = value
	}
	variables["context"], variables["first"], variables["fallback"] = context, f.pages.limit, !f.exact
	return a.ask(cmd, relevantEventsQuery, variables)
}

// matches returns filters on data by path. A value that is JSON, like true or 12, is that value, any
// other is text.
func matches(data map[string]string) []map[string]any {
	var out []map[string]any
	for path, value := range data {
		equals := json.RawMessage(value)
		if !json.Valid(equals) {
			equals, _ = json.Marshal(value) // a text can be encoded
		}
		out = append(out, map[string]any{"path": path, "equals": equals})
	}
	slices.SortFunc(out, func(a, b map[string]any) int { return cmp.Compare(fmt.Sprint(a["path"]), fmt.Sprint(b["path"])) })
	return out
}

// executionLine is one execution event.
type executionLine struct {
	ID, WorkflowID, Type, TaskID, At, ContextKey string
	Data                                         struct {
		Prediction *struct {
			ToolID     string
			Confidence *float64
			Reasoning  string
		}
		Result *struct {
			Status string
			Output json.RawMessage
		}
		Decision *struct{ Action, Reasoning string }
	}
}

// what tells in words what an event reports.
func (e *executionLine) what() string {
	var parts []string
	if p := e.Data.Prediction; p != nil {
		text := p.ToolID
		if p.Confidence != nil {
			text += fmt.Sprintf(" (%.2f)", *p.Confidence)
		}
		parts = append(parts, text, p.Reasoning)
	}
	if d := e.Data.Decision; d != nil {
		parts = append(parts, d.Action, d.Reasoning)
	}
	if r := e.Data.Result; r != nil {
		parts = append(parts, r.Status)
		var output string
		if err := json.Unmarshal(r.Output, &output); err == nil {
			parts = append(parts, output)
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

// eventsAnswer are the events of a workflow.
type eventsAnswer struct {
	pageAnswer
	Edges []struct{ Node executionLine }
}

func (e *eventsAnswer) empty() bool { return len(e.Edges) == 0 }

func (e *eventsAnswer) print(p *page) {
	if e.empty() {
		p.printf("  nothing found: no execution event matches\n")
		return
	}
	var rows []row
	for _, edge := range e.Edges {
		n := edge.Node
		rows = append(rows, row{cells: []string{n.At, inWords(n.Type), n.TaskID, p.text(n.what())}})
	}
	p.table([]string{"AT", "TYPE", "TASK", "WHAT"}, rows)
	e.rest(p, len(e.Edges))
}

// relevantAnswer are the events of a context.
type relevantAnswer struct {
	ContextKey, Reason string
	Degraded           bool
	Hits               []struct {
		Match  string
		Cosine *float64
		Event  executionLine
	}
}

func (r *relevantAnswer) empty() bool { return len(r.Hits) == 0 }

func (r *relevantAnswer) print(p *page) {
	p.printf("%s\n", r.ContextKey)
	if r.Degraded {
		p.printf("  (degraded: %s)\n", r.Reason)
	}
	if r.empty() {
		p.printf("  nothing found: no execution event has this context, or a similar one\n")
		return
	}
	var rows []row
	for _, hit := range r.Hits {
		match := inWords(hit.Match)
		if hit.Cosine != nil {
			match += fmt.Sprintf(" (%.2f)", *hit.Cosine)
		}
		rows = append(rows, row{cells: []string{match, hit.Event.At, hit.Event.WorkflowID, inWords(hit.Event.Type), p.text(hit.Event.what())}})
	}
	p.table([]string{"MATCH", "AT", "WORKFLOW", "TYPE", "WHAT"}, rows)
}
