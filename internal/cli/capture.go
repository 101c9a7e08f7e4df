package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/causeway-memory/causeway/episodic/execution"
)

const (
	// captureBytes bounds the events of one call, of which a request needs a little more.
	captureBytes = 4 << 20
	// eventBytes is the maximum length of a line.
	eventBytes = 1 << 20
)

// captureFlags are the flags of capture.
type captureFlags struct {
	batch    int
	key      string
	wait     words
	receipts bool
}

func newCapture(c *command) *cobra.Command {
	a := &asking{command: c}
	f := captureFlags{wait: words{known: []string{"JOURNALED", "APPLIED", "INDEXED"}}}
	cmd := &cobra.Command{
		Use:   "capture [FILE...]",
		Short: "Take in execution events of workflows, one JSON object a line",
		Long: "capture reads execution events from files or standard input (-), one JSON object a line in the form of\n" +
			"ExecutionEventInput (docs/schema.md), and hands them to the service in calls of up to 1,000. An event is acknowledged\n" +
			"when it is on disk; --wait-for waits for the graph or the search index. All events of a call are taken, or none: if\n" +
			"one is refused, capture says in which line it is, and stops.\n\n" +
			"An event that was captured before with the same id and content is unchanged. Events without an id get one: with\n" +
			"--idempotency-key the same one at every repeat, so that capturing a file again doubles nothing.",
		Example: "  causeway capture events.jsonl --idempotency-key may --project shop\n" +
			"  echo '{\"workflowId\": \"wf-1\", \"type\": \"WORKFLOW_START\", \"at\": \"2026-05-03T09:00:00Z\", \"data\": {}}' | causeway capture --project shop --wait-for applied --receipts",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error { return a.capture(cmd, files, f) },
	}
	cmd.Flags().IntVar(&f.batch, "batch", 500, "events in one call, from 1 to 1,000")
	cmd.Flags().StringVar(&f.key, "idempotency-key", "", "name of what is captured, of 1 to 180 characters, for safe repeats with the same --batch")
	cmd.Flags().BoolVar(&f.receipts, "receipts", false, "print the receipt of every event, not only how many there are")
	f.wait.define(cmd, "wait-for", "how far events are to come before the answer (default: journaled)")
	a.define(cmd)
	return cmd
}

func (a *asking) capture(cmd *cobra.Command, files []string, f captureFlags) error {
	if f.batch < 1 || f.batch > execution.MaxCall {
		return usageError{fmt.Errorf("--batch is %d; from 1 to %d events go into one call", f.batch, execution.MaxCall)}
	}
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	f.wait.one(variables, "waitFor")
	run := &capturing{asking: a, service: service, variables: variables, flags: f}
	if len(files) == 0 {
		files = []string{"-"}
		if file, ok := a.in.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
			fmt.Fprintln(a.err, "reading events from standard input; Ctrl-D ends it")
		}
	}
	for _, name := range files {
		if err = run.file(cmd.Context(), name); err != nil {
			break
		}
	}
	if err == nil {
		err = run.send(cmd.Context())
	}
	run.report()
	if err == nil && run.events == 0 {
		return errNothing
	}
	return err
}

// capturing is a capture in progress.
type capturing struct {
	*asking
	service   *client
	variables map[string]any
	flags     captureFlags
	// waiting are the events of the next call, of so many bytes, and where they stand.
	waiting []json.RawMessage
	places  []string
	bytes   int
	// calls and events were acknowledged, unchanged of these before; states counts how far they are.
	calls, events, unchanged int
	states                   map[string]int
}

