package embedding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/wordpiece"
)

// staticModel names the model that the table was made from.
const staticModel = "all-MiniLM-L6-v2 word pieces"

// static makes vectors from the table of word pieces that is part of the program.
type static struct {
	table func() (*wordpiece.Table, error)
}

var _ episodic.Embedder = (*static)(nil)

func newStatic() *static { return &static{table: sync.OnceValues(wordpiece.MiniLM)} }

// staticFingerprint identifies the table and how a text is made of its pieces.
func staticFingerprint() string {
	sum := sha256.Sum256([]byte(ProviderStatic + "\ndistinct pieces, summed\n" + wordpiece.Sum))
	return hex.EncodeToString(sum[:])
}

// Wants implements [episodic.Embedder].
func (e *static) Wants(active episodic.Generation, chunks int) bool {
	return chunks >= leastChunks && active.Fingerprint != staticFingerprint()
}

// Prepare implements [episodic.Embedder]. It reads no more of the project than tells that it is large enough.
func (e *static) Prepare(ctx context.Context, corpus episodic.Corpus) (episodic.ModelData, error) {
	chunks := 0
	for texts, err := range corpus {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return episodic.ModelData{}, fmt.Errorf("count the chunks: %w", err)
		}
		if chunks += len(texts); chunks >= leastChunks {
			break
		}
	}
	if chunks < leastChunks {
		return episodic.ModelData{Provider: ProviderStatic, Model: staticModel}, nil
	}
	t, err := e.table()
	if err != nil {
		return episodic.ModelData{}, fmt.Errorf("read the table of word pieces: %w", err)
	}
	return episodic.ModelData{
		Fingerprint: staticFingerprint(), Provider: ProviderStatic, Model: staticModel, Dimension: t.Dimension, Bytes: []byte(wordpiece.Sum),
	}, nil
}

// Load implements [episodic.Embedder].
func (e *static) Load(data episodic.ModelData) (episodic.Model, error) {
	if data.Fingerprint != staticFingerprint() {
		return nil, fmt.Errorf("%w: its vectors are of provider %q and of another table than this program's", episodic.ErrModelChanged, data.Provider)
	}
	t, err := e.table()
	if err != nil {
		return nil, fmt.Errorf("read the table of word pieces: %w", err)
	}
	return pieceModel{t}, nil
}

// pieceModel makes the vectors of texts from their pieces.
type pieceModel struct{ table *wordpiece.Table }

var _ episodic.Model = pieceModel{}

// Instant implements [episodic.Model].
func (m pieceModel) Instant() bool { return true }

// Embed implements [episodic.Model]. It fails only if ctx has ended.
func (m pieceModel) Embed(ctx context.Context, texts []episodic.EmbedText) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
		}
		vectors[i] = m.sum(text.Plain)
	}
	return vectors, nil
}

// sum returns the normalized sum of the vectors of the distinct pieces of a text; nil if none says anything. A
// word counts once: how often a text repeats it depends on its form more than on its subject.
func (m pieceModel) sum(text string) []float32 {
	pieces := m.table.Pieces(text)
	seen := make(map[int32]bool, len(pieces))
	sum := make([]float32, m.table.Dimension)
	for _, piece := range pieces {
		if !seen[piece] {
			seen[piece] = true
			m.table.Add(sum, piece, 1)
		}
	}
	return normalized(sum)
}
