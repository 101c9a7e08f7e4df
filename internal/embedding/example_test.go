package embedding_test

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
)

// Without any setting, vectors are those of word pieces; data is what the project stores.
func Example() {
	embedder, release, err := embedding.New(embedding.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = release() }()
	ctx := context.Background()
	data, err := embedder.Prepare(ctx, texts(50))
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := embedder.Load(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	vectors, err := model.Embed(ctx, []episodic.EmbedText{
		{Plain: "charged twice"}, {Plain: "duplicate payment"}, {Plain: "…"},
	})
	fmt.Println(data.Model, data.Dimension, dot(vectors[0], vectors[1]) > .3, vectors[2] == nil, err)
	// Output: all-MiniLM-L6-v2 word pieces 256 true true <nil>
}
