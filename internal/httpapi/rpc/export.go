package rpc

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/otlp"
	"github.com/causeway-memory/causeway/internal/problem"
)

// services describes the services, whose messages are decoded here: grpc's own decoding has no bound on parts.
func (d *door) services() []*grpc.ServiceDesc {
	service := func(of *grpc.ServiceDesc, request func() proto.Message) *grpc.ServiceDesc {
		return &grpc.ServiceDesc{ServiceName: of.ServiceName, HandlerType: of.HandlerType, Metadata: of.Metadata, Methods: []grpc.MethodDesc{{
			MethodName: of.Methods[0].MethodName,
			Handler: func(_ any, ctx context.Context, read func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
				return d.export(ctx, read, request())
			},
		}}}
	}
	return []*grpc.ServiceDesc{
		service(&collectortrace.TraceService_ServiceDesc, func() proto.Message { return &collectortrace.ExportTraceServiceRequest{} }),
		service(&collectorlogs.LogsService_ServiceDesc, func() proto.Message { return &collectorlogs.ExportLogsServiceRequest{} }),
	}
}

// export takes one request in.
func (d *door) export(ctx context.Context, read func(any) error, in proto.Message) (answer proto.Message, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			d.o.Log.ErrorContext(ctx, "panic", "error", fmt.Sprint(broken), "stack", string(debug.Stack()))
			answer, err = nil, status.Error(codes.Internal, "something went wrong inside; the log has it")
		}
	}()
	var body message
	if err := read(&body); err != nil {
		return nil, err
	}
	if err := otlp.DecodeProtobuf(body, in); err != nil {
		if !errors.Is(err, otlp.ErrTooMany) {
			err = errors.New("the message is no request of the OpenTelemetry protocol")
		}
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	ctx, cancel := context.WithTimeout(ctx, d.o.Limits.MutationTime)
	defer cancel()
	answer, err = d.o.Traces.Export(ctx, sender(ctx), in)
	if err != nil {
		return nil, d.refused(ctx, err)
	}
	return answer, nil
}

// sender says who calls, and for which project.
func sender(ctx context.Context) otlp.From {
	from := otlp.From{}
	if named := metadata.ValueFromIncomingContext(ctx, "causeway-project"); len(named) > 0 {
		from.Project = named[0]
	}
	if p, asked := auth.From(ctx); asked {
		from.Limit(p.All, p.Projects, p.Sees)
	}
	return from
}

// refused returns the error of a call that was not taken, in the words of the API. Exporters repeat a call whose
// code is UNAVAILABLE, and RESOURCE_EXHAUSTED if it says when.
func (d *door) refused(ctx context.Context, err error) error {
	code, said := httpapi.Explain(err)
	said = code + ": " + said
	var full *journal.ExhaustedError
	if errors.As(err, &full) {
		exhausted := status.New(codes.ResourceExhausted, said)
		if detailed, err := exhausted.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(full.RetryAfter)}); err == nil {
			exhausted = detailed
		}
		return exhausted.Err()
	}
	if errors.Is(err, problem.ErrInvalid) || errors.Is(err, problem.ErrTooLarge) {
		return status.Error(codes.InvalidArgument, said)
	}
	d.o.Log.WarnContext(ctx, "traces are not taken in", "error", err, "code", code)
	if httpapi.Internal(err) {
		return status.Error(codes.Internal, said)
	}
	return status.Error(codes.Unavailable, said)
}

// message is a request that is not decoded yet.
type message []byte

// raw reads requests as they are, and writes answers.
type raw struct{}

// Name implements [encoding.CodecV2].
func (raw) Name() string { return "proto" }

// Marshal implements [encoding.CodecV2].
func (raw) Marshal(v any) (mem.BufferSlice, error) {
	answer, is := v.(proto.Message)
	if !is {
		return nil, fmt.Errorf("%T is no message", v)
	}
	out, err := proto.Marshal(answer)
	return mem.BufferSlice{mem.SliceBuffer(out)}, err
}

// Unmarshal implements [encoding.CodecV2].
func (raw) Unmarshal(data mem.BufferSlice, v any) error {
	body, is := v.(*message)
	if !is {
		return fmt.Errorf("%T is no message", v)
	}
	*body = data.Materialize()
	return nil
}
