package otlp

import (
	"context"
	"fmt"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// mostMessage is the longest message of a partial success, in bytes.
const mostMessage = 1000

// Export takes a request of either signal in, and returns its response. The error is that of [Receiver.Spans].
func (r *Receiver) Export(ctx context.Context, from From, in proto.Message) (proto.Message, error) {
	switch in := in.(type) {
	case *collectortrace.ExportTraceServiceRequest:
		answer, err := r.Spans(ctx, from, in)
		out := &collectortrace.ExportTraceServiceResponse{}
		if message := answer.Message(); message != "" {
			out.PartialSuccess = &collectortrace.ExportTracePartialSuccess{RejectedSpans: int64(answer.Rejected()), ErrorMessage: cut(message, mostMessage)}
		}
		return out, err
	case *collectorlogs.ExportLogsServiceRequest:
		answer, err := r.Records(ctx, from, in)
		out := &collectorlogs.ExportLogsServiceResponse{}
		if message := answer.Message(); message != "" {
			out.PartialSuccess = &collectorlogs.ExportLogsPartialSuccess{RejectedLogRecords: int64(answer.Rejected()), ErrorMessage: cut(message, mostMessage)}
		}
		return out, err
	}
	return nil, fmt.Errorf("%T is no request of the OpenTelemetry protocol", in)
}
