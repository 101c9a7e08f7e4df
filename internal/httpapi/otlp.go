package httpapi

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"strconv"
	"time"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	rpc "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// The routes of the OpenTelemetry protocol, and the header that names the project.
const (
	tracesRoute   = "/v1/traces"
	logsRoute     = "/v1/logs"
	projectHeader = "Causeway-Project"
)

// mediaProtobuf is the binary form of the protocol; the other one is JSON.
const mediaProtobuf = "application/x-protobuf"

// exports take requests of one signal of the protocol, with the tokens, the origins and the limits of the
// GraphQL endpoint.
type exports struct {
	e *endpoint
	o Options
	// request makes an empty request.
	request func() proto.Message
}

// traces serves spans.
func (e *endpoint) traces(o Options) http.Handler {
	return exports{e, o, func() proto.Message { return &collectortrace.ExportTraceServiceRequest{} }}
}

// logs serves log records.
func (e *endpoint) logs(o Options) http.Handler {
	return exports{e, o, func() proto.Message { return &collectorlogs.ExportLogsServiceRequest{} }}
}

// ServeHTTP implements [http.Handler].
func (x exports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = withAddress(r)
	form, f := x.form(r)
	if f == nil {
		r, f = x.admit(w, r)
	}
	if f != nil {
		writeExportFault(w, r, form, f)
		return
	}
	free := x.e.running.take()
	if free == nil {
		writeExportFault(w, r, form, tooBusy(cap(x.e.running)))
		return
	}
	defer free()
	answer, f := x.answer(w, r, form)
	if f != nil {
		writeExportFault(w, r, form, f)
		return
	}
	writeExport(w, http.StatusOK, form, answer)
}

// form returns the form of a request, which is that of its answer.
func (x exports) form(r *http.Request) (string, *fault) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != mediaProtobuf && media != mediaJSON {
		return mediaJSON, &fault{http.StatusUnsupportedMediaType, codeMediaType, "the body is to be " + mediaProtobuf + " or " + mediaJSON}
	}
	return media, nil
}

