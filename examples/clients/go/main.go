// Command go is an example client of causeway. Its requests and answers have types: they are
// generated from the operations in ../operations.graphql, see genqlient.yaml.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"
)

func main() {
	c := client{
		api:     newAPI(cmp.Or(os.Getenv("CAUSEWAY_URL"), "http://127.0.0.1:8484"), os.Getenv("CAUSEWAY_TOKEN")),
		project: cmp.Or(os.Getenv("CAUSEWAY_PROJECT"), "clients"),
	}
	if err := c.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

// client uses one project.
type client struct {
	api     graphql.Client
	project string
}

func (c client) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for _, step := range []func(context.Context) error{c.record, c.recall, c.why, c.path, c.whatIf, c.context, c.capture, c.imports, c.mistake} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// record writes two episodes. The second one says what the decision of the first led to. Each
// write has a key of its own, made before the first attempt: however often the call is made
// with it, it writes once and has one receipt.
func (c client) record(ctx context.Context) error {
	for _, e := range []EpisodeInput{monday(), tuesday()} {
		key := rand.Text()
		for _, time := range []string{"recorded", "repeated"} {
			got, err := retry(ctx, func() (*RecordResponse, error) { return Record(ctx, c.api, c.project, e, WriteStateIndexed, key) })
			if err != nil {
				return fmt.Errorf("record %s: %w", e.Id, err)
			}
			receipt := got.RecordEpisode.Receipt
			fmt.Printf("%s %s: %s\n", time, receipt.EpisodeKey, receipt.Change)
		}
	}
	return nil
}

func monday() EpisodeInput {
	return EpisodeInput{
		Id: "monday", StartedAt: new("2026-05-04T09:00:00Z"), Outcome: OutcomeSuccess,
		Task: "Make the price list faster", Tags: []string{"prices"},
		Decisions: []DecisionInput{{
			Id: "d001", At: new("2026-05-04T09:30:00Z"), Type: DecisionTypeDesign, Outcome: OutcomeSuccess,
			Context: new("Each page asks for all prices"), Options: []string{"Keep prices for an hour", "Ask for fewer prices"},
			Chosen: new("Keep prices for an hour"), Rationale: new("Prices change once a day."),
		}},
	}
}

func tuesday() EpisodeInput {
	return EpisodeInput{
		Id: "tuesday", StartedAt: new("2026-05-05T08:00:00Z"), Outcome: OutcomeFailure,
		Task: "Find out why kiosks sell at old prices", Tags: []string{"prices", "kiosks"},
		Lessons: []string{"What is kept has to know when it is outdated."},
		Events: []EventInput{{
			Id: "e001", At: new("2026-05-05T08:05:00Z"), Type: EventTypeError, Content: "Kiosk 7 sold at the prices of yesterday",
			CausedBy: []string{"monday/d001"}, LeadsTo: []string{"d001"},
		}},
		Decisions: []DecisionInput{{
			Id: "d001", At: new("2026-05-05T08:20:00Z"), Type: DecisionTypeRecovery, Outcome: OutcomePartial,
			Context: new("How to get the new prices to the kiosks"), Chosen: new("Throw away what was kept"),
		}},
	}
}

// recall asks in other words than the episode has.
func (c client) recall(ctx context.Context) error {
	got, err := retry(ctx, func() (*RecallResponse, error) {
		return Recall(ctx, c.api, c.project, "a kiosk shows an old price", 3, nil)
	})
	if err != nil {
		return fmt.Errorf("recall: %w", err)
	}
	if len(got.Recall.Hits) == 0 {
		return errors.New("recall: nothing was found")
	}
	fmt.Printf("recall: %s\n", got.Recall.Hits[0].Episode.Key)
	return nil
}

// why asks what led to a decision, nearest first.
func (c client) why(ctx context.Context) error {
	got, err := retry(ctx, func() (*WhyResponse, error) { return Why(ctx, c.api, c.project, "tuesday/d001", 20) })
	if err != nil {
		return fmt.Errorf("why: %w", err)
	}
	var labels []string
	for _, cause := range (*got.Occurrence).GetCauses().Edges {
		labels = append(labels, cause.Node.GetLabel())
	}
	fmt.Printf("why: %s\n", strings.Join(labels, ", "))
	return nil
}

// path asks how one decision led to another.
func (c client) path(ctx context.Context) error {
	got, err := retry(ctx, func() (*PathResponse, error) { return Path(ctx, c.api, c.project, "monday/d001", "tuesday/d001", 1) })
	if err != nil {
		return fmt.Errorf("path: %w", err)
	}
	if len(got.CausalPath.Paths) == 0 {
		return fmt.Errorf("path: %s", got.CausalPath.Status)
	}
	hops := got.CausalPath.Paths[0].Hops
	labels := []string{hops[0].Source.GetLabel()}
	for _, hop := range hops {
		labels = append(labels, hop.Target.GetLabel())
	}
	fmt.Printf("path: %s\n", strings.Join(labels, " -> "))
	return nil
}

// whatIf asks what another option would have led to; two episodes cannot tell, and the answer says so.
func (c client) whatIf(ctx context.Context) error {
	got, err := retry(ctx, func() (*WhatIfResponse, error) {
		return WhatIf(ctx, c.api, c.project, "monday", "d001", "Ask for fewer prices", "outcome=failure", 1000)
	})
	if err != nil {
		return fmt.Errorf("what if: %w", err)
	}
	fmt.Printf("what if: %s\n", got.WhatIf.Status)
	return nil
}

// context asks for what to read before a task; the text goes into a prompt.
func (c client) context(ctx context.Context) error {
	got, err := retry(ctx, func() (*ContextResponse, error) {
		return Context(ctx, c.api, c.project, new("keep prices in the kiosks"), nil, 400, nil)
	})
	if err != nil {
		return fmt.Errorf("context: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(got.ContextFor.Text), "\n")
	fmt.Printf("context: %d of %d tokens, %s\n", got.ContextFor.Tokens, got.ContextFor.Budget, lines[0])
	return nil
}

// capture reports what a workflow did while it runs. An event is on disk when the call returns; one with an id that is there is not
// added again. In the loop of an agent package buffer does it without making it wait.
func (c client) capture(ctx context.Context) error {
	events := []ExecutionEventInput{
		{
			Id: new("6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a01"), WorkflowId: "prices-update", Type: ExecutionEventTypeWorkflowStart,
			At: "2026-05-05T08:00:00Z", Data: json.RawMessage(`{"context": {"workflowType": "release", "domain": "prices"}}`),
		},
		{
			Id: new("6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a02"), WorkflowId: "prices-update", Type: ExecutionEventTypeTaskComplete, TaskId: new("copy"),
			At: "2026-05-05T08:00:02Z", Data: json.RawMessage(`{"result": {"status": "success", "executionTimeMs": 1200}}`),
		},
	}
	key := rand.Text()
	got, err := retry(ctx, func() (*CaptureResponse, error) {
		return Capture(ctx, c.api, c.project, events, CaptureStateJournaled, key)
	})
	if err != nil {
		return fmt.Errorf("capture: %w", err)
	}
	receipts := got.CaptureEvents.Receipts
	fmt.Printf("captured: %d events, %v\n", len(receipts), receipts[0].Unchanged)
	return nil
}

// imports has two files imported, which goes on by itself as a job, and asks how far it is.
func (c client) imports(ctx context.Context) error {
	files := []ImportFileInput{
		{Name: "wednesday.json", Content: `{"id": "wednesday", "task": "Tell the kiosks when a price changes", "outcome": "success"}`},
		{Name: "thursday.json", Content: `{"id": "thursday", "task": "Count the tickets sold at old prices", "outcome": "partial"}`},
	}
	key := rand.Text()
	started, err := retry(ctx, func() (*ImportResponse, error) { return Import(ctx, c.api, c.project, files, key) })
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	for {
		got, err := retry(ctx, func() (*ProgressResponse, error) { return Progress(ctx, c.api, started.ImportEpisodes.Job.Id) })
		if err != nil {
			return fmt.Errorf("ask for the import: %w", err)
		}
		job := got.Job
		fmt.Fprintf(os.Stderr, "import: %d of %d\n", job.Done, job.Total)
		if job.State == JobStateRunning {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		if job.Report == nil {
			return fmt.Errorf("import: it is %s: %s", job.State, job.Error.Message)
		}
		fmt.Printf("imported: %s, %d new, %d there before, %d refused\n", job.State, job.Report.Created, job.Report.Unchanged, job.Report.Refused)
		return nil
	}
}

// mistake shows how a program tells errors apart: by their code, never by the message.
func (c client) mistake(ctx context.Context) error {
	_, err := Path(ctx, c.api, "no-such-project", "anything", "else", 1)
	failure := failureOf(err)
	if failure.code != "PROJECT_NOT_FOUND" {
		return fmt.Errorf("ask about a project that is not there: %w", err)
	}
	fmt.Printf("error: %s (%s)\n", failure.code, failure.hint)
	return nil
}
