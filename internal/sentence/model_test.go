package sentence_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/sentence"
)

// shapes are the tensors of a small model: 2 layers, 8 numbers in 2 heads.
func shapes() map[string][]int {
	s := map[string][]int{
		"embeddings.word_embeddings.weight": {7, 8}, "embeddings.position_embeddings.weight": {6, 8}, "embeddings.token_type_embeddings.weight": {2, 8},
		"embeddings.LayerNorm.weight": {8}, "embeddings.LayerNorm.bias": {8},
	}
	for i := range 2 {
		prefix := fmt.Sprintf("encoder.layer.%d.", i)
		for name, shape := range map[string][2]int{
			"attention.self.query": {8, 8}, "attention.self.key": {8, 8}, "attention.self.value": {8, 8}, "attention.output.dense": {8, 8},
			"intermediate.dense": {16, 8}, "output.dense": {8, 16},
		} {
			s[prefix+name+".weight"], s[prefix+name+".bias"] = shape[:], shape[:1]
		}
		for _, name := range []string{"attention.output.LayerNorm", "output.LayerNorm"} {
			s[prefix+name+".weight"], s[prefix+name+".bias"] = []int{8}, []int{8}
		}
	}
	return s
}

// weights returns a file of tensors without numbers other than 0.
func weights(t testing.TB, of map[string][]int) []byte {
	t.Helper()
	header, at := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, 0
	for name, shape := range of {
		size := 4
		for _, n := range shape {
			size *= n
		}
		header[name] = map[string]any{"dtype": "F32", "shape": shape, "data_offsets": []int{at, at + size}}
		at += size
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text, make([]byte, at))
}

const (
	config = `{"model_type": "bert", "hidden_act": "gelu", "hidden_size": 8, "intermediate_size": 16, "num_attention_heads": 2,
		"num_hidden_layers": 2, "max_position_embeddings": 6, "type_vocab_size": 2, "vocab_size": 7, "layer_norm_eps": 1e-12}`
	tokenizer = `{"normalizer": {"type": "BertNormalizer", "lowercase": true}, "model": {"type": "WordPiece",
		"vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "pay": 4, "##ment": 5, "twice": 6}}}`
)

