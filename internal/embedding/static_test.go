package embedding_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
)

// texts yields one episode of so many chunks.
func texts(n int) episodic.Corpus {
	return func(yield func([]episodic.EmbedText, error) bool) { yield(make([]episodic.EmbedText, n), nil) }
}

func static(t *testing.T) (episodic.Embedder, episodic.ModelData, episodic.Model) {
	t.Helper()
	e, end, err := embedding.New(embedding.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, end()) })
	data, err := e.Prepare(t.Context(), texts(50))
	must(t, err)
	if data.Provider != embedding.ProviderStatic || data.Fingerprint == "" {
		t.Fatalf("the default is %+v", data)
	}
	m, err := e.Load(data)
	must(t, err)
	return e, data, m
}

func TestStatic_embed(t *testing.T) {
	_, data, m := static(t)
	if !m.Instant() {
		t.Error("the model is not instant")
	}
	found, err := m.Embed(t.Context(), []episodic.EmbedText{
		{Plain: "Customers were charged twice"}, {Plain: "duplicate payments"}, {Plain: "how to make a pancake"}, {Plain: "…!"}, {},
	})
	must(t, err)
	if found[3] != nil || found[4] != nil {
		t.Error("a text without a word has a vector")
	}
	for _, v := range found[:3] {
		if len(v) != data.Dimension || math.Abs(dot(v, v)-1) > 1e-5 {
			t.Errorf("a vector of %d numbers and length %.3f", len(v), math.Sqrt(dot(v, v)))
		}
	}
	if near, far := dot(found[0], found[1]), dot(found[0], found[2]); near < far+.1 {
		t.Errorf("the same in other words is as near (%.2f) as another subject (%.2f)", near, far)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Embed(ended, []episodic.EmbedText{{Plain: "x"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestStatic_wants holds that every generation of another model is built anew, once the project is large enough.
func TestStatic_wants(t *testing.T) {
	e, data, _ := static(t)
	own := episodic.Generation{Number: 2, Provider: data.Provider, Model: data.Model, Dimension: data.Dimension, Fingerprint: data.Fingerprint, Chunks: 60}
	learned := episodic.Generation{Number: 2, Provider: embedding.ProviderLearned, Model: "lsa", Dimension: 384, Fingerprint: "f", Chunks: 60}
	for _, c := range []struct {
		why    string
		active episodic.Generation
		chunks int
		want   bool
	}{
		{"too small", episodic.Generation{Number: 1}, 49, false},
		{"large enough", episodic.Generation{Number: 1}, 50, true},
		{"its own vectors", own, 60, false},
		{"the project has grown, and the table is the same", own, 600, false},
		{"those of an earlier version, of another dimension", learned, 60, true},
	} {
		if got := e.Wants(c.active, c.chunks); got != c.want {
			t.Errorf("%s: %t", c.why, got)
		}
	}
	if small, err := e.Prepare(t.Context(), texts(49)); err != nil || small.Fingerprint != "" {
		t.Errorf("a small project gets %+v, %v", small, err)
	}
	if _, err := e.Load(episodic.ModelData{Provider: embedding.ProviderLearned, Fingerprint: "f"}); !errors.Is(err, episodic.ErrModelChanged) {
		t.Errorf("another model is loaded: %v", err)
	}
	broken := errors.New("broken")
	if _, err := e.Prepare(t.Context(), func(yield func([]episodic.EmbedText, error) bool) { yield(nil, broken) }); !errors.Is(err, broken) {
		t.Errorf("a corpus that cannot be read: %v", err)
	}
}
