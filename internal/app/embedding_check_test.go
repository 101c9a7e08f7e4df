package app_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
)

func TestCheckEmbedding(t *testing.T) {
	server := embedtest.New(t)
	asking := config.Embedding{Provider: config.ProviderAuto, URL: server.URL, Model: "words"}
	other := func(change func(*config.Embedding)) config.Embedding {
		e := asking
		change(&e)
		return e
	}
	cases := map[string]struct {
		why       string
		embedding config.Embedding
		server    embedtest.Behaviour
		level     string
		// says are parts of the message; hints says whether there is something to fix.
		says  []string
		hints bool
		// requests is the number of requests to the server.
		requests int
	}{
		"by default": {
			why: "nothing has to be configured", embedding: config.Embedding{Provider: config.ProviderAuto},
			level: "ok", says: []string{"static", "part of the program"},
		},
		"static": {
			why: "the provider goes before the address", embedding: other(func(e *config.Embedding) { e.Provider = config.ProviderStatic }),
			level: "ok", says: []string{"static"},
		},
		"learned": {
			why: "the provider goes before the address", embedding: other(func(e *config.Embedding) { e.Provider = config.ProviderLearned }),
			level: "ok", says: []string{"learned"},
		},
		"local": {
			why: "what is missing is named, and how to get it", level: "fail", says: []string{"causeway model install"}, hints: true,
			embedding: config.Embedding{Provider: config.ProviderLocal, ModelFolder: "testdata/none"},
		},
		"none": {
			why: "words are enough", embedding: other(func(e *config.Embedding) { e.Provider = config.ProviderNone }),
			level: "ok", says: []string{"none", "words alone"},
		},
		"answers": {
			why: "the length is the model's", embedding: asking, server: embedtest.Behaviour{Dimension: 48},
			level: "ok", says: []string{`"words"`, "48 numbers"}, requests: 1,
		},
		"another length": {
			why: "what is set is checked", embedding: other(func(e *config.Embedding) { e.Dimension = 96 }), server: embedtest.Behaviour{Dimension: 48},
			level: "warn", says: []string{"48", "96", "embedding.dimension"}, hints: true, requests: 1,
		},
		"no key": {
			why: "the variable is named", embedding: asking, server: embedtest.Behaviour{Key: "secret"},
			level: "warn", says: []string{"CAUSEWAY_EMBEDDING_KEY"}, hints: true, requests: 1,
		},
		"another model": {
			why: "the setting is named", embedding: asking, server: embedtest.Behaviour{Only: "letters"},
			level: "warn", says: []string{`"words"`, "embedding.model"}, hints: true, requests: 1,
		},
		"slow": {
			why: "it is not waited for longer than for any request", embedding: other(func(e *config.Embedding) { e.Timeout = 100 * time.Millisecond }),
			server: embedtest.Behaviour{Delay: 5 * time.Second}, level: "warn", says: []string{"embedding"}, hints: true, requests: 1,
		},
		"no model": {
			why: "causeway would not start", embedding: other(func(e *config.Embedding) { e.Model = "" }),
			level: "fail", says: []string{"embedding.model"}, hints: true,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			server.Reset()
			server.Change(func(b *embedtest.Behaviour) { *b = c.server })
			cfg := config.Default()
			cfg.Home = t.TempDir()
			timeout, batch, text := cfg.Embedding.Timeout, cfg.Embedding.BatchTokens, cfg.Embedding.TextTokens
			cfg.Embedding = c.embedding
			cfg.Embedding.BatchTokens, cfg.Embedding.TextTokens = batch, text
			if cfg.Embedding.Timeout == 0 {
				cfg.Embedding.Timeout = timeout
			}
			got := app.CheckEmbedding(t.Context(), cfg)
			if got.Name != "embedding" || got.Level != c.level || (got.Hint != "") != c.hints {
				t.Errorf("%s: %+v", c.why, got)
			}
			for _, part := range c.says {
				if !strings.Contains(got.Message, part) {
					t.Errorf("%s: %q does not say %q", c.why, got.Message, part)
				}
			}
			if n := server.Requests(); n != c.requests {
				t.Errorf("%s: %d requests, want %d", c.why, n, c.requests)
			}
			if left, err := os.ReadDir(cfg.Home); err != nil || len(left) > 0 {
				t.Errorf("something was written: %v, %v", left, err)
			}
		})
	}
}
