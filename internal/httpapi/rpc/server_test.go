package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/httpapi/rpc"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// keys knows two tokens by heart.
type keys struct{}

func (keys) Needed() bool { return true }

func (keys) Authenticate(header string) (auth.Principal, error) {
	switch header {
	case "Bearer write":
		return auth.Principal{Name: "w", Projects: []string{"travel"}, Write: true}, nil
	case "Bearer read":
		return auth.Principal{Name: "r", All: true}, nil
	}
	return auth.Principal{}, auth.ErrUnauthenticated
}

func (keys) Valid(auth.Principal) bool { return true }

// served is a running server with its journal.
type served struct {
	connection *grpc.ClientConn
	journal    *journal.Journal
}

// serve starts a server over a journal of its own.
func serve(t *testing.T, change func(*rpc.Options), journalOptions journal.Options) served {
	t.Helper()
	journalOptions.Path, journalOptions.Now = filepath.Join(t.TempDir(), "journal.db"), time.Now
	j, err := journal.Open(t.Context(), journalOptions)
	if err != nil {
		t.Fatal(err)
	}
	o := rpc.Options{
		Traces: &otlp.Receiver{Keeper: capture.New(capture.Options{Journal: j, Now: time.Now})}, Limits: httpapi.DefaultLimits(), Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&o)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- rpc.Serve(ctx, listener, rpc.New(o), time.Minute) }()
	connection, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if err := errors.Join(connection.Close(), <-ended, j.Close()); err != nil {
			t.Error(err)
		}
	})
	return served{connection, j}
}

// request has a span for each id.
func request(ids ...byte) *collectortrace.ExportTraceServiceRequest {
	var spans []*trace.Span
	for _, id := range ids {
		spans = append(spans, &trace.Span{TraceId: bytes.Repeat([]byte{7}, 16), SpanId: bytes.Repeat([]byte{id}, 8), Name: "work", StartTimeUnixNano: 1777809600000000000, EndTimeUnixNano: 1777809601000000000})
	}
	return &collectortrace.ExportTraceServiceRequest{ResourceSpans: []*trace.ResourceSpans{{ScopeSpans: []*trace.ScopeSpans{{Spans: spans}}}}}
}

func (s served) export(ctx context.Context, in *collectortrace.ExportTraceServiceRequest, options ...grpc.CallOption) (*collectortrace.ExportTraceServiceResponse, error) {
	return collectortrace.NewTraceServiceClient(s.connection).Export(ctx, in, options...)
}

