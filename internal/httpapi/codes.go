package httpapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/causeway-memory/causeway/internal/problem"
)

// The error codes, in addition to those of [problem.Problem] and gqlgen.
const (
	codeNotFound         = "NOT_FOUND"
	codeProjectNotFound  = "PROJECT_NOT_FOUND"
	codeConflict         = "CONFLICT"
	codeIdempotency      = "IDEMPOTENCY_CONFLICT"
	codeJobs             = "JOB_LIMIT_EXCEEDED"
	codeExhausted        = "RESOURCE_EXHAUSTED"
	codeUnavailable      = "UNAVAILABLE"
	codeTimeout          = "TIMEOUT"
	codeSchemaNewer      = "SCHEMA_NEWER"
	codeInternal         = "INTERNAL"
	codeDepth            = "DEPTH_LIMIT_EXCEEDED"
	codeAliases          = "ALIAS_LIMIT_EXCEEDED"
	codeFields           = "FIELD_LIMIT_EXCEEDED"
	codeComplexity       = "COMPLEXITY_LIMIT_EXCEEDED"
	codeTokens           = "TOKEN_LIMIT_EXCEEDED" //nolint:gosec // the name of an error
	codeAnswer           = "ANSWER_LIMIT_EXCEEDED"
	codeBody             = "BODY_LIMIT_EXCEEDED"
	codeBodyTime         = "BODY_TIMEOUT"
	codeConcurrency      = "CONCURRENCY_LIMIT_EXCEEDED"
	codeStreams          = "STREAM_LIMIT_EXCEEDED"
	codeBadRequest       = "BAD_REQUEST"
	codeBatch            = "BATCH_REFUSED"
	codeMethod           = "METHOD_NOT_ALLOWED"
	codeNotAcceptable    = "NOT_ACCEPTABLE"
	codeMediaType        = "UNSUPPORTED_MEDIA_TYPE"
	codeOrigin           = "ORIGIN_REFUSED"
	codeIntrospection    = "INTROSPECTION_OFF"
	codeDocumentNotFound = "PERSISTED_QUERY_NOT_FOUND"
	codeDocumentRequired = "TRUSTED_DOCUMENT_REQUIRED"
	codeUnauthenticated  = "UNAUTHENTICATED"
	codeForbidden        = "FORBIDDEN"
)

// Code describes a value of extensions.code.
type Code struct {
	// Name is the value.
	Name string
	// Status is the HTTP status if nothing was executed and the answer has no data; 0 if the
	// error comes with data and status 200.
	Status int
	// Meaning is a sentence for the table of docs/errors.md.
	Meaning string
	// Hint tells the caller what to do; it is sent as extensions.hint.
	Hint string
}

// Codes lists every code that an answer can contain.
func Codes() []Code {
	return append(append(ofRequests(), ofLimits()...), ofOperations()...)
}

// ofRequests lists the codes of requests that never became an operation.
func ofRequests() []Code {
	return []Code{
		{codeBadRequest, http.StatusBadRequest, "this is not a GraphQL request", `send {"query": "…"} as JSON, with operationName, variables and extensions when needed`},
		{codeBatch, http.StatusBadRequest, "several requests came in one", "send one request for each, or put the fields into one query"},
		{codeMethod, http.StatusMethodNotAllowed, "the HTTP method does not fit: GET is for queries only", "use POST"},
		{codeMediaType, http.StatusUnsupportedMediaType, "the body is not declared as JSON", "send the header Content-Type: application/json"},
		{codeNotAcceptable, http.StatusNotAcceptable, "the answer cannot be sent in a form that is accepted", "accept application/graphql-response+json or application/json; for a subscription text/event-stream, or use a WebSocket"},
		{codeOrigin, http.StatusForbidden, "a page of another origin asked, or the requested host is not listed", "ask under localhost or an IP address, add the origin to the setting http.origins, or use API tokens"},
		{codeUnauthenticated, http.StatusUnauthorized, "there is no API token, or it is wrong, revoked or expired", "send Authorization: Bearer cw_…; the operator of the service creates one with causeway token create"},
		{errcode.ParseFailed, http.StatusBadRequest, "the query is not valid GraphQL", "correct the query where locations point"},
		{errcode.ValidationFailed, http.StatusBadRequest, "the query, or the value of a variable, does not fit the schema", "compare with /agents.graphqls, what agents need of the schema; the whole is in docs/schema.md"},
		{codeIntrospection, http.StatusBadRequest, "the query requests the schema, and introspection is switched off", "read /agents.graphqls or docs/schema.md, or ask the operator to set graphql.introspection"},
		{codeDocumentNotFound, http.StatusBadRequest, "no trusted document has this id", "add the document to the folder of graphql.documents and start again, or send its text"},
		{codeDocumentRequired, http.StatusBadRequest, "only trusted documents are executed", "send the id of a trusted document; graphql.documents names their folder"},
	}
}

