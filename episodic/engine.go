package episodic

import (
	"context"
	"errors"
)

// EngineError says which engine does not answer. It is an [ErrUnavailable]; adapters return
// it so that the caller learns what to check.
type EngineError struct {
	// Engine is the product name of the engine, like "Neo4j".
	Engine string
	// Reason says in words for callers why, without addresses and paths; empty if the engine
	// does not answer.
	Reason string
	// Err has the engine, its address and the error of its client. It goes to the log only.
	Err error
}

// Error returns the text of Err.
func (e *EngineError) Error() string { return e.Err.Error() }

// Is makes errors.Is(err, ErrUnavailable) true.
func (e *EngineError) Is(target error) bool { return target == ErrUnavailable }

// Unwrap returns Err.
func (e *EngineError) Unwrap() error { return e.Err }

// IndexReason tells callers why the index failed, without the text of the engine, which may
// contain addresses.
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
