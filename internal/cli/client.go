package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
)

// client sends GraphQL requests to a running service.
type client struct {
	url   string
	token string
	http  *http.Client
}

// newClient returns a client of the service at an address, with the API token if there is one.
func newClient(address, token string) *client {
	address = strings.TrimSuffix(strings.TrimRight(address, "/"), "/graphql")
	return &client{url: address + "/graphql", token: token, http: &http.Client{Timeout: time.Minute}}
}

// localClient returns a client of the service that runs with the home folder. Over HTTPS it
// trusts exactly the certificate that the service uses.
func localClient(service app.Service, token string) (*client, error) {
	c := newClient(service.URL, token)
	config, err := service.Trust()
	if config != nil {
		c.secure(config)
	}
	return c, err
}

// trust makes the client trust the certificates in a file as authorities.
func (c *client) trust(caFile string) error {
	text, err := os.ReadFile(caFile)
	if err != nil {
		return fmt.Errorf("read the certificates to trust: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return fmt.Errorf("read the certificates to trust: %s holds none in PEM form", caFile)
	}
	c.secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12})
	return nil
}

func (c *client) secure(config *tls.Config) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	c.http.Transport = transport
}

// ask sends a query and decodes its data into answer. All errors in the response become one
// error.
func (c *client) ask(ctx context.Context, query string, variables map[string]any, answer any) error {
	data, err := c.data(ctx, query, variables)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("read the answer of %s: %w", c.url, err)
	}
	return nil
}

// data sends a query and returns its data unchanged.
func (c *client) data(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	response, err := c.send(ctx, body, "application/json")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return c.decode(response)
}

// send posts the JSON of a request, for an answer of a media type.
func (c *client) send(ctx context.Context, body []byte, accept string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, usageError{fmt.Errorf("make the request: %w", err)}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", accept)
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("ask %s: %w", c.url, ctx.Err())
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) { // it repeats the address
		err = wrapped.Err
	}
	if err != nil {
		return nil, unreachableError{fmt.Errorf("ask %s: %w; is the service up?", c.url, err)}
	}
	return response, nil
}

func (c *client) decode(response *http.Response) (json.RawMessage, error) {
	data, err := c.envelope(response.Body)
	var refused *serviceError
	if err != nil && !errors.As(err, &refused) {
		err = fmt.Errorf("read the answer of %s (status %s): %w", c.url, response.Status, err)
	}
	return data, err
}

// envelope returns the data of one answer, or its errors as one.
func (c *client) envelope(text io.Reader) (json.RawMessage, error) {
	var envelope struct {
		Data   json.RawMessage
		Errors []problem
	}
	err := json.NewDecoder(text).Decode(&envelope)
	if errors.Is(err, io.EOF) {
		err = errors.New("it is empty")
	}
	if err == nil && len(envelope.Errors) == 0 && len(envelope.Data) == 0 {
		err = errors.New("it has neither data nor errors; is there a causeway service?")
	}
	if err != nil {
		return nil, err
	}
	if len(envelope.Errors) > 0 {
		return nil, &serviceError{envelope.Errors}
	}
	return envelope.Data, nil
}

// serviceError is the list of errors in a response.
type serviceError struct {
	problems []problem
}

// problem is one error of an answer.
type problem struct {
	Message    string
	Extensions struct{ Code, Field, Hint, RequestID string }
}

// Error lists the messages as the service words them.
func (e *serviceError) Error() string {
	var messages []string
	for _, p := range e.problems {
		messages = append(messages, p.Message)
	}
	return strings.Join(messages, "\n")
}

// told lists every problem in the words of a command line, with its code and hint, and the request id once.
func (e *serviceError) told(cmd *cobra.Command) string {
	var b strings.Builder
	id := ""
	for i, p := range e.problems {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(p.told(cmd))
		if p.Extensions.Code != "" {
			fmt.Fprintf(&b, " (%s)", p.Extensions.Code)
		}
		if hint := p.hint(cmd); hint != "" && (i+1 == len(e.problems) || e.problems[i+1].hint(cmd) != hint) {
			fmt.Fprintf(&b, "\n  hint: %s", hint)
		}
		id = cmp.Or(id, p.Extensions.RequestID)
	}
	if id != "" {
		fmt.Fprintf(&b, "\n  request id: %s", id)
	}
	return b.String()
}

// absent reports whether the only problem is that something, of one of the codes, is not there.
func (e *serviceError) absent(codes ...string) bool {
	return len(e.problems) == 1 && slices.Contains(codes, e.problems[0].Extensions.Code)
}

// exit returns the exit code. A few codes mean that the service is at fault or busy; all others
// concern the request.
func (e *serviceError) exit() int {
	code := exitRefused
	for _, p := range e.problems {
		switch p.Extensions.Code {
		case "UNAVAILABLE", "CONCURRENCY_LIMIT_EXCEEDED", "SCHEMA_NEWER":
			return exitUnreachable
		case "INTERNAL", "TIMEOUT", "CONFLICT", "":
			code = exitFailure
		case "INVALID_INPUT", "DUPLICATE_ID", "DANGLING_REFERENCE", "TOO_LARGE", "GRAPHQL_VALIDATION_FAILED":
			code = exitUsage
		case "NOT_FOUND", "PROJECT_NOT_FOUND":
			code = exitNothing
		}
	}
	return code
}
