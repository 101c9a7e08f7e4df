package scalar

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalInt writes a whole number. Counts beyond 32 bits use [MarshalInt64].
func MarshalInt(n int) graphql.Marshaler { return MarshalInt64(int64(n)) }

// UnmarshalInt reads a whole number of 32 bits, which is all that the GraphQL
// specification lets Int hold; anything greater is an error, never cut off.
func UnmarshalInt(v any) (int, error) {
	n, err := UnmarshalInt64(v)
	if err != nil {
		return 0, err
	}
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, refuse("%d does not fit in an Int of 32 bits", n)
	}
	return int(n), nil
}

// MarshalInt64 writes a whole number of 64 bits.
func MarshalInt64(n int64) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, strconv.FormatInt(n, 10)) })
}

// UnmarshalInt64 reads a whole number of 64 bits.
func UnmarshalInt64(v any) (int64, error) {
	switch v := v.(type) {
	case int:
		return int64(v), nil
	case int64:
		return v, nil
	case json.Number:
		n, err := strconv.ParseInt(v.String(), 10, 64)
		if err != nil {
			return 0, refuse("%s is no whole number of 64 bits", v)
		}
		return n, nil
	default:
		return 0, refuse("a whole number is wanted, not %T", v)
	}
}
