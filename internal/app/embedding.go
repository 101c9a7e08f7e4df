package app

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/metrics"
	"github.com/causeway-memory/causeway/internal/sentence/install"
	"github.com/causeway-memory/causeway/internal/telemetry"
	lru "github.com/hashicorp/golang-lru/v2"
)

// embeddingCache is the file in the home folder that caches the vectors of embedded texts.
const embeddingCache = "embedding-cache.db"

// openEmbedder returns the configured embedder, nil if there is none.
func openEmbedder(
	cfg config.Config, m *metrics.Metrics, tracing *telemetry.Tracing, log *slog.Logger,
) (episodic.Embedder, func() error, error) {
	o, err := embeddingOptions(cfg)
	if err != nil {
		return nil, nil, err
	}
	o.CachePath, o.Log = filepath.Join(cfg.Home, embeddingCache), log
	o.OnRequest = tracing.Observe(telemetry.Embedding, m.ObserveEmbedding)
	o.OnCache = func(hit bool) { m.ObserveCache("texts", hit) }
	embedder, closer, err := embedding.New(o)
	if err != nil {
		return nil, nil, fmt.Errorf("embedding: %w", err)
	}
	return embedder, closer, nil
}

// embeddingOptions returns the options that follow from the settings, without cache and
// observers.
func embeddingOptions(cfg config.Config) (embedding.Options, error) {
	e := cfg.Embedding
	key, err := embeddingKey(cfg)
	provider := e.Provider
	if provider == config.ProviderAuto {
		provider = ""
	}
	var local embedding.Local
	if provider == config.ProviderLocal && err == nil {
		local, err = findModel(cfg)
	}
	return embedding.Options{
		Provider: provider, URL: e.URL, Model: e.Model, Dimension: e.Dimension, Key: key, Timeout: e.Timeout,
		BatchTokens: e.BatchTokens, TextTokens: e.TextTokens, Local: local,
	}, err
}

// ModelFolder returns the folder in which the sentence model is installed.
func ModelFolder(cfg config.Config) (string, error) {
	if cfg.Embedding.ModelFolder != "" {
		return cfg.Embedding.ModelFolder, nil
	}
	return install.Folder()
}

// modelProgram is the program that runs the sentence model. It lies beside causeway, or on the path.
const modelProgram = "causeway-model"

// findModel returns the installed sentence model and the program that runs it.
func findModel(cfg config.Config) (embedding.Local, error) {
	folder, err := ModelFolder(cfg)
	if err != nil {
		return embedding.Local{}, err
	}
	found, err := install.Find(folder)
	if err != nil {
		return embedding.Local{}, fmt.Errorf("embedding.provider is local: %w", err)
	}
	program := modelProgram
	if own, err := os.Executable(); err == nil {
		if beside := filepath.Join(filepath.Dir(own), modelProgram); fileExists(beside) {
			program = beside
		}
	}
	if program, err = exec.LookPath(program); err != nil {
		return embedding.Local{}, fmt.Errorf("embedding.provider is local: the program %s is neither beside causeway nor on the path: %w", modelProgram, err)
	}
	return embedding.Local{Model: install.ModelName, Folder: found.Model, Library: found.Library, Program: program}, nil
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// cachedQuestions is the capacity of each question cache.
const cachedQuestions = 4_096

// cache is an LRU cache that counts hits and misses.
type cache[V any] struct {
	*lru.Cache[string, V]
	name string
	m    *metrics.Metrics
}

func newCache[V any](name string, m *metrics.Metrics) (episodic.Cache[V], error) {
	held, err := lru.New[string, V](cachedQuestions)
	if err != nil {
		return nil, fmt.Errorf("make the cache of %s: %w", name, err)
	}
	return cache[V]{held, name, m}, nil
}

// Get implements [episodic.Cache].
func (c cache[V]) Get(key string) (V, bool) {
	v, ok := c.Cache.Get(key)
	c.m.ObserveCache(c.name, ok)
	return v, ok
}

// Add implements [episodic.Cache]. It skips long questions, which are unlikely to recur.
func (c cache[V]) Add(key string, value V) {
	if len(key) <= maxCachedKey {
		c.Cache.Add(key, value)
	}
}

// maxCachedKey is the longest question, in bytes, that is cached.
const maxCachedKey = 4 << 10
