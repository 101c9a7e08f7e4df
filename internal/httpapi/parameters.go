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
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
)

// fault is why a request cannot become an operation, in words that reveal nothing of it.
type fault struct {
	status        int
	code, message string
}

func badRequest(message string) *fault {
	return &fault{http.StatusBadRequest, codeBadRequest, message}
}

// mostValues is the maximum number of values in the JSON of a body: decoded, each takes about 60
// bytes in addition to its text, so a body of brackets would take twenty times its size.
const mostValues = 500_000

// reader reads the parameters of requests within the limits for bodies.
type reader struct {
	limit  int64
	time   time.Duration
	bodies bodies
}

func newReader(l Limits) reader {
	return reader{limit: l.BodyBytes, time: l.BodyTime, bodies: newBodies(l.BodyBytes)}
}

// read returns the parameters of a GET or a POST, and a function to be called at least once after
// the request is answered.
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
			if !utf8.ValidString(query.Get(name)) {
				return nil, badRequest(name + ": there are bytes that are not valid UTF-8; send text in valid UTF-8")
			}
			body[name], _ = json.Marshal(query.Get(name)) // a string can always be marshaled
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

// declaredJSON reports whether a content type is JSON. A page of another origin cannot send it
// without a preflight request, unlike forms and plain text.
func declaredJSON(contentType string) bool {
	media, parameters, err := mime.ParseMediaType(contentType)
	charset := parameters["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// body reads a body within the limits of size and time. Large ones wait for memory.
func (d reader) body(w http.ResponseWriter, r *http.Request) ([]byte, func(), *fault) {
	return d.unpacked(w, r, func(packed io.Reader) (io.Reader, error) { return packed, nil })
}

// errPacking means that a body is not packed as its header says.
var errPacking = errors.New("the body is not packed as Content-Encoding says")

// unpacked is body for one that unpack unpacks; the limit of size is for what comes and for what comes out.
func (d reader) unpacked(w http.ResponseWriter, r *http.Request, unpack func(io.Reader) (io.Reader, error)) ([]byte, func(), *fault) {
	if r.ContentLength > d.limit {
		return nil, func() {}, d.tooLarge(w)
	}
	connection := http.NewResponseController(w)
	deadline := time.Now().Add(d.time)
	_ = connection.SetReadDeadline(deadline) // a test's recorder does not support it
	ctx, cancel := context.WithDeadline(r.Context(), deadline)
	defer cancel()
	var body []byte
	done := func() {}
	from, err := unpack(http.MaxBytesReader(innermost(w), r.Body, d.limit))
	if err == nil {
		body, done, err = d.bodies.read(ctx, http.MaxBytesReader(nil, io.NopCloser(from), d.limit))
	}
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
	case errors.Is(err, errPacking):
		return nil, done, badRequest(errPacking.Error())
	case err != nil:
		return nil, done, badRequest("the request ended before its body was complete")
	}
	_ = connection.SetReadDeadline(time.Time{}) // the operation has its own limits
	return body, done, nil
}

// innermost returns the writer of package net/http. It must know that a body was not read to the
// end: then it waits a moment, so that a client that is still sending sees the answer before the
// connection closes.
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

// decode parses the parameters. Its errors contain nothing of the body.
func decode(body []byte) (*graphql.RawParams, *fault) {
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	if bytes.HasPrefix(trimmed, []byte("[")) {
		return nil, &fault{http.StatusBadRequest, codeBatch, "the body is a list of requests; one request is taken at a time"}
	}
	if values(body) > mostValues {
		return nil, &fault{http.StatusRequestEntityTooLarge, codeBody, fmt.Sprintf("the body holds more than %d values", mostValues)}
	}
	if f := checkCharacters(body); f != nil {
		return nil, f
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
	if f := checkQueryCharacters(request.Query); f != nil {
		return nil, f
	}
	if request.DocumentID != "" {
		if request.Extensions == nil {
			request.Extensions = map[string]any{}
		}
		request.Extensions["documentId"] = request.DocumentID
	}
	return &request.RawParams, nil
}

// values returns an upper bound for the number of values in a JSON text, without decoding it.
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
