package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// The pauses between two looks at a job: short ones first, as most jobs are.
const leastPause, mostPause = 50 * time.Millisecond, time.Second

// jobAnswer is how far a job is.
type jobAnswer struct {
	State       string
	Done, Total int
	Error       *jobFailure
	Report      *struct{ JSON string }
	// Consolidation is what a consolidation did.
	Consolidation *consolidationAnswer
}

// jobFailure is why a job did not end well.
type jobFailure struct{ Code, Message string }

// refused is the failure as an error of the service.
func (f jobFailure) refused() error {
	p := problem{Message: f.Message}
	p.Extensions.Code = f.Code
	return &serviceError{[]problem{p}}
}

// runJob starts a job with a mutation and waits for its end.
func (c *client) runJob(ctx context.Context, mutation string, variables map[string]any, progress func(done, total int)) (jobAnswer, error) {
	var started map[string]struct{ Job struct{ ID string } }
	if err := c.ask(ctx, mutation, variables, &started); err != nil {
		return jobAnswer{}, err
	}
	id := ""
	for _, s := range started { // the one field of the mutation
		id = s.Job.ID
	}
	for pause := leastPause; ; pause = min(2*pause, mostPause) {
		var got struct{ Job jobAnswer }
		if err := c.ask(ctx, jobQuery, map[string]any{"id": id}, &got); err != nil {
			return jobAnswer{}, err
		}
		if got.Job.State != "RUNNING" {
			return got.Job, got.Job.failure()
		}
		progress(got.Job.Done, got.Job.Total)
		select {
		case <-ctx.Done():
			return jobAnswer{}, fmt.Errorf("wait for job %s, which goes on: %w", id, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// failure returns an error unless the job succeeded.
func (j jobAnswer) failure() error {
	switch {
	case j.State == "SUCCEEDED":
		return nil
	case j.Error != nil:
		return j.Error.refused()
	default:
		return fmt.Errorf("the job was %s", inWords(j.State))
	}
}

// decodeText reads the JSON that a field of an answer holds as text.
func decodeText(text string, into any) error {
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("read the report of the service: %w", err)
	}
	return nil
}
