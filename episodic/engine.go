package episodic

import (
	"context"
	"errors"
)

// EngineError says which engine does not answer. It is an [ErrUnavailable]; adapters
// return it so that callers can be told what to look at.
type EngineError struct {
	// Engine is the name of the engine as its makers write it, like "Neo4j".
	Engine string
	// Err says which engine it is, where, and what its client says. It stays in the log.
	Err error
}

// Error is the text of Err.
func (e *EngineError) Error() string { return e.Err.Error() }

// Is makes errors.Is(err, ErrUnavailable) true.
func (e *EngineError) Is(target error) bool { return target == ErrUnavailable }

// Unwrap returns Err.
func (e *EngineError) Unwrap() error { return e.Err }

// IndexReason says to callers why the index did not do its work, without the engine's own
// text, which may hold addresses.
func IndexReason(err error) string {
	name := "the search engine"
	var engine *EngineError
	if errors.As(err, &engine) {
		name = engine.Engine
	}
	switch {
	case errors.Is(err, ErrUnavailable):
		return name + " is unavailable"
	case errors.Is(err, ErrTimeout), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return name + " did not answer in time"
	default:
		return name + " refused it; the log of the server says why"
	}
}
