package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/allowance"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/lazy"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// messageInternal is all that a client learns about an internal error.
const messageInternal = "something went wrong inside; the log has it under the request id"

// maxProblems is how many broken rules of one input are reported.
const maxProblems = 50

// outcome is how a domain error is shown to a client.
type outcome struct {
	err  error
	code string
	// message is the text for the client; empty means the error's own text, which the domain
	// wrote for clients.
	message string
	// inner means that the error's own text goes only to the log.
	inner bool
}

// outcomes is the single table of domain errors and their codes; the first match counts.
func outcomes() []outcome {
	timeout := "the time limit of the operation ran out; ask for less, or filter more"
	return []outcome{
		{err: idempotency.ErrConflict, code: codeIdempotency, message: idempotency.ErrConflict.Error()},
		{err: idempotency.ErrUnderWay, code: codeConflict, message: idempotency.ErrUnderWay.Error()},
		{err: lease.ErrHeld, code: codeConflict, message: lease.ErrHeld.Error()},
		{err: episodic.ErrOvertaken, code: codeConflict, message: episodic.ErrOvertaken.Error()},
		{err: jobs.ErrTooMany, code: codeJobs, message: jobs.ErrTooMany.Error()},
		{err: episodic.ErrProjectNotFound, code: codeProjectNotFound},
		{err: episodic.ErrNotFound, code: codeNotFound},
		{err: problem.ErrTooLarge, code: problem.CodeTooLarge},
		{err: problem.ErrInvalid, code: problem.CodeInvalid},
		{err: errForbidden, code: codeForbidden},
		{
			err: episodic.ErrConflict, code: codeConflict, inner: true,
			message: "another writer changed the same thing at the same time; the call may be repeated",
		},
		{
			err: migration.ErrNewer, code: codeSchemaNewer, inner: true,
			message: "a newer causeway has migrated the memory; this service is too old to write to it",
		},
		{err: episodic.ErrTimeout, code: codeTimeout, message: timeout, inner: true},
		{err: context.DeadlineExceeded, code: codeTimeout, message: timeout, inner: true},
		{err: episodic.ErrUnavailable, code: codeUnavailable, inner: true},
		{err: context.Canceled, code: codeTimeout, message: "the caller went away", inner: true},
	}
}

// presenter converts the errors of resolvers to those for clients.
type presenter struct {
	log *slog.Logger
}

// present gives an error its code. An error with several problems becomes several errors: present
// adds all but the last to the response itself.
func (p presenter) present(ctx context.Context, err error) *gqlerror.Error {
	if allowance.From(ctx).Err() != nil {
		return nil // the whole answer is replaced by the reason
	}
	shown := asGraphQL(ctx, err)
	cause := shown.Unwrap()
	var invalid *problem.InvalidError
	switch {
	case cause == nil:
		return shown
	case errors.As(err, &invalid) && len(invalid.Problems) > 0:
		return p.presentProblems(ctx, shown, invalid.Problems)
	}
	o := p.look(cause)
	extensions := map[string]any{"code": o.code}
	var full *journal.ExhaustedError
	if errors.As(err, &full) {
		extensions["retryAfter"] = int(math.Ceil(full.RetryAfter.Seconds()))
	}
	if o.inner {
		p.log.WarnContext(ctx, "field", "error", cause, "field", fieldName(ctx), "code", o.code, "request_id", RequestID(ctx))
	}
	if message := absent(ctx, o.code); message != "" {
		o.message = message
	}
	return &gqlerror.Error{
		Path: shown.Path, Locations: shown.Locations, Message: o.message,
		Extensions: extensions,
	}
}

// fieldName returns the schema's name of the field being resolved: the path of an error contains
// the caller's aliases.
func fieldName(ctx context.Context) string {
	field := graphql.GetFieldContext(ctx)
	if field == nil || field.Field.Field == nil {
		return ""
	}
	return field.Object + "." + field.Field.Name
}

func asGraphQL(ctx context.Context, err error) *gqlerror.Error {
	var shown *gqlerror.Error
	if errors.As(err, &shown) {
		return shown
	}
	return gqlerror.WrapPath(graphql.GetPath(ctx), err)
}

// Explain returns the code and the message that a client gets for an error.
func Explain(err error) (code, message string) {
	o := presenter{}.look(err)
	return o.code, o.message
}

