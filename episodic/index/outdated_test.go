package index_test

import (
	"context"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
)

// keptModel is a store of which a model is all that there is.
type keptModel struct{ index.Store }

func (keptModel) GetModel(context.Context, string, string) (episodic.ModelData, error) {
	return episodic.ModelData{Fingerprint: "f"}, nil
}

// counted is an index of which the number of chunks is all that there is.
type counted struct {
	episodic.Index
	chunks int
}

func (c *counted) CountChunks(_ context.Context, at []episodic.IndexGeneration) (map[episodic.IndexGeneration]episodic.ChunkCount, error) {
	return map[episodic.IndexGeneration]episodic.ChunkCount{at[0]: {Chunks: c.chunks}}, nil
}

// doubling wants a new model when a project has twice as many chunks.
type doubling struct{ episodic.Embedder }

func (doubling) Wants(active episodic.Generation, chunks int) bool { return chunks >= 2*active.Chunks }

func (doubling) Load(episodic.ModelData) (episodic.Model, error) { return nil, nil }

// TestService_Maintain_whileFilled looks at a project again and again while its chunks grow: during an import a new
// model waits for its end.
func TestService_Maintain_whileFilled(t *testing.T) {
	known := func(chunks int) episodic.Generation {
		return episodic.Generation{Number: 1, Recipe: episodic.IndexRecipe, Fingerprint: "f", Chunks: chunks}
	}
	without := known(0)
	without.Fingerprint = ""
	for _, c := range []struct {
		why    string
		active episodic.Generation
		// chunks are their numbers at one look after the other, want the answers.
		chunks []int
		want   []bool
	}{
		{"a small project gets its model at once", known(500), []int{999, 1000}, []bool{false, true}},
		{"an import is waited for", known(5000), []int{9000, 10000, 12000, 15000, 15100}, []bool{false, false, false, false, true}},
		{"but not without end", known(5000), []int{10000, 20000, 39999, 40000}, []bool{false, false, false, true}},
		{"a first model does not wait", without, []int{10000}, []bool{true}},
		{"one look more after a start", known(5000), []int{10000, 10000}, []bool{false, true}},
	} {
		engine := &counted{}
		s := index.New(keptModel{}, engine, doubling{}, time.Now)
		for i, chunks := range c.chunks {
			engine.chunks = chunks
			if got, err := s.WantsGeneration(t.Context(), "p", c.active); err != nil || got != c.want[i] {
				t.Errorf("%s: at look %d with %d chunks of %d it wants a model: %v, %v; want %v", c.why, i, chunks, c.active.Chunks, got, err, c.want[i])
			}
		}
	}
}
