package sentence

import (
	"fmt"
	"strconv"
)

// The names of what goes into the graph and comes out.
const (
	// Input are the numbers of the pieces of one text, 64-bit integers in one dimension.
	Input = "pieces"
	// Output is the normalized vector of the text, 32-bit numbers in one dimension.
	Output = "vector"
)

// Graph returns the network in the form ONNX. It holds no numbers: they stay in the file Weights, which the runtime has to find. A text is
// computed alone, so its vector does not depend on other texts, and nothing is padded.
func (m *Model) Graph() ([]byte, error) {
	g := &graph{model: m}
	s := m.settings
	x := g.embedded()
	for i := range s.Layers {
		x = g.layer(i, x)
	}
	mean := g.node("ReduceMean", "mean", []string{x, g.integers("first", 0)}, attribute{"keepdims", int64(0)})
	g.node("LpNormalization", Output, []string{mean}, attribute{"axis", int64(-1)}, attribute{"p", int64(2)})
	if g.err != nil {
		return nil, g.err
	}
	return g.bytes(), nil
}

// graph collects the nodes of a network; the first error is kept.
type graph struct {
	model    *Model
	nodes    [][]byte
	weights  [][]byte
	declared map[string]bool
	err      error
}

// embedded adds the first vectors of the pieces: of the piece, of its place and of the kind of text, normalized.
func (g *graph) embedded() string {
	s := g.model.settings
	words := g.weight("embeddings.word_embeddings.weight", s.Pieces, s.Hidden)
	places := g.weight("embeddings.position_embeddings.weight", s.Places, s.Hidden)
	kinds := g.weight("embeddings.token_type_embeddings.weight", s.Types, s.Hidden)
	first := g.integers("first", 0)
	length := g.node("Shape", "length", []string{Input})
	word := g.node("Gather", "word", []string{words, Input})
	place := g.node("Slice", "place", []string{places, first, length, first})
	kind := g.node("Gather", "kind", []string{kinds, first})
	placed := g.node("Add", "placed", []string{word, place})
	return g.normalized("embeddings.LayerNorm", g.node("Add", "summed", []string{placed, kind}))
}

// layer adds one layer of the encoder: attention and two dense steps, each added to what it began with.
func (g *graph) layer(i int, x string) string {
	s, prefix := g.model.settings, "encoder.layer."+strconv.Itoa(i)+"."
	one := g.integers("first", 0)
	var parts []string
	for _, part := range []string{"query", "key", "value"} {
		flat := g.dense(prefix+"attention.self."+part, x, s.Hidden, s.Hidden)
		parts = append(parts, g.node("Unsqueeze", flat+".rows", []string{flat, one}))
	}
	attended := g.foreign("MultiHeadAttention", prefix+"attended", parts, attribute{"num_heads", s.Heads})
	flat := g.node("Squeeze", prefix+"attended.flat", []string{attended, one})
	y := g.dense(prefix+"attention.output.dense", flat, s.Hidden, s.Hidden)
	x = g.normalized(prefix+"attention.output.LayerNorm", g.node("Add", prefix+"attention.sum", []string{x, y}))
	inner := g.dense(prefix+"intermediate.dense", x, s.Hidden, s.Inner)
	active := g.node("Gelu", prefix+"active", []string{inner})
	y = g.dense(prefix+"output.dense", active, s.Inner, s.Hidden)
	return g.normalized(prefix+"output.LayerNorm", g.node("Add", prefix+"sum", []string{x, y}))
}

// dense adds a product with a matrix, and a constant.
func (g *graph) dense(name, x string, from, to int64) string {
	return g.node("Gemm", name, []string{x, g.weight(name+".weight", to, from), g.weight(name+".bias", to)}, attribute{"transB", int64(1)})
}

// normalized adds a layer normalization.
func (g *graph) normalized(name, x string) string {
	s := g.model.settings
	return g.node("LayerNormalization", name, []string{x, g.weight(name+".weight", s.Hidden), g.weight(name+".bias", s.Hidden)}, attribute{"epsilon", s.Epsilon})
}

// weight declares a tensor of the file of weights.
func (g *graph) weight(name string, shape ...int64) string {
	t, ok := g.model.tensors[name]
	switch {
	case g.err != nil:
	case !ok:
		g.err = fmt.Errorf("there is no tensor %q of 32-bit numbers", name)
	case !t.has(shape...):
		g.err = fmt.Errorf("tensor %q has shape %v, the settings ask for %v", name, t.shape, shape)
	default:
		g.declare(name, outside(name, t))
	}
	return name
}

// integers declares a constant of whole numbers.
func (g *graph) integers(name string, values ...int64) string {
	g.declare(name, constant(name, values))
	return name
}

func (g *graph) declare(name string, weight []byte) {
	if g.declared[name] {
		return
	}
	if g.declared == nil {
		g.declared = map[string]bool{}
	}
	g.declared[name] = true
	g.weights = append(g.weights, weight)
}

// node adds an operation of the standard; its result has its name.
func (g *graph) node(operation, name string, inputs []string, attributes ...attribute) string {
	g.nodes = append(g.nodes, node(operation, "", name, inputs, attributes))
	return name
}

// foreign adds an operation that the runtime has beyond the standard.
func (g *graph) foreign(operation, name string, inputs []string, attributes ...attribute) string {
	g.nodes = append(g.nodes, node(operation, runtimeDomain, name, inputs, attributes))
	return name
}
