package buffer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Document is the operation that the buffer sends.
const Document = `mutation Capture($project: String!, $events: [ExecutionEventInput!]!) {
  captureEvents(project: $project, events: $events) { receipts { eventId state } }
}`

// requestTime is how long one request may take.
const requestTime = 30 * time.Second

// answerBytes is the most of an answer that is read.
const answerBytes = 4 << 20

// service is where events go.
type service struct {
	url, token, project string
	http                *http.Client
}

func newService(o Options) *service {
	return &service{strings.TrimRight(o.URL, "/") + "/graphql", o.Token, o.Project, &http.Client{Timeout: requestTime}}
}

// refusals are the codes of answers that will not be others the next time: the call, or one of its events, is wrong.
func refusals() []string {
	return []string{"INVALID_INPUT", "DUPLICATE_ID", "TOO_LARGE", "CONFLICT", "BODY_LIMIT_EXCEEDED", "GRAPHQL_VALIDATION_FAILED", "BAD_REQUEST"}
}

// failure is an answer that is an error, or none.
type failure struct {
	code, message string
	after         time.Duration
}

func (f *failure) Error() string { return fmt.Sprintf("%s (%s)", f.message, f.code) }

// retryAfter is how long the service wants to be left alone.
func retryAfter(err error) time.Duration {
	var f *failure
	if errors.As(err, &f) {
		return f.after
	}
	return 0
}

// sendAll sends events in order. If the service refuses some for good, it finds them by halves, and they count as lost. It returns how
// many of the first were sent and how many were lost among them, and the last error.
func (s *service) sendAll(ctx context.Context, batch []queued) (sent, lost int, err error) {
	err = s.send(ctx, batch)
	var f *failure
	switch {
	case err == nil:
		return len(batch), 0, nil
	case !errors.As(err, &f) || !slices.Contains(refusals(), f.code):
		return 0, 0, err
	case len(batch) == 1:
		return 0, 1, fmt.Errorf("event %s was refused: %w", batch[0].id, err)
	}
	half := len(batch) / 2
	sent, lost, err = s.sendAll(ctx, batch[:half])
	if sent+lost < half {
		return sent, lost, err
	}
	more, gone, later := s.sendAll(ctx, batch[half:])
	if later != nil {
		err = later
	}
	return sent + more, lost + gone, err
}

// send sends events in one call.
func (s *service) send(ctx context.Context, batch []queued) error {
	events := make([]json.RawMessage, len(batch))
	for i, q := range batch {
		events[i] = q.line
	}
	body, err := json.Marshal(map[string]any{"query": Document, "variables": map[string]any{"project": s.project, "events": events}})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.http.Do(request)
	if err != nil {
		return &failure{code: "UNAVAILABLE", message: err.Error()}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, answerBytes))
	if err != nil {
		return &failure{code: "UNAVAILABLE", message: err.Error()}
	}
	return read(response.Status, content, len(batch))
}

// read returns nil if an answer has a receipt for every event.
func read(status string, content []byte, events int) error {
	var answer struct {
		Data struct {
			CaptureEvents struct {
				Receipts []struct{ EventID string }
			}
		}
		Errors []struct {
			Message    string
			Extensions struct {
				Code       string
				RetryAfter float64
			}
		}
	}
	err := json.Unmarshal(content, &answer)
	switch {
	case err == nil && len(answer.Errors) > 0:
		first := answer.Errors[0]
		return &failure{first.Extensions.Code, first.Message, time.Duration(first.Extensions.RetryAfter * float64(time.Second))}
	case err == nil && len(answer.Data.CaptureEvents.Receipts) == events:
		return nil
	default:
		return &failure{code: "BAD_ANSWER", message: "the service answered " + status + " without receipts; is this the address of causeway?"}
	}
}
