package otlp

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	common "go.opentelemetry.io/proto/otlp/common/v1"
)

// mostDepth is how deep a value may be nested; what is deeper is left out.
const mostDepth = 16

// attributes are those of a span or record, with the names of their convention.
type attributes map[string]any

// read adds attributes. Of equal names the last counts.
func (a attributes) read(list []*common.KeyValue) attributes {
	for _, kv := range list {
		if kv.GetKey() != "" {
			a[kv.GetKey()] = valueOf(kv.GetValue(), mostDepth)
		}
	}
	return a
}

// valueOf returns a value as encoding/json knows it: a text, a number, a truth value, a list, an object or nil.
func valueOf(v *common.AnyValue, depth int) any {
	switch of := v.GetValue().(type) {
	case *common.AnyValue_StringValue:
		return strings.ToValidUTF8(of.StringValue, "�")
	case *common.AnyValue_BoolValue:
		return of.BoolValue
	case *common.AnyValue_IntValue:
		return of.IntValue
	case *common.AnyValue_DoubleValue:
		if math.IsNaN(of.DoubleValue) || math.IsInf(of.DoubleValue, 0) {
			return strconv.FormatFloat(of.DoubleValue, 'g', -1, 64)
		}
		return of.DoubleValue
	case *common.AnyValue_BytesValue:
		return base64.StdEncoding.EncodeToString(of.BytesValue)
	case *common.AnyValue_ArrayValue:
		out := []any{}
		for _, item := range of.ArrayValue.GetValues() {
			if depth > 0 {
				out = append(out, valueOf(item, depth-1))
			}
		}
		return out
	case *common.AnyValue_KvlistValue:
		out := map[string]any{}
		for _, kv := range of.KvlistValue.GetValues() {
			if depth > 0 {
				out[kv.GetKey()] = valueOf(kv.GetValue(), depth-1)
			}
		}
		return out
	}
	return nil
}

// text returns a value as text; empty for none.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(out)
}

// take returns the first attribute of a list of names that says something, and removes all of them: they
// say the same in different conventions.
func (a attributes) take(names ...string) string {
	out := ""
	for _, name := range names {
		value := text(a[name])
		if value == "" || value == "null" {
			delete(a, name)
			continue
		}
		if out == "" {
			out = value
			delete(a, name)
		} else if value == out {
			delete(a, name)
		}
	}
	return out
}

// number returns an attribute that is a number, or a text that is one.
func (a attributes) number(name string) *float64 {
	var n float64
	switch v := a[name].(type) {
	case float64:
		n = v
	case int64:
		n = float64(v)
	case string:
		var err error
		if n, err = strconv.ParseFloat(v, 64); err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil
		}
	default:
		return nil
	}
	delete(a, name)
	return &n
}

// list returns an attribute that is a list of texts, or a JSON text of one, or one text.
func (a attributes) list(name string) []string {
	value := a[name]
	if s, is := value.(string); is {
		var many []any
		if json.Unmarshal([]byte(s), &many) == nil {
			value = many
		}
	}
	delete(a, name)
	switch value := value.(type) {
	case []any:
		var out []string
		for _, v := range value {
			if s := text(v); s != "" {
				out = append(out, s)
			}
		}
		return out
	case string:
		if value != "" {
			return []string{value}
		}
	}
	return nil
}
