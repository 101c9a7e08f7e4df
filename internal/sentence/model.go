package sentence

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/causeway-memory/causeway/internal/wordpiece"
)

// The files of a model.
const (
	// Weights is the file with the numbers, in the form safetensors.
	Weights = "model.safetensors"
	// Vocabulary is the file with the vocabulary.
	Vocabulary = "tokenizer.json"
	// Settings is the file with the sizes of the network.
	Settings = "config.json"
)

const (
	// maxFile bounds the files that are read whole, in bytes.
	maxFile = 16 << 20
	// maxPieces is the number of pieces after which a text is cut, the two marks included: the model was trained on no longer texts.
	maxPieces = 256
)

// Model is a sentence model of the BERT family that averages the vectors of its pieces, as all-MiniLM-L6-v2 does. It is safe for
// concurrent use.
type Model struct {
	settings   settings
	vocabulary *wordpiece.Vocabulary
	tensors    map[string]tensor
	// start and end are the pieces that mark the ends of a text.
	start, end int64
}

// settings are the sizes of the network.
type settings struct {
	Kind       string  `json:"model_type"`
	Activation string  `json:"hidden_act"`
	Positions  string  `json:"position_embedding_type"`
	Hidden     int64   `json:"hidden_size"`
	Inner      int64   `json:"intermediate_size"`
	Heads      int64   `json:"num_attention_heads"`
	Layers     int     `json:"num_hidden_layers"`
	Places     int64   `json:"max_position_embeddings"`
	Types      int64   `json:"type_vocab_size"`
	Pieces     int64   `json:"vocab_size"`
	Epsilon    float32 `json:"layer_norm_eps"`
}

// Open reads a model from its folder. The error names the file and what is wrong with it.
func Open(folder string) (*Model, error) {
	m := &Model{}
	for _, part := range []struct {
		file string
		read func(path string) error
	}{{Settings, m.readSettings}, {Vocabulary, m.readTokenizer}, {Weights, m.readWeights}} {
		if err := part.read(filepath.Join(folder, part.file)); err != nil {
			return nil, fmt.Errorf("read %s of the sentence model in %s: %w", part.file, folder, err)
		}
	}
	return m, nil
}

// Dimension is the number of components of a vector.
func (m *Model) Dimension() int { return int(m.settings.Hidden) }

// Pieces returns the numbers of the pieces of a text between the two that mark its ends. The end of a long text is left out.
func (m *Model) Pieces(text string) []int64 {
	found := m.vocabulary.Pieces(text)
	found = found[:min(len(found), maxPieces-2, int(m.settings.Places)-2)]
	pieces := make([]int64, 0, len(found)+2)
	pieces = append(pieces, m.start)
	for _, piece := range found {
		pieces = append(pieces, int64(piece))
	}
	return append(pieces, m.end)
}

func (m *Model) readSettings(path string) error {
	if err := readJSON(path, &m.settings); err != nil {
		return err
	}
	s := m.settings
	switch {
	case s.Kind != "bert" || s.Activation != "gelu" || s.Positions != "absolute" && s.Positions != "":
		return fmt.Errorf("it is of kind %q with activation %q and positions %q; only models of kind bert with gelu and absolute positions can run", s.Kind, s.Activation, s.Positions)
	case s.Heads < 1 || s.Hidden%s.Heads != 0:
		return fmt.Errorf("%d numbers cannot be divided among %d heads", s.Hidden, s.Heads)
	case !(s.Epsilon > 0):
		return errors.New("layer_norm_eps is not positive")
	}
	for name, size := range map[string][3]int64{
		"hidden_size": {s.Hidden, 1, 1 << 12}, "intermediate_size": {s.Inner, 1, 1 << 16}, "num_hidden_layers": {int64(s.Layers), 1, 48},
		"max_position_embeddings": {s.Places, 3, 1 << 20}, "type_vocab_size": {s.Types, 1, 1 << 10}, "vocab_size": {s.Pieces, 1, 1 << 24},
	} {
		if size[0] < size[1] || size[0] > size[2] {
			return fmt.Errorf("%s is %d; it has to lie between %d and %d", name, size[0], size[1], size[2])
		}
	}
	return nil
}

func (m *Model) readTokenizer(path string) error {
	var file struct {
		Normalizer struct {
			Type      string `json:"type"`
			Lowercase bool   `json:"lowercase"`
		} `json:"normalizer"`
		Model struct {
			Type  string           `json:"type"`
			Vocab map[string]int64 `json:"vocab"`
		} `json:"model"`
	}
	if err := readJSON(path, &file); err != nil {
		return err
	}
	if file.Model.Type != "WordPiece" || file.Normalizer.Type != "BertNormalizer" || !file.Normalizer.Lowercase {
		return fmt.Errorf("it cuts texts by %q after %q (lowercase %v); only WordPiece after a BertNormalizer in lower case can run",
			file.Model.Type, file.Normalizer.Type, file.Normalizer.Lowercase)
	}
	pieces, err := ordered(file.Model.Vocab)
	if err != nil {
		return err
	}
	if int64(len(pieces)) > m.settings.Pieces {
		return fmt.Errorf("it has %d pieces, the settings say %d", len(pieces), m.settings.Pieces)
	}
	var starts, ends bool
	m.start, starts = file.Model.Vocab["[CLS]"]
	m.end, ends = file.Model.Vocab["[SEP]"]
	if !starts || !ends {
		return errors.New("its vocabulary lacks [CLS] or [SEP], which mark the ends of a text")
	}
	m.vocabulary, err = wordpiece.NewVocabulary(pieces)
	return err
}

// ordered returns the pieces by their numbers, which have to be 0, 1, 2 and so on.
func ordered(vocabulary map[string]int64) ([]string, error) {
	pieces, taken := make([]string, len(vocabulary)), make([]bool, len(vocabulary))
	for piece, number := range vocabulary {
		if number < 0 || number >= int64(len(pieces)) || taken[number] {
			return nil, fmt.Errorf("piece %q has number %d, which is taken or out of range", piece, number)
		}
		pieces[number], taken[number] = piece, true
	}
	return pieces, nil
}

func (m *Model) readWeights(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if m.tensors, err = readTensors(file, info.Size()); err != nil {
		return err
	}
	_, err = m.Graph()
	return err
}

// readJSON reads a file that is not long.
func readJSON(path string, into any) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > maxFile {
		return fmt.Errorf("it has %d bytes, more than %d", info.Size(), maxFile)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