// Internal reports whether an error is one that no caller can do anything about.
func Internal(err error) bool { return presenter{}.look(err).code == codeInternal }

// look finds an error in the table; any other error is internal.
func (p presenter) look(err error) outcome {
	var full *journal.ExhaustedError
	if errors.As(err, &full) {
		return outcome{err: full, code: codeExhausted, message: full.Error()}
	}
	for _, o := range outcomes() {
		if !errors.Is(err, o.err) {
			continue
		}
		if o.code == codeUnavailable {
			o.message = unavailable(err)
		}
		if o.message == "" {
			o.message = err.Error()
		}
		return o
	}
	return outcome{code: codeInternal, message: messageInternal, inner: true}
}

func unavailable(err error) string {
	name, reason := "an engine", ""
	var engine *episodic.EngineError
	if errors.As(err, &engine) {
		name, reason = engine.Engine, engine.Reason
	}
	if reason != "" {
		return name + " cannot be used: " + reason + "; the call may be repeated once that is mended"
	}
	return name + " does not answer; the call may be repeated"
}

func (p presenter) presentProblems(ctx context.Context, shown *gqlerror.Error, problems []problem.Problem) *gqlerror.Error {
	problems = problems[:min(len(problems), maxProblems)]
	last := len(problems) - 1
	for _, problem := range problems[:last] {
		graphql.AddError(ctx, problemError(shown, problem))
	}
	return problemError(shown, problems[last])
}

func problemError(shown *gqlerror.Error, problem problem.Problem) *gqlerror.Error {
	field := spell(problem.Path)
	if field == "" {
		field = argument(shown.Path)
	}
	return &gqlerror.Error{
		Path: shown.Path, Locations: shown.Locations, Message: field + ": " + problem.Message,
		Extensions: map[string]any{"code": problem.Code, "field": field},
	}
}

// argument returns the path of a value within the arguments of a root field, without the field
// itself: recordEpisode.input.events[0].at becomes input.events[0].at.
func argument(path ast.Path) string {
	if len(path) == 0 {
		return ""
	}
	return path[1:].String()
}

// stamp adds to every error what the presenter cannot: the request id, the hint, and a code if
// gqlgen made the error. It is idempotent.
func stamp(ctx context.Context, list gqlerror.List) {
	for _, e := range list {
		if strings.HasPrefix(e.Message, "exceeded token limit") {
			errcode.Set(e, codeTokens)
		}
		if e.Extensions["code"] == nil {
			errcode.Set(e, errcode.ValidationFailed)
		}
		code, _ := e.Extensions["code"].(string)
		if code == errcode.ValidationFailed && e.Extensions["field"] == nil && len(e.Path) > 1 && e.Path[0] == ast.PathName("variable") {
			// The value of a variable does not fit the schema, so the input is at fault. A root
			// field may be renamed to "variable" too, but its errors have other codes.
			field := argument(e.Path)
			e.Message, e.Extensions["field"] = field+": "+e.Message, field
		}
		e.Message = brief(e.Message)
		e.Extensions["requestId"], e.Extensions["hint"] = RequestID(ctx), hint(code)
	}
}

// The most characters of a name that a message repeats, and of a message.
const (
	mostOfName    = 100
	mostOfMessage = 2000
)

// longName is a name in a message that is longer than is repeated.
var longName = lazy.Pattern(`"(?:[^"\\]|\\.){101,}"`)

// brief cuts what a message repeats of the words of a caller, so that an error is no larger because a name is.
func brief(message string) string {
	if len(message) <= mostOfName {
		return message
	}
	return text.Shorten(longName().ReplaceAllStringFunc(message, func(name string) string {
		return `"` + text.Shorten(name[1:len(name)-1], mostOfName) + `"`
	}), mostOfMessage)
}

// writeError answers a request that never became an operation.
func writeError(w http.ResponseWriter, r *http.Request, status int, code, message string) {
	noteRefusal(r.Context(), code)
	markRefused(r.Context(), code)
	e := &gqlerror.Error{Message: brief(message), Extensions: map[string]any{
		"code": code, "hint": hint(code), "requestId": RequestID(r.Context()),
	}}
	writeJSON(w, status, result{Errors: gqlerror.List{e}})
}
