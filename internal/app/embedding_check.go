package app

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/engine"
)

// CheckEmbedding says where vectors come from and, for an endpoint, whether it answers and with
// which model. It changes nothing.
func CheckEmbedding(ctx context.Context, cfg config.Config) engine.Check {
	c := engine.Check{Name: "embedding", Level: "ok"}
	o, err := embeddingOptions(cfg)
	var embedder episodic.Embedder
	closer := func() error { return nil }
	if err == nil {
		embedder, closer, err = embedding.New(o)
	}
	if err != nil {
		c.Level, c.Message = "fail", err.Error()
		c.Hint = "Set what is named; `causeway config` shows the settings."
		return c
	}
	defer func() { _ = closer() }() // there is no cache to save
	switch {
	case embedder == nil:
		c.Message = "none: recall goes by words alone (embedding.provider)"
		return c
	case o.Provider == embedding.ProviderLearned:
		c.Message = "learned from the texts of each project; no server is asked"
		return c
	case o.Provider == embedding.ProviderLocal:
		return checkAnswer(ctx, c, cfg, embedder, "Recall goes by words alone until it runs: see `causeway model status`.")
	case cfg.Embedding.URL == "" || o.Provider == embedding.ProviderStatic:
		c.Message = "static: from word pieces whose vectors are part of the program; no server is asked"
		return c
	}
	return checkAnswer(ctx, c, cfg, embedder, "Recall goes by words alone until it answers: check embedding.url, embedding.model and CAUSEWAY_EMBEDDING_KEY.")
}

// checkAnswer asks the model for vectors.
func checkAnswer(ctx context.Context, c engine.Check, cfg config.Config, embedder episodic.Embedder, hint string) engine.Check {
	ctx, cancel := context.WithTimeout(ctx, cfg.Embedding.Timeout)
	defer cancel()
	data, err := embedder.Prepare(ctx, nil)
	if err != nil {
		c.Level, c.Message = "warn", err.Error()
		c.Hint = hint
		return c
	}
	c.Message = fmt.Sprintf("model %q answers with vectors of %d numbers", data.Model, data.Dimension)
	return c
}
