package sentence

import (
	"encoding/binary"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Numbers of the form ONNX (onnx.proto): the version of the form, that of the operations, and kinds of data.
const (
	formVersion       = 10
	operationsVersion = 20
	runtimeDomain     = "com.microsoft"

	kindFloat   = 1
	kindInteger = 7

	attributeFloat   = 1
	attributeInteger = 2
)

// attribute is a setting of an operation: a float32 or an int64.
type attribute struct {
	name  string
	value any
}

// bytes returns the whole graph as a model of one graph.
func (g *graph) bytes() []byte {
	var inner []byte
	for _, n := range g.nodes {
		inner = message(inner, 1, n)
	}
	inner = text(inner, 2, "sentence model")
	for _, w := range g.weights {
		inner = message(inner, 5, w)
	}
	inner = message(inner, 11, described(Input, kindInteger, symbol("length")))
	inner = message(inner, 12, described(Output, kindFloat, size(g.model.settings.Hidden)))
	out := number(nil, 1, formVersion)
	out = text(out, 2, "causeway")
	out = message(out, 7, inner)
	out = message(out, 8, number(text(nil, 1, ""), 2, operationsVersion))
	return message(out, 8, number(text(nil, 1, runtimeDomain), 2, 1))
}

// node returns an operation with one result.
func node(operation, domain, name string, inputs []string, attributes []attribute) []byte {
	var out []byte
	for _, in := range inputs {
		out = text(out, 1, in)
	}
	out = text(out, 2, name)
	out = text(out, 3, name)
	out = text(out, 4, operation)
	for _, a := range attributes {
		one := text(nil, 1, a.name)
		switch v := a.value.(type) {
		case float32:
			one = protowire.AppendFixed32(protowire.AppendTag(one, 2, protowire.Fixed32Type), math.Float32bits(v))
			one = number(one, 20, attributeFloat)
		case int64:
			one = number(one, 3, v)
			one = number(one, 20, attributeInteger)
		}
		out = message(out, 5, one)
	}
	return text(out, 7, domain)
}

// outside returns a tensor whose numbers lie in the file of weights.
func outside(name string, t tensor) []byte {
	var out []byte
	for _, n := range t.shape {
		out = number(out, 1, n)
	}
	out = number(out, 2, kindFloat)
	out = text(out, 8, name)
	for _, entry := range [][2]string{
		{"location", Weights}, {"offset", strconv.FormatInt(t.offset, 10)}, {"length", strconv.FormatInt(t.length, 10)},
	} {
		out = message(out, 13, text(text(nil, 1, entry[0]), 2, entry[1]))
	}
	return number(out, 14, 1)
}

// constant returns a tensor of whole numbers in one dimension.
func constant(name string, values []int64) []byte {
	out := number(nil, 1, int64(len(values)))
	out = number(out, 2, kindInteger)
	out = text(out, 8, name)
	var raw []byte
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v)) //nolint:gosec // the bits are kept
	}
	return message(out, 9, raw)
}

// described returns an input or output in one dimension.
func described(name string, kind int64, dimension []byte) []byte {
	shape := message(nil, 1, dimension)
	tensor := message(number(nil, 1, kind), 2, shape)
	return message(text(nil, 1, name), 2, message(nil, 1, tensor))
}

func size(n int64) []byte       { return number(nil, 1, n) }
func symbol(name string) []byte { return text(nil, 2, name) }

func message(to []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, field, protowire.BytesType), content)
}

func text(to []byte, field protowire.Number, content string) []byte {
	return protowire.AppendString(protowire.AppendTag(to, field, protowire.BytesType), content)
}

func number(to []byte, field protowire.Number, value int64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(to, field, protowire.VarintType), uint64(value)) //nolint:gosec // as protobuf writes it
}