// ofLimits lists the codes of limits, all of which are settings.
func ofLimits() []Code {
	return []Code{
		{codeDepth, http.StatusBadRequest, "the query is too deep", "ask for fewer levels, or in two queries; the setting is graphql.depth"},
		{codeAliases, http.StatusBadRequest, "the query renames too many fields", "ask in several queries; the setting is graphql.aliases"},
		{codeFields, http.StatusBadRequest, "the query has too many fields", "ask in several queries; the setting is graphql.fields"},
		{codeTokens, http.StatusBadRequest, "the text of the query is too long", "put values into variables, or ask in several queries; the setting is graphql.tokens"},
		{codeComplexity, http.StatusBadRequest, "the query would cost too much; a list costs its page size, and one that is asked for as a whole what it holds", "ask for smaller pages, or for fewer nested lists; the setting is graphql.complexity"},
		{codeAnswer, 0, "the answer, or the episodes that it is read from, are too large", "ask for parts of lists (first, offset, after) and for fewer fields and episodes at once; the setting is graphql.answer_bytes"},
		{codeTimeout, 0, "the time limit of the operation ran out", "ask for less, or filter more; the settings are graphql.query_time and graphql.mutation_time"},
		{codeBody, http.StatusRequestEntityTooLarge, "the body is too large", "send fewer files or episodes at once; the setting is http.body_bytes"},
		{codeBodyTime, http.StatusRequestTimeout, "the body arrived too slowly", "send it faster, or in smaller parts; the setting is http.body_time"},
		{codeConcurrency, http.StatusServiceUnavailable, "too many requests are under way", "repeat after the seconds of the header Retry-After; the setting is http.concurrent, and of the largest bodies and answers eight are taken at once, of one caller half of that"},
		{codeJobs, 0, "too many jobs are running in this service", "wait until one has ended (jobs, jobProgress) or cancel one (cancelJob); the setting is import.jobs"},
		{codeExhausted, 0, "so many captured events wait for the engines that nothing more is taken in; nothing of the call was kept", "repeat the call after the seconds of extensions.retryAfter; the settings are capture.journal_records and capture.journal_bytes"},
		{codeStreams, http.StatusServiceUnavailable, "too many subscriptions or WebSockets are open", "close some, or repeat after the seconds of the header Retry-After; the setting is http.streams"},
	}
}

// ofOperations lists the codes of executed operations.
func ofOperations() []Code {
	return []Code{
		{problem.CodeInvalid, 0, "the input breaks a rule; nothing was changed", "correct the value that field names"},
		{problem.CodeDuplicateID, 0, "an id occurs twice in an episode; nothing was changed", "give each decision and event its own id"},
		{problem.CodeDanglingReference, 0, "the input names something that is not there; nothing was changed", "record what it names first, or remove it"},
		{problem.CodeTooLarge, 0, "a value or an episode is too large; nothing was changed", "shorten the value that field names, or record several episodes"},
		{codeNotFound, 0, "there is no such thing", "look up the key or id: episodes, occurrences, references, factors, factorLinks and patterns list them"},
		{codeProjectNotFound, 0, "there is no such project", "check the name: projects lists them; the first episode makes a project"},
		{codeForbidden, 0, "the API token may only read", "use a token created with --write"},
		{codeConflict, 0, "another writer changed the same thing at the same time, a call with the same idempotency key is still running, the patterns of the project are being consolidated already, or an event was captured with another content; nothing was changed", "repeat the call; give another event an id of its own"},
		{codeIdempotency, 0, "the idempotency key was used for another write within the last day; nothing was changed", "use a new key for another write, the same arguments for a repeat"},
		{codeUnavailable, 0, "an engine does not answer", "repeat later; causeway status and /readyz tell more"},
		{codeSchemaNewer, 0, "a newer causeway has migrated the memory, and this one must not write to it; nothing was changed", "the operator has to install the newer program and restart the service; reads work until then"},
		{codeInternal, http.StatusInternalServerError, "an internal error of causeway", "find requestId in the log, and report the error"},
	}
}

// hint returns the hint of a code.
func hint(code string) string {
	for _, c := range Codes() {
		if c.Name == code {
			return c.Hint
		}
	}
	return ""
}

// CodeTable returns the codes as the Markdown table of docs/errors.md.
func CodeTable() string {
	var b strings.Builder
	b.WriteString("| code | HTTP status | means | hint |\n|---|---|---|---|\n")
	for _, c := range Codes() {
		status := "200"
		if c.Status != 0 {
			status = fmt.Sprint(c.Status)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Name, status, c.Meaning, c.Hint)
	}
	return b.String()
}
