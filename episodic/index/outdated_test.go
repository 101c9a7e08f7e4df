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

// ofProvider makes vectors of one provider, and of one model if it has a name.
type ofProvider struct {
	episodic.Embedder
	name, model string
}

func (e ofProvider) Wants(active episodic.Generation, _ int) bool { return active.Provider != e.name }

func (e ofProvider) Load(data episodic.ModelData) (episodic.Model, error) {
	if data.Fingerprint != e.name+e.model {
		return nil, episodic.ErrModelChanged
	}
	return nil, nil
}

// ownModel is a store with the model of every fingerprint.
type ownModel struct{ index.Store }

func (ownModel) GetModel(_ context.Context, _, fingerprint string) (episodic.ModelData, error) {
	return episodic.ModelData{Fingerprint: fingerprint}, nil
}

// TestService_Maintain_otherSettings looks at generations that instances with other settings have made meanwhile: whoever started last decides.
func TestService_Maintain_otherSettings(t *testing.T) {
	made := func(number int, provider, model string) episodic.Generation {
		g := episodic.Generation{Number: number, Recipe: episodic.IndexRecipe, Provider: provider, Model: model, Fingerprint: provider + model, Chunks: 80}
		return g
	}
	for _, c := range []struct {
		why      string
		embedder episodic.Embedder
		active   []episodic.Generation
		want     []bool
	}{
		{"it starts over vectors of others", ofProvider{name: "static"}, []episodic.Generation{made(2, "learned", "")}, []bool{true}},
		{
			"another instance replaces its vectors",
			ofProvider{name: "learned"},
			[]episodic.Generation{made(2, "learned", ""), made(3, "static", ""), made(4, "local", ""), made(5, "learned", ""), made(6, "static", "")},
			[]bool{false, false, false, false, false},
		},
		{"by another model", ofProvider{name: "openai", model: "a"}, []episodic.Generation{made(2, "openai", "a"), made(3, "openai", "b")}, []bool{false, false}},
		{"by none", ofProvider{name: "static"}, []episodic.Generation{made(2, "static", ""), made(3, "", "")}, []bool{false, false}},
		{"it has none, and another has", nil, []episodic.Generation{made(1, "", ""), made(2, "static", "")}, []bool{false, false}},
		{"it starts without", nil, []episodic.Generation{made(2, "static", "")}, []bool{true}},
		{"the project was purged and filled by another", ofProvider{name: "static"}, []episodic.Generation{made(5, "static", ""), made(1, "learned", "")}, []bool{false, true}},
		{
			"its own model has changed",
			ofProvider{name: "openai", model: "a"},
			[]episodic.Generation{made(2, "openai", "a"), {Number: 3, Recipe: episodic.IndexRecipe, Provider: "openai", Model: "a", Fingerprint: "before", Chunks: 80}},
			[]bool{false, true},
		},
		{"of an older recipe", ofProvider{name: "static"}, []episodic.Generation{made(2, "static", ""), {Number: 3, Recipe: 1}}, []bool{false, true}},
	} {
		s := index.New(ownModel{}, &counted{chunks: 80}, c.embedder, time.Now)
		for i, g := range c.active {
			if got, err := s.WantsGeneration(t.Context(), "p", g); err != nil || got != c.want[i] {
				t.Errorf("%s: at generation %d of %q it wants another: %v, %v; want %v", c.why, g.Number, g.Provider, got, err, c.want[i])
			}
		}
	}
}
