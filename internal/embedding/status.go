package embedding

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// passing is an error that a retry may resolve.
type passing struct {
	error
	// after is the time to wait, if the endpoint gave one.
	after *backoff.RetryAfterError
}

// Unwrap returns the error and, for package backoff, when to retry.
func (e *passing) Unwrap() []error {
	if e.after == nil {
		return []error{e.error}
	}
	return []error{e.error, e.after}
}

func isPassing(err error) bool {
	var p *passing
	return errors.As(err, &p)
}

// refusal is an error caused by the texts of a request.
type refusal struct{ reason string }

func (e *refusal) Error() string { return e.reason }

// status converts an answer other than 200 to an error. Its text continues a sentence that begins
// with the name of the endpoint.
func (e *endpoint) status(response *http.Response, answer []byte) error {
	code := response.StatusCode
	said := e.message(answer)
	switch {
	case code == http.StatusUnauthorized:
		return fmt.Errorf("does not know the key (401); set the environment variable CAUSEWAY_EMBEDDING_KEY to a key of that server")
	case code == http.StatusForbidden:
		return fmt.Errorf("denies this key access to the model %q (403); check CAUSEWAY_EMBEDDING_KEY and embedding.model", e.model)
	case code == http.StatusNotFound:
		return fmt.Errorf("does not have this path or the model %q (404); check embedding.url and embedding.model%s", e.model, said)
	case code == http.StatusTooManyRequests:
		return e.busy(response.Header.Get("Retry-After"), said)
	case code == http.StatusRequestTimeout || code == http.StatusTooEarly || code >= http.StatusInternalServerError:
		return &passing{
			error: fmt.Errorf("answers %d (embedding.url)%s", code, said),
			after: retryAfter(response.Header.Get("Retry-After"), time.Now()),
		}
	case code >= http.StatusMultipleChoices && code < http.StatusBadRequest:
		return fmt.Errorf("answers %d, which leads elsewhere; set embedding.url to where it leads", code)
	default:
		return &refusal{fmt.Sprintf("answer %d%s", code, said)}
	}
}

// busy is the error of an overloaded endpoint; it makes other requests wait too.
func (e *endpoint) busy(header, said string) error {
	after := retryAfter(header, time.Now())
	if after != nil {
		e.quietUntil.Store(time.Now().Add(after.Duration).UnixNano())
	}
	return &passing{error: fmt.Errorf("asks for fewer requests (429); the limit is its own%s", said), after: after}
}

// retryAfter parses the header, which holds seconds or a date; nil if it is invalid.
func retryAfter(header string, now time.Time) *backoff.RetryAfterError {
	if header == "" {
		return nil
	}
	if seconds, err := strconv.Atoi(strings.TrimSpace(header)); err == nil && seconds >= 0 {
		return &backoff.RetryAfterError{Duration: time.Duration(min(seconds, 86_400)) * time.Second}
	}
	if at, err := http.ParseTime(header); err == nil {
		return &backoff.RetryAfterError{Duration: min(max(at.Sub(now), 0), 24*time.Hour)}
	}
	return nil
}

// message returns the endpoint's own error message, short and without the key.
func (e *endpoint) message(answer []byte) string {
	var known struct {
		Error json.RawMessage `json:"error"`
	}
	text := string(answer)
	if json.Unmarshal(answer, &known) == nil && len(known.Error) > 0 {
		var inner struct {
			Message string `json:"message"`
		}
		switch {
		case json.Unmarshal(known.Error, &inner) == nil && inner.Message != "":
			text = inner.Message
		case json.Unmarshal(known.Error, &text) != nil:
			text = string(known.Error)
		}
	}
	if e.key != "" {
		text = strings.ReplaceAll(text, e.key, "(the key)")
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if text == "" {
		return ""
	}
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "…"
	}
	return ": " + text
}
