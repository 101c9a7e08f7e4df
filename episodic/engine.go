package episodic

// EngineError says which engine does not answer. It is an [ErrUnavailable]; adapters
// return it so that callers can be told what to look at.
type EngineError struct {
	// Engine is the name of the engine as its makers write it, like "Neo4j".
	Engine string
	// Err is what the engine's client says. It stays in the log.
	Err error
}

// Error names the engine and what its client says.
func (e *EngineError) Error() string {
	return e.Engine + ": " + ErrUnavailable.Error() + ": " + e.Err.Error()
}

// Is makes errors.Is(err, ErrUnavailable) true.
func (e *EngineError) Is(target error) bool { return target == ErrUnavailable }

// Unwrap returns what the engine's client says.
func (e *EngineError) Unwrap() error { return e.Err }
