package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func newEventReceipts(a *asking) *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:   "receipts [EVENT...]",
		Short: "How far captured events have come",
		Long: "receipts tells of events, by their ids or by the idempotency key of the call that brought them, whether they are\n" +
			"on disk, in the graph, in the search index, or set aside and why. It is known for 7 days. `causeway capture` adds\n" +
			"the number of the call to its key: KEY/1, KEY/2 and so on.",
		Example: "  causeway events receipts 0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0001 --project shop\n  causeway events receipts --idempotency-key may/1 --json --project shop",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, events []string) error {
			if (len(events) > 0) == (key != "") {
				return usageError{errors.New("name events by their ids, or a call with --idempotency-key")}
			}
			variables := map[string]any{"events": events}
			if key != "" {
				variables = map[string]any{"idempotencyKey": key}
			}
			return a.ask(cmd, captureReceiptsQuery, variables)
		},
	}
	cmd.Flags().StringVar(&key, "idempotency-key", "", "key of the call that brought the events")
	return cmd
}

func newEventFailures(a *asking) *cobra.Command {
	var pages paging
	cmd := &cobra.Command{
		Use:   "failures",
		Short: "Which captured events were set aside, and why",
		Long: "failures lists the captured events that the graph refused, oldest first. They are on disk, and nothing waits for\n" +
			"them; `causeway events retry` tries them again.",
		Example: "  causeway events failures --project shop\n  causeway events failures --all --json --project shop",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.list(cmd, journalFailuresQuery, map[string]any{}, pages)
		},
	}
	pages.define(cmd)
	return cmd
}

func newEventRetry(a *asking) *cobra.Command {
	return &cobra.Command{
		Use:     "retry EVENT...",
		Short:   "Try events again that were set aside",
		Long:    "retry lets events be applied again that `causeway events failures` lists; what was refused for good is set aside again.",
		Example: "  causeway events retry 0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0001 --project shop",
		Args:    arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, events []string) error {
			return a.ask(cmd, retryCapturesQuery, map[string]any{"events": events})
		},
	}
}

func newEventPrune(a *asking) *cobra.Command {
	var days, keep int
	var dry bool
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove old execution events, or count them",
		Long: "prune removes the execution events that are older than --days or beyond the newest --keep, oldest first. Those of\n" +
			"a workflow that is neither completed nor silent for 24 hours stay, and so do the episodes of completed ones. The\n" +
			"service does the same every hour, with capture.retention_days and capture.retention_events, and spares workflows that\n" +
			"got an event within the last hour.",
		Example: "  causeway events prune --days 7 --dry-run --project shop\n  causeway events prune --days 30 --keep 5000 --project shop",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			variables := map[string]any{"dryRun": dry}
			changed(cmd, variables, map[string]any{"days": days, "keep": keep}, nil)
			return a.pruneEvents(cmd, variables, dry)
		},
	}
	cmd.Flags().IntVar(&days, "days", 30, "remove events that are older than so many days")
	cmd.Flags().IntVar(&keep, "keep", 10_000, "remove events beyond so many newest ones")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "remove nothing; only count")
	return cmd
}

// captureReceipts tell what became of captured events.
type captureReceipts []struct {
	EventID, State, Reason, JournaledAt, AppliedAt string
	Unchanged                                      bool
}

func (r captureReceipts) empty() bool { return len(r) == 0 }

func (r captureReceipts) print(p *page) {
	if r.empty() {
		p.printf("  nothing found: no such event was captured in the last 7 days\n")
		return
	}
	var rows []row
	for _, n := range r {
		one := row{cells: []string{n.EventID, inWords(n.State), n.JournaledAt}}
		if n.Unchanged {
			one.below = append(one.below, "an earlier call brought it")
		}
		if n.Reason != "" {
			one.below = append(one.below, p.text(n.Reason))
		}
		rows = append(rows, one)
	}
	p.table([]string{"EVENT", "STATE", "ON DISK SINCE"}, rows)
}

// failuresAnswer are captured events that were set aside.
type failuresAnswer struct {
	pageAnswer
	Edges []struct {
		Node struct {
			EventID, State, Reason, JournaledAt, AppliedAt string
			Unchanged                                      bool
		}
	}
}

func (f *failuresAnswer) empty() bool { return len(f.Edges) == 0 }

func (f *failuresAnswer) print(p *page) {
	if f.empty() {
		p.printf("  nothing found: no captured event was set aside\n")
		return
	}
	receipts := make(captureReceipts, len(f.Edges))
	for i, edge := range f.Edges {
		receipts[i] = edge.Node
	}
	receipts.print(p)
	f.rest(p, len(f.Edges))
}

// retriedAnswer is how many events are tried again.
type retriedAnswer struct{ Retried int }

func (r *retriedAnswer) empty() bool { return r.Retried == 0 }

func (r *retriedAnswer) print(p *page) { p.printf("%s tried again\n", several(r.Retried, "event")) }

// pruneEvents removes execution events, or counts them.
func (a *asking) pruneEvents(cmd *cobra.Command, variables map[string]any, dry bool) error {
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	data, err := a.data(cmd.Context(), service, pruneEventsQuery, variables)
	if err != nil {
		return err
	}
	var got struct{ PruneEvents struct{ Removed int } }
	if err := unmarshal(data, &got); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	switch n := several(got.PruneEvents.Removed, "event"); {
	case a.json:
		fmt.Fprintf(a.out, "%s\n", data)
	case dry:
		fmt.Fprintf(a.out, "%s would be removed. Dry run: nothing was changed.\n", n)
	default:
		fmt.Fprintf(a.out, "%s removed\n", n)
	}
	return nil
}