// folder writes a model whose files are changed.
func folder(t testing.TB, change map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{sentence.Settings: config, sentence.Vocabulary: tokenizer, sentence.Weights: string(weights(t, shapes()))}
	for name, text := range change {
		files[name] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	m, err := sentence.Open(folder(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if m.Dimension() != 8 {
		t.Errorf("dimension %d", m.Dimension())
	}
	for text, want := range map[string][]int64{
		"":                         {2, 3},
		"Payment twice":            {2, 4, 5, 6, 3},
		"refund pay":               {2, 1, 4, 3},
		"pay twice pay twice pay!": {2, 4, 6, 4, 6, 3}, // six places
	} {
		if got := m.Pieces(text); !slices.Equal(got, want) {
			t.Errorf("%q: pieces %v, want %v", text, got, want)
		}
	}
	graph, err := m.Graph()
	if err != nil {
		t.Fatal(err)
	}
	for name := range shapes() {
		if !bytes.Contains(graph, []byte(name)) {
			t.Errorf("the graph does not use %s", name)
		}
	}
}

func TestOpen_invalid(t *testing.T) {
	without := func(name string) string {
		s := shapes()
		delete(s, name)
		return string(weights(t, s))
	}
	other := shapes()
	other["encoder.layer.1.output.dense.weight"] = []int{16, 8}
	for _, c := range []struct {
		why, file, text, want string
	}{
		{"no JSON", sentence.Settings, "{", "config.json"},
		{"another kind", sentence.Settings, strings.Replace(config, "bert", "gpt2", 1), `"gpt2"`},
		{"another activation", sentence.Settings, strings.Replace(config, "gelu", "relu", 1), `"relu"`},
		{"heads that do not divide", sentence.Settings, strings.Replace(config, `heads": 2`, `heads": 3`, 1), "3 heads"},
		{"no layers", sentence.Settings, strings.Replace(config, `layers": 2`, `layers": 0`, 1), "num_hidden_layers is 0"},
		{"no epsilon", sentence.Settings, strings.Replace(config, "1e-12", "0", 1), "layer_norm_eps"},
		{"more layers than weights", sentence.Settings, strings.Replace(config, `layers": 2`, `layers": 3`, 1), "encoder.layer.2."},
		{"another tokenizer", sentence.Vocabulary, strings.Replace(tokenizer, "WordPiece", "BPE", 1), `"BPE"`},
		{"capitals count", sentence.Vocabulary, strings.Replace(tokenizer, "true", "false", 1), "lowercase false"},
		{"a number twice", sentence.Vocabulary, strings.Replace(tokenizer, `"twice": 6`, `"twice": 5`, 1), "number 5"},
		{"a number too large", sentence.Vocabulary, strings.Replace(tokenizer, `"twice": 6`, `"twice": 7`, 1), "number 7"},
		{"no mark of the end", sentence.Vocabulary, strings.Replace(tokenizer, "[SEP]", "[END]", 1), "[SEP]"},
		{"no unknown piece", sentence.Vocabulary, strings.Replace(tokenizer, "[UNK]", "[WHO]", 1), "[UNK]"},
		{"more pieces than weights", sentence.Settings, strings.Replace(config, `vocab_size": 7`, `vocab_size": 6`, 1), "7 pieces"},
		{"an empty file", sentence.Weights, "", "length of the header"},
		{"a tensor is missing", sentence.Weights, without("encoder.layer.1.attention.self.key.bias"), "attention.self.key.bias"},
		{"a tensor of another shape", sentence.Weights, string(weights(t, other)), "encoder.layer.1.output.dense.weight"},
		{"a file that was cut", sentence.Weights, string(weights(t, shapes())[:4_000]), "outside of the file"},
		{"halves", sentence.Weights, strings.ReplaceAll(string(weights(t, shapes())), `"F32"`, `"F16"`), "no tensor"},
	} {
		_, err := sentence.Open(folder(t, map[string]string{c.file: c.text}))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file) && c.file != sentence.Settings {
			t.Errorf("%s: %v does not name %s and %s", c.why, err, c.file, c.want)
		}
	}
	if _, err := sentence.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), sentence.Settings) {
		t.Errorf("an empty folder: %v", err)
	}
}

// FuzzTensors looks for headers that lead outside of the file.
func FuzzTensors(f *testing.F) {
	f.Add(weights(f, map[string][]int{"a": {2, 3}, "b": {1}}))
	for _, header := range []string{
		`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, `{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}}`,
		`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[-4,0]}}`, `{"a":{"dtype":"F32","shape":[],"data_offsets":[4,8]}}`, `{"a":1}`,
	} {
		f.Add(slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), []byte(header), make([]byte, 8)))
	}
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		shapes, err := sentence.ReadTensors(bytes.NewReader(data), int64(len(data)))
		if err == nil && len(shapes) > len(data) {
			t.Errorf("%d tensors in %d bytes", len(shapes), len(data))
		}
	})
}

// FuzzTokenizer looks for vocabularies whose pieces are out of the range of the weights.
func FuzzTokenizer(f *testing.F) {
	f.Add(tokenizer, "Payment twice")
	f.Add(strings.Replace(tokenizer, "##ment", "##", 1), "pay##")
	f.Add(strings.Replace(tokenizer, "pay", "", 1), "")
	dir := folder(f, nil)
	f.Fuzz(func(t *testing.T, file, text string) {
		if err := os.WriteFile(filepath.Join(dir, sentence.Vocabulary), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := sentence.Open(dir)
		if err != nil {
			return
		}
		pieces := m.Pieces(text)
		if len(pieces) < 2 || len(pieces) > 6 || slices.Min(pieces) < 0 || slices.Max(pieces) > 6 {
			t.Errorf("pieces %v", pieces)
		}
	})
}