// file reads the events of a file.
func (run *capturing) file(ctx context.Context, name string) error {
	from, shown := run.in, "standard input"
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("read the events: %w", err)
		}
		defer file.Close()
		from, shown = file, name
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 64<<10), eventBytes)
	for n := 1; lines.Scan(); n++ {
		place := fmt.Sprintf("%s, line %d", shown, n)
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		event, err := eventOf(lines.Bytes())
		if err != nil {
			return cmp.Or(run.send(ctx), error(usageError{fmt.Errorf("%s: %w", place, err)}))
		}
		if err := run.add(ctx, event, place); err != nil {
			return err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return usageError{fmt.Errorf("%s has a line of more than %d bytes", shown, eventBytes)}
	} else if err != nil {
		return fmt.Errorf("read %s: %w", shown, err)
	}
	return nil
}

// eventOf reads the event in a line; its type may be in any case.
func eventOf(line []byte) (json.RawMessage, error) {
	var event map[string]json.RawMessage
	if err := json.Unmarshal(line, &event); err != nil {
		return nil, fmt.Errorf("this is not the JSON object of an event: %w", err)
	}
	var kind string
	if err := json.Unmarshal(event["type"], &kind); err == nil {
		event["type"] = json.RawMessage(strconv.Quote(strings.ToUpper(strings.ReplaceAll(kind, "-", "_"))))
	}
	return json.Marshal(event)
}

// add puts an event into the next call, and sends that when it is full.
func (run *capturing) add(ctx context.Context, event json.RawMessage, place string) error {
	if n := len(run.waiting); n == run.flags.batch || n > 0 && run.bytes+len(event) > captureBytes {
		if err := run.send(ctx); err != nil {
			return err
		}
	}
	run.waiting, run.places = append(run.waiting, event), append(run.places, place)
	run.bytes += len(event)
	return nil
}

// send captures the events that wait.
func (run *capturing) send(ctx context.Context) error {
	if len(run.waiting) == 0 {
		return nil
	}
	run.variables["events"] = run.waiting
	if run.flags.key != "" {
		run.variables["idempotencyKey"] = fmt.Sprintf("%s/%d", run.flags.key, run.calls+1)
	}
	defer run.patience("waiting for the answer of " + run.service.url)()
	data, err := run.service.data(ctx, captureEventsQuery, run.variables)
	if err != nil {
		return run.placed(err)
	}
	var got struct {
		CaptureEvents struct{ Receipts captureReceipts }
	}
	if err := json.Unmarshal(data, &got); err != nil {
		return fmt.Errorf("read the answer of %s: %w", run.service.url, err)
	}
	run.count(got.CaptureEvents.Receipts)
	switch {
	case run.json:
		fmt.Fprintf(run.out, "%s\n", data)
	case run.flags.receipts:
		got.CaptureEvents.Receipts.print(&page{w: run.out, notes: run.err})
	}
	run.waiting, run.places, run.bytes = nil, nil, 0
	return nil
}

func (run *capturing) count(receipts captureReceipts) {
	run.calls++
	run.events += len(receipts)
	if run.states == nil {
		run.states = map[string]int{}
	}
	for _, r := range receipts {
		run.states[r.State]++
		if r.Unchanged {
			run.unchanged++
		}
	}
}

// placed names the lines of the events that an error of the service is about.
func (run *capturing) placed(err error) error {
	var refused *serviceError
	if !errors.As(err, &refused) {
		return err
	}
	for i, p := range refused.problems {
		refused.problems[i].Message = regexp.MustCompile(`events\[(\d+)\]`).ReplaceAllStringFunc(p.Message, func(path string) string {
			n, _ := strconv.Atoi(path[len("events[") : len(path)-1]) // the expression has digits there
			if n >= len(run.places) {
				return path
			}
			return run.places[n]
		})
	}
	return err
}

// report says how many events were captured.
func (run *capturing) report() {
	to := run.out
	if run.json {
		to = run.err
	}
	fmt.Fprintf(to, "%s of project %s captured, %d of them before", several(run.events, "event"), run.project, run.unchanged)
	for _, state := range []string{"JOURNALED", "APPLIED", "INDEXED", "FAILED"} {
		if n := run.states[state]; n > 0 {
			fmt.Fprintf(to, "; %d %s", n, inWords(state))
		}
	}
	fmt.Fprintln(to)
}
