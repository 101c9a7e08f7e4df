package otlp

import (
	"encoding/base64"
	"encoding/hex"
	"errors"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// MostParts is the maximum number of parts of a request: spans, attributes, values. Decoded, each takes a
// multiple of its two bytes.
const MostParts = 500_000

// ErrTooMany means that a request has more parts than [MostParts].
var ErrTooMany = errors.New("the request has more than 500000 parts: spans, attributes and values")

// DecodeProtobuf reads a request in the binary form.
func DecodeProtobuf(body []byte, into proto.Message) error {
	parts := 0
	if err := count(body, into.ProtoReflect().Descriptor(), &parts, 0); err != nil {
		return err
	}
	return proto.Unmarshal(body, into)
}

// mostNested is how deep messages may be nested.
const mostNested = 100

// errMalformed means that a body is no message.
var errMalformed = errors.New("the body is no message of the OpenTelemetry protocol")

// count counts the messages in a message without decoding it.
func count(body []byte, of protoreflect.MessageDescriptor, parts *int, depth int) error {
	if depth > mostNested {
		return errMalformed
	}
	for len(body) > 0 {
		number, kind, n := protowire.ConsumeTag(body)
		if n < 0 {
			return errMalformed
		}
		body = body[n:]
		if n = protowire.ConsumeFieldValue(number, kind, body); n < 0 {
			return errMalformed
		}
		if field := of.Fields().ByNumber(number); field != nil && field.Message() != nil && kind == protowire.BytesType {
			if *parts++; *parts > MostParts {
				return ErrTooMany
			}
			content, _ := protowire.ConsumeBytes(body)
			if err := count(content, field.Message(), parts, depth+1); err != nil {
				return err
			}
		}
		body = body[n:]
	}
	return nil
}

// hexID is an id in the JSON form, which has hexadecimal where other JSON of messages has base 64. In a text
// the quotes would be escaped.
var hexID = lazy.Pattern(`"(traceId|spanId|parentSpanId|trace_id|span_id|parent_span_id)"\s*:\s*"([0-9a-fA-F]*)"`)

// DecodeJSON reads a request in the JSON form. Fields that it does not know are passed over.
func DecodeJSON(body []byte, into proto.Message) error {
	body = hexID().ReplaceAllFunc(body, func(found []byte) []byte {
		parts := hexID().FindSubmatch(found)
		id, err := hex.DecodeString(string(parts[2]))
		if err != nil {
			id = nil // an odd number of digits: the span is refused for want of an id
		}
		return []byte(`"` + string(parts[1]) + `":"` + base64.StdEncoding.EncodeToString(id) + `"`)
	})
	return protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(body, into)
}