// admit returns the request with who sends it.
func (x exports) admit(w http.ResponseWriter, r *http.Request) (*http.Request, *fault) {
	if !x.e.origins.admits(r, x.o.needed()) {
		return r, &fault{http.StatusForbidden, codeOrigin, refusedOrigin}
	}
	if !x.o.needed() {
		return r, nil
	}
	p, err := x.o.Auth.Authenticate(r.Header.Get("Authorization"))
	if err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="causeway"`)
		return r, &fault{http.StatusUnauthorized, codeUnauthenticated, err.Error()}
	}
	noteToken(r.Context(), p)
	r = r.WithContext(auth.With(r.Context(), p))
	if !p.Write {
		return r, &fault{http.StatusForbidden, codeForbidden, errForbidden.Error()}
	}
	return r, nil
}

// answer reads a request and takes it in.
func (x exports) answer(w http.ResponseWriter, r *http.Request, form string) (proto.Message, *fault) {
	unpack, f := unpacking(r)
	if f != nil {
		return nil, f
	}
	body, done, f := x.e.reader.unpacked(w, r, unpack)
	defer done()
	if f != nil {
		return nil, f
	}
	in := x.request()
	switch err := decodeExport(form, body, in); {
	case errors.Is(err, otlp.ErrTooMany):
		return nil, &fault{http.StatusRequestEntityTooLarge, codeBody, err.Error()}
	case err != nil:
		return nil, badRequest("the body is no request of the OpenTelemetry protocol in this form")
	}
	ctx, cancel := context.WithTimeout(r.Context(), x.o.Limits.MutationTime)
	defer cancel()
	out, err := x.o.Traces.Export(ctx, sender(r), in)
	if err != nil {
		return nil, x.refused(w, r, err)
	}
	return out, nil
}

func decodeExport(form string, body []byte, into proto.Message) error {
	if form == mediaProtobuf {
		return otlp.DecodeProtobuf(body, into)
	}
	if values(body) > mostValues {
		return otlp.ErrTooMany
	}
	return otlp.DecodeJSON(body, into)
}

// unpacking returns what unpacks the body of a request.
func unpacking(r *http.Request) (func(io.Reader) (io.Reader, error), *fault) {
	switch r.Header.Get("Content-Encoding") {
	case "", "identity":
		return func(packed io.Reader) (io.Reader, error) { return packed, nil }, nil
	case "gzip":
		return gunzip, nil
	}
	return nil, &fault{http.StatusUnsupportedMediaType, codeMediaType, "the body may be packed with gzip, or not at all"}
}

// unzipped is what gzip unpacks; what is no gzip is an errPacking.
type unzipped struct{ from *gzip.Reader }

func gunzip(packed io.Reader) (io.Reader, error) {
	from, err := gzip.NewReader(packed)
	if err != nil {
		return nil, asPacking(err)
	}
	return unzipped{from}, nil
}

// Read implements [io.Reader].
func (u unzipped) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = asPacking(err)
	}
	return n, err
}

// asPacking returns the error of a reader below as it is, and any other one as an errPacking.
func asPacking(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) || errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
		return err
	}
	return errPacking
}

func isTimeout(err error) bool {
	var slow interface{ Timeout() bool }
	return errors.As(err, &slow) && slow.Timeout()
}

// sender says who sends a request, and for which project.
func sender(r *http.Request) otlp.From {
	from := otlp.From{Project: cmp.Or(r.PathValue("project"), r.Header.Get(projectHeader))}
	if p, asked := auth.From(r.Context()); asked {
		from.Limit(p.All, p.Projects, p.Sees)
	}
	return from
}

// refused returns the fault of an error, and says when to try again.
func (x exports) refused(w http.ResponseWriter, r *http.Request, err error) *fault {
	var full *journal.ExhaustedError
	if errors.As(err, &full) {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(full.RetryAfter.Seconds()))))
		return &fault{http.StatusTooManyRequests, codeExhausted, full.Error()}
	}
	code, message := Explain(err)
	x.o.Log.WarnContext(r.Context(), "traces are not taken in", "error", err, "code", code, "request_id", RequestID(r.Context()))
	if code == codeInternal {
		return &fault{http.StatusInternalServerError, code, message}
	}
	return &fault{http.StatusServiceUnavailable, code, message}
}

// rpcCode returns the code of the protocol for a status of HTTP.
func rpcCode(status int) codes.Code {
	return map[int]codes.Code{
		http.StatusBadRequest: codes.InvalidArgument, http.StatusUnsupportedMediaType: codes.InvalidArgument, http.StatusRequestEntityTooLarge: codes.InvalidArgument,
		http.StatusUnauthorized: codes.Unauthenticated, http.StatusForbidden: codes.PermissionDenied, http.StatusRequestTimeout: codes.DeadlineExceeded,
		http.StatusTooManyRequests: codes.ResourceExhausted, http.StatusServiceUnavailable: codes.Unavailable, http.StatusInternalServerError: codes.Internal,
	}[status]
}

// writeExportFault answers a request that is not taken, in the form of the protocol.
func writeExportFault(w http.ResponseWriter, r *http.Request, form string, f *fault) {
	noteRefusal(r.Context(), f.code)
	markRefused(r.Context(), f.code)
	if f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	writeExport(w, f.status, form, &rpc.Status{Code: int32(rpcCode(f.status)), Message: f.code + ": " + brief(f.message)}) //nolint:gosec // a small number
}

func writeExport(w http.ResponseWriter, status int, form string, answer proto.Message) {
	write := proto.Marshal
	if form == mediaJSON {
		write = protojson.Marshal
	}
	body, err := write(answer)
	if err != nil {
		status, body = http.StatusInternalServerError, nil // does not happen: the answer is ours
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // a test's recorder does not support it
	w.Header().Set("Content-Type", form)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}
