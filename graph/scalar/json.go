package scalar

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalJSON writes a JSON value as it is, null if there is none.
func MarshalJSON(value json.RawMessage) graphql.Marshaler {
	if len(value) == 0 {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(value) })
}

// UnmarshalJSON reads any JSON value. Numbers keep the digits that they had in a variable.
func UnmarshalJSON(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, refuse("it is no JSON value: %v", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
