package weaviateindex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/fault"
)

// The errors behind messages of Weaviate that callers distinguish.
var (
	errNoTenant     = errors.New("the project has no index yet")
	errNoCollection = errors.New("the collection is not there")
	errExists       = errors.New("it is there already")
	errVectorLength = errors.New("the vectors of this generation of the index have another length")
)

// statusError is a response that refuses the request.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string {
	return fmt.Sprintf("answer %d: %s", e.status, e.message)
}

// domainError turns an error of the client into one of the domain's. ctx is the caller's: if it ended,
// that is the error, not the server's.
func domainError(ctx context.Context, name string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("weaviate %s: %w", name, ctx.Err())
	}
	err = unwrapFault(err)
	var status *statusError
	switch {
	case errors.As(err, &status) && status.status < http.StatusInternalServerError:
		return fmt.Errorf("weaviate %s: %w", name, known(err))
	case errors.Is(err, context.DeadlineExceeded):
		return unavailable(fmt.Errorf("weaviate %s: %w: no answer in time", name, episodic.ErrUnavailable))
	default:
		return unavailable(fmt.Errorf("weaviate %s: %w: %w", name, episodic.ErrUnavailable, err))
	}
}

// unavailable returns an [episodic.ErrUnavailable] that names the engine.
func unavailable(err error) error { return &episodic.EngineError{Engine: "Weaviate", Err: err} }

// unwrapFault returns the cause of the client's own error type, which does not unwrap.
func unwrapFault(err error) error {
	var f *fault.WeaviateClientError
	for errors.As(err, &f) {
		if f.IsUnexpectedStatusCode {
			return &statusError{status: f.StatusCode, message: messageOf(f.Msg)}
		}
		if f.DerivedFromError == nil {
			return errors.New(f.Msg)
		}
		err = f.DerivedFromError
	}
	return err
}

// messageOf extracts the message from the JSON that Weaviate wraps it in.
func messageOf(body string) string {
	var r serverErrors
	if json.Unmarshal([]byte(body), &r) == nil && len(r.Error) > 0 {
		return r.Error[0].Message
	}
	return strings.TrimSpace(body)
}

// known recognizes the errors that callers distinguish; Weaviate has no codes for them.
func known(err error) error {
	text := err.Error()
	switch {
	case strings.Contains(text, "tenant not found"):
		return fmt.Errorf("%w: %w", errNoTenant, err)
	case strings.Contains(text, "vector lengths don't match"), strings.Contains(text, "vector dimensions do not match"):
		return fmt.Errorf("%w: %w", errVectorLength, err)
	case strings.Contains(text, "already exists"), strings.Contains(text, "already in use"):
		return fmt.Errorf("%w: %w", errExists, err)
	case strings.Contains(text, "could not find class"), strings.Contains(text, "class not found"),
		strings.Contains(text, "not present in schema"), strings.Contains(text, "no graphql provider present"),
		strings.Contains(text, "Cannot query field"):
		return fmt.Errorf("%w: %w", errNoCollection, err)
	}
	return err
}

// graphqlError returns the first error in the response to a query.
func graphqlError(r queryAnswer) error {
	if len(r.Errors) == 0 {
		return nil
	}
	return &statusError{status: http.StatusUnprocessableEntity, message: r.Errors[0].Message}
}