func (s served) traces(t *testing.T, project string) []journal.Trace {
	t.Helper()
	found, err := s.journal.Traces(t.Context(), project, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestExport_keepsWhatItAcknowledges(t *testing.T) {
	s := serve(t, nil, journal.Options{})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "causeway-project", "travel")
	for _, packing := range [][]grpc.CallOption{nil, {grpc.UseCompressor(gzip.Name)}} { // the second time all is merged
		answer, err := s.export(ctx, request(1, 2, 0), packing...)
		if err != nil || answer.GetPartialSuccess().GetRejectedSpans() != 1 || !strings.HasPrefix(answer.GetPartialSuccess().GetErrorMessage(), "no_id: 1.") {
			t.Fatalf("%v, %v", answer, err)
		}
	}
	if got := s.traces(t, "travel"); len(got) != 1 || got[0].Stored != 2 || got[0].Merged != 2 || got[0].Refused != 2 {
		t.Errorf("the journal has %+v", got)
	}
	record := &logs.LogRecord{EventName: "session.end", TraceId: bytes.Repeat([]byte{7}, 16), TimeUnixNano: 1777809602000000000}
	_, err := collectorlogs.NewLogsServiceClient(s.connection).Export(ctx, &collectorlogs.ExportLogsServiceRequest{ResourceLogs: []*logs.ResourceLogs{{ScopeLogs: []*logs.ScopeLogs{{LogRecords: []*logs.LogRecord{record}}}}}})
	if got := s.traces(t, "travel"); err != nil || got[0].Stored != 3 || !got[0].Ended {
		t.Errorf("%v, the journal has %+v", err, got)
	}
}

func TestExport_refuses(t *testing.T) {
	limited := func(o *rpc.Options) { o.Auth, o.Limits.BodyBytes = keys{}, 64<<10 }
	s := serve(t, limited, journal.Options{MaxRecords: 3})
	with := func(pairs ...string) context.Context { return metadata.AppendToOutgoingContext(t.Context(), pairs...) }
	large := request(1)
	large.ResourceSpans[0].ScopeSpans[0].Spans[0].Name = strings.Repeat("x", 100<<10)
	many := &collectortrace.ExportTraceServiceRequest{ResourceSpans: make([]*trace.ResourceSpans, 20_000)}
	for i := range many.GetResourceSpans() {
		many.ResourceSpans[i] = &trace.ResourceSpans{}
	}
	for _, c := range []struct {
		why  string
		ctx  context.Context
		in   *collectortrace.ExportTraceServiceRequest
		want codes.Code
	}{
		{"no token", t.Context(), request(1), codes.Unauthenticated},
		{"a wrong token", with("authorization", "Bearer x"), request(1), codes.Unauthenticated},
		{"a token to read", with("authorization", "Bearer read"), request(1), codes.PermissionDenied},
		{"a message that is too large", with("authorization", "Bearer write"), large, codes.ResourceExhausted},
		{"one that unpacks to too much", with("authorization", "Bearer write", "x-packed", "1"), large, codes.ResourceExhausted},
		{"more than the journal ever takes", with("authorization", "Bearer write"), request(1, 2, 3, 4), codes.InvalidArgument},
		{"many empty parts, which are few enough", with("authorization", "Bearer write"), many, codes.OK},
		{"the only project of the token", with("authorization", "Bearer write"), request(1, 2, 3), codes.OK},
		{"more than the journal takes now", with("authorization", "Bearer write"), request(4), codes.ResourceExhausted},
	} {
		var options []grpc.CallOption
		if out, _ := metadata.FromOutgoingContext(c.ctx); len(out.Get("x-packed")) > 0 {
			options = append(options, grpc.UseCompressor(gzip.Name))
		}
		_, err := s.export(c.ctx, c.in, options...)
		if got := status.Code(err); got != c.want {
			t.Errorf("%s: %v, want %v", c.why, err, c.want)
		}
	}
	_, err := s.export(with("authorization", "Bearer write"), request(5))
	again := false
	for _, detail := range status.Convert(err).Details() {
		info, is := detail.(*errdetails.RetryInfo)
		again = again || is && info.GetRetryDelay().AsDuration() > 0
	}
	if !again {
		t.Errorf("it does not say when to try again: %v", err)
	}
	if got := s.traces(t, "travel"); len(got) != 1 || got[0].Stored != 3 {
		t.Errorf("the journal has %+v", got)
	}
	if answer, err := s.export(with("authorization", "Bearer write", "causeway-project", "other"), request(9)); err != nil || answer.GetPartialSuccess().GetRejectedSpans() != 1 {
		t.Errorf("a project that the token does not see: %v, %v", answer, err)
	}
}

func TestExport_refusesWhatIsNoRequest(t *testing.T) {
	s := serve(t, nil, journal.Options{})
	for why, body := range map[string][]byte{"no message": {0x0a, 0x7f, 1}, "too many parts": manyParts()} {
		err := s.connection.Invoke(t.Context(), collectortrace.TraceService_Export_FullMethodName, &body, &collectortrace.ExportTraceServiceResponse{}, grpc.ForceCodecV2(bare{}))
		if status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestExport_boundsWhatIsUnderWay(t *testing.T) {
	s := serve(t, func(o *rpc.Options) { o.Limits.Concurrent = 1 }, journal.Options{})
	// A call whose message does not come holds the only place.
	holding, leave := context.WithCancel(t.Context())
	held, err := s.connection.NewStream(holding, &grpc.StreamDesc{ClientStreams: true}, collectortrace.TraceService_Export_FullMethodName)
	if err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(2 * time.Minute); ; {
		if _, err = s.export(t.Context(), request(1)); status.Code(err) == codes.Unavailable {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("a second call: %v", err)
		}
	}
	leave()
	_ = held.RecvMsg(nil) // it is over
	for until := time.Now().Add(2 * time.Minute); ; {
		if _, err = s.export(t.Context(), request(1)); err == nil {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("the place is not free again: %v", err)
		}
	}
}

// manyParts is a request of more than half a million empty spans in two bytes each.
func manyParts() []byte {
	wrap := func(tag byte, content []byte) []byte {
		length := []byte{}
		for n := len(content); ; n >>= 7 {
			if n < 0x80 {
				length = append(length, byte(n))
				break
			}
			length = append(length, byte(n)|0x80)
		}
		return append(append([]byte{tag}, length...), content...)
	}
	return wrap(0x0a, wrap(0x12, bytes.Repeat([]byte{0x12, 0}, 600_000)))
}
