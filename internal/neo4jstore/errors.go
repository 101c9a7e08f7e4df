package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// repeatable marks errors that another writer caused and that a repetition of the
// transaction does away with, but that the server does not call transient.
func repeatable(err error) error {
	var server *neo4j.Neo4jError
	if !errors.As(err, &server) {
		return err
	}
	switch server.Code {
	case "Neo.ClientError.Statement.EntityNotFound", "Neo.ClientError.Schema.ConstraintValidationFailed":
		server.MarkRetriable()
	}
	return err
}

// explain maps what the driver returns to the errors of the domain. It is the only place
// that knows the codes of Neo4j.
func (s *Store) explain(err error) error {
	var (
		server *neo4j.Neo4jError
		limit  *neo4j.TransactionExecutionLimit
		lost   *neo4j.ConnectivityError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit) && len(limit.Errors) > 0:
		return s.explain(limit.Errors[len(limit.Errors)-1])
	case errors.As(err, &server):
		return s.explainCode(server)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("neo4j did not answer in time: %w", episodic.ErrTimeout)
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &lost):
		return silent(fmt.Errorf("neo4j at %s (setting neo4j.uri) does not answer: %w: %w", s.options.URI, episodic.ErrUnavailable, err))
	default:
		return err
	}
}

func (s *Store) explainCode(e *neo4j.Neo4jError) error {
	kind, hint := error(nil), ""
	switch code := e.Code; {
	case strings.HasPrefix(code, "Neo.ClientError.Transaction.TransactionTimedOut"),
		code == "Neo.ClientError.Transaction.LockClientStopped",
		code == "Neo.TransientError.Transaction.LockClientStopped",
		code == "Neo.ClientError.Transaction.Terminated",
		code == "Neo.TransientError.Transaction.Terminated":
		kind, hint = episodic.ErrTimeout, "the transaction ran longer than neo4j.timeout allows"
	case strings.HasPrefix(code, "Neo.ClientError.Security."):
		kind, hint = episodic.ErrUnavailable, "check neo4j.user and neo4j.password"
	case code == "Neo.ClientError.Database.DatabaseNotFound":
		kind, hint = episodic.ErrUnavailable, "check neo4j.database"
	case strings.HasPrefix(code, "Neo.TransientError.General."),
		strings.HasPrefix(code, "Neo.TransientError.Database."),
		strings.HasPrefix(code, "Neo.DatabaseError.Database."),
		strings.HasPrefix(code, "Neo.ClientError.Cluster."),
		code == "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase":
		kind, hint = episodic.ErrUnavailable, "the server cannot take the request now"
	case strings.HasPrefix(code, "Neo.TransientError.Transaction."),
		code == "Neo.ClientError.Statement.EntityNotFound",
		code == "Neo.ClientError.Schema.ConstraintValidationFailed":
		kind, hint = episodic.ErrConflict, "another writer was faster, several times"
	default:
		return fmt.Errorf("neo4j refused a statement: %w", e)
	}
	err := fmt.Errorf("%s: %w: %w", hint, kind, e)
	if errors.Is(kind, episodic.ErrUnavailable) {
		return silent(err)
	}
	return err
}

// silent names the engine of an error that is an [episodic.ErrUnavailable].
func silent(err error) error { return &episodic.EngineError{Engine: "Neo4j", Err: err} }
