package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// fault is why a request cannot become an operation, in words that hold nothing of it.
type fault struct {
	status        int
	code, message string
}

func badRequest(message string) *fault {
	return &fault{http.StatusBadRequest, codeBadRequest, message}
}

// mostValues is how many values the JSON of a body may hold: decoded, each takes some 60 bytes
// beside its text, so that a body of brackets would take twenty times its size.
const mostValues = 500_000

// reader reads the parameters of requests within the limits of their bodies.
type reader struct {
	limit  int64
	time   time.Duration
	bodies bodies
}

func newReader(l Limits) reader {
	return reader{limit: l.BodyBytes, time: l.BodyTime, bodies: newBodies(l.BodyBytes)}
}

// read returns the parameters of a GET or a POST, and a function to be called when the
// request is answered, at least once.
func (d reader) read(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, func(), *fault) {
	began := graphql.Now()
	params, done, f := &graphql.RawParams{}, func() {}, (*fault)(nil)
	if r.Method == http.MethodGet {
		params, f = fromURL(r.URL)
	} else {
		params, done, f = d.fromBody(w, r)
	}
	if f != nil {
		return nil, done, f
	}
	if params.Query == "" && documentID(params) == "" {
		return nil, done, badRequest("the request has no query")
	}
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: began, End: graphql.Now()}
	return params, done, nil
}

func fromURL(address *url.URL) (*graphql.RawParams, *fault) {
	query, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return nil, badRequest("the parameters of the address cannot be read")
	}
	body := map[string]json.RawMessage{}
	for _, name := range []string{"query", "operationName", "documentId"} {
		if query.Has(name) {
			body[name], _ = json.Marshal(query.Get(name)) // a string can be marshalled
		}
	}
	for _, name := range []string{"variables", "extensions"} {
		if text := query.Get(name); text != "" {
			if !json.Valid([]byte(text)) {
				return nil, badRequest(name + " is not JSON")
			}
			body[name] = json.RawMessage(text)
		}
	}
	all, err := json.Marshal(body)
	if err != nil {
		return nil, badRequest("the parameters of the address cannot be read")
	}
	return decode(all)
}

func (d reader) fromBody(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, func(), *fault) {
	done := func() {}
	if !declaredJSON(r.Header.Get("Content-Type")) {
		return nil, done, &fault{http.StatusUnsupportedMediaType, codeMediaType, "the body is to be application/json in UTF-8"}
	}
	body, done, f := d.body(w, r)
	if f != nil {
		return nil, done, f
	}
	params, f := decode(body)
	return params, done, f
}

// declaredJSON reports whether a content type is JSON. No page of another origin can send it
// without being asked for first, unlike forms and plain text.
func declaredJSON(contentType string) bool {
	media, parameters, err := mime.ParseMediaType(contentType)
	charset := parameters["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// body reads a body within its size and time. Large ones wait for room.
func (d reader) body(w http.ResponseWriter, r *http.Request) ([]byte, func(), *fault) {
	if r.ContentLength > d.limit {
		return nil, func() {}, d.tooLarge(w)
	}
	connection := http.NewResponseController(w)
	deadline := time.Now().Add(d.time)
	_ = connection.SetReadDeadline(deadline) // a test's recorder has none
	ctx, cancel := context.WithDeadline(r.Context(), deadline)
	defer cancel()
	body, done, err := d.bodies.read(ctx, http.MaxBytesReader(innermost(w), r.Body, d.limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, errNoShare):
		w.Header().Set("Connection", "close")
		return nil, done, &fault{http.StatusServiceUnavailable, codeConcurrency, "too many large requests are under way"}
	case errors.As(err, &tooLarge):
		return nil, done, d.tooLarge(w)
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		return nil, done, &fault{http.StatusRequestTimeout, codeBodyTime, fmt.Sprintf("the body was not complete after %s", d.time)}
	case err != nil:
		return nil, done, badRequest("the request ended before its body was complete")
	}
	_ = connection.SetReadDeadline(time.Time{}) // what follows has limits of its own
	return body, done, nil
}

// innermost returns the writer of package net/http itself. It has to know that a body is not read
// to its end: then it waits a moment, so that a client that still sends sees the answer before its connection ends.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = wrapped.Unwrap()
	}
}

func (d reader) tooLarge(w http.ResponseWriter) *fault {
	w.Header().Set("Connection", "close")
	return &fault{http.StatusRequestEntityTooLarge, codeBody, fmt.Sprintf("the request is over %d bytes", d.limit)}
}

// decode reads the parameters. What it says of a body holds nothing of it.
func decode(body []byte) (*graphql.RawParams, *fault) {
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	if bytes.HasPrefix(trimmed, []byte("[")) {
		return nil, &fault{http.StatusBadRequest, codeBatch, "the body is a list of requests; one request is taken at a time"}
	}
	if values(body) > mostValues {
		return nil, &fault{http.StatusRequestEntityTooLarge, codeBody, fmt.Sprintf("the body holds more than %d values", mostValues)}
	}
	var request struct {
		graphql.RawParams
		DocumentID string `json:"documentId"`
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	err := decoder.Decode(&request)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, badRequest(fmt.Sprintf("the body is not JSON: it cannot be read at byte %d of %d", syntax.Offset, len(body)))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, badRequest(fmt.Sprintf("the body is not JSON: it ends after %d bytes", len(body)))
	case err != nil:
		return nil, badRequest("the body is not a request: query and operationName are strings, variables and extensions are objects")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, badRequest("the body has something after the request")
	}
	if request.DocumentID != "" {
		if request.Extensions == nil {
			request.Extensions = map[string]any{}
		}
		request.Extensions["documentId"] = request.DocumentID
	}
	return &request.RawParams, nil
}

// values counts the values of a JSON text from above, without decoding it.
func values(body []byte) int {
	count, inString := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == ',' || c == '[' || c == '{'):
			count++
		}
	}
	return count
}
