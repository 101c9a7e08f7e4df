package embedding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/cenkalti/backoff/v5"
	"github.com/sony/gobreaker/v2"
)

const (
	// maxAnswer bounds the size of an answer in bytes.
	maxAnswer = 256 << 20
	// maxTries bounds the attempts of a request.
	maxTries = 4
	// tripped is the number of consecutive failures after which the endpoint is left alone.
	tripped = 5
)

// pauses are the times that tests shorten.
type pauses struct {
	// first and most bound the pause before a retry.
	first, most time.Duration
	// open is how long a failing endpoint is left alone.
	open time.Duration
}

func standardPauses() pauses {
	return pauses{first: 250 * time.Millisecond, most: 5 * time.Second, open: 20 * time.Second}
}

// endpoint sends requests to one URL. It retries where that may help, and stops for a while after
// several failures in a row.
type endpoint struct {
	url  string
	host string
	key  string
	// said returns what the program behind the endpoint complained about; nil if it is a server.
	said      func() string
	model     string
	dimension int
	timeout   time.Duration
	pauses    pauses
	client    *http.Client
	breaker   *gobreaker.CircuitBreaker[[][]float32]
	onRequest func(ctx context.Context, name string, elapsed time.Duration, err error)
	// quietUntil is when the endpoint accepts requests again, in Unix nanoseconds.
	quietUntil atomic.Int64
}

func newEndpoint(o Options, p pauses) (*endpoint, error) {
	u, err := endpointURL(o.URL)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 2 * o.Concurrency,
		DialContext:     o.dial,
		IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
	}
	if o.dial == nil {
		transport.DialContext = (&net.Dialer{Timeout: min(o.Timeout, 5*time.Second)}).DialContext
	} else {
		transport.Proxy = nil
	}
	e := &endpoint{
		url: u.String(), host: u.Host, key: o.Key, model: o.Model, dimension: o.Dimension, timeout: o.Timeout, pauses: p,
		said: o.said,
		client: &http.Client{
			Transport: transport,
			// The key must not be sent to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		onRequest: o.OnRequest,
	}
	e.breaker = gobreaker.NewCircuitBreaker[[][]float32](gobreaker.Settings{
		Name: "embedding", Timeout: p.open,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= tripped },
		IsSuccessful: func(err error) bool { return !isPassing(err) },
		IsExcluded:   func(err error) bool { return errors.Is(err, context.Canceled) },
	})
	return e, nil
}

// endpointURL completes the address.
func endpointURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		// The text may contain a password, so the error does not repeat it.
		return nil, errors.New("embedding.url is not an address of the form http://host:port/v1")
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	if u.Path == "" {
		u.Path = "/v1"
	}
	if !strings.HasSuffix(u.Path, "/embeddings") {
		u.Path += "/embeddings"
	}
	return u, nil
}

// embed returns the normalized vectors of texts, in order and of the same dimension. The error is
// a [*refusal] if the endpoint rejects these texts, the context's if that has ended, and
// otherwise an [episodic.ErrUnavailable].
func (e *endpoint) embed(ctx context.Context, name string, texts []string) ([][]float32, error) {
	body, err := e.body(texts)
	if err != nil {
		return nil, err
	}
	steps := backoff.NewExponentialBackOff()
	steps.InitialInterval, steps.MaxInterval = e.pauses.first, e.pauses.most
	vectors, err := backoff.Retry(ctx, func() ([][]float32, error) {
		if err := e.cooldown(); err != nil {
			return nil, err
		}
		vectors, err := e.breaker.Execute(func() ([][]float32, error) { return e.try(ctx, name, body, len(texts)) })
		if err != nil && !isPassing(err) {
			return nil, backoff.Permanent(err)
		}
		return vectors, err
	}, backoff.WithBackOff(steps), backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(3*e.timeout))
	return vectors, e.explain(ctx, err)
}

// explain converts an error to one that callers know.
func (e *endpoint) explain(ctx context.Context, err error) error {
	var refused *refusal
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("wait for the embedding endpoint at %s: %w", e.host, ctx.Err())
	case errors.As(err, &refused):
		return refused
	case (errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)) && e.said != nil:
		return e.unavailable("failed %d times in a row and is left alone for %v (%s)", tripped, e.pauses.open, e.said())
	case errors.Is(err, gobreaker.ErrOpenState), errors.Is(err, gobreaker.ErrTooManyRequests):
		return e.unavailable("failed %d times in a row and is left alone for %v; check the server of embedding.url", tripped, e.pauses.open)
	default:
		return e.unavailable("%w", err)
	}
}

// unavailable returns an error that says why the endpoint cannot be used.
func (e *endpoint) unavailable(format string, values ...any) error {
	return &episodic.EngineError{
		Engine: "the embedding endpoint",
		Err:    fmt.Errorf("the embedding endpoint at "+e.host+" "+format, values...),
	}
}

// cooldown returns an error until the endpoint accepts requests again after a 429.
func (e *endpoint) cooldown() error {
	left := time.Until(time.Unix(0, e.quietUntil.Load()))
	if left <= 0 {
		return nil
	}
	return &passing{
		error: fmt.Errorf("asks for no request for another %v (429); the limit is its own", left.Round(time.Second)),
		after: &backoff.RetryAfterError{Duration: left},
	}
}

func (e *endpoint) body(texts []string) ([]byte, error) {
	request := map[string]any{"model": e.model, "input": texts, "encoding_format": "base64"}
	if e.dimension > 0 {
		request["dimensions"] = e.dimension
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("write the request for %d vectors: %w", len(texts), err)
	}
	return body, nil
}

// try sends a request once.
func (e *endpoint) try(ctx context.Context, name string, body []byte, texts int) (vectors [][]float32, err error) {
	began := time.Now()
	defer func() { e.onRequest(ctx, name, time.Since(began), err) }()
	within, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(within, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("has an invalid address: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if e.key != "" {
		request.Header.Set("Authorization", "Bearer "+e.key)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return nil, e.silence(ctx, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, e.silence(ctx, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, e.status(response, answer)
	}
	return readAnswer(answer, texts)
}

// silence converts the error of a request without an answer.
func (e *endpoint) silence(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Canceled // the caller is gone; this says nothing about the endpoint
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &passing{error: fmt.Errorf("did not answer within %v (embedding.timeout)", e.timeout)}
	}
	// The error of net/http begins with the whole address.
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	if e.said != nil {
		return &passing{error: fmt.Errorf("does not answer: %w (%s)", err, e.said())}
	}
	return &passing{error: fmt.Errorf("does not answer (embedding.url): %w", err)}
}
