package embedding_test

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
)

// Without any setting, vectors are learned from the project; data is what the project stores.
func Example() {
	embedder, release, err := embedding.New(embedding.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = release() }()
	ctx := context.Background()
	data, err := embedder.Prepare(ctx, made(12))
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
		{Terms: []string{"deploy", "rollback"}}, {Terms: []string{"canary", "release"}}, {Terms: []string{"xylophone"}},
	})
	fmt.Println(data.Model, data.Dimension, dot(vectors[0], vectors[1]) > 0, vectors[2] == nil, err)
	// Output: lsa 384 true true <nil>
}
