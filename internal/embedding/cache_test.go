package embedding_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// once embeds texts with a new embedder, as another process would, and returns its log.
func once(t *testing.T, s *embedtest.Server, o embedding.Options, texts []episodic.EmbedText) string {
	t.Helper()
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	o.URL, o.Model = s.URL, "small"
	e, release, err := embedding.New(o)
	must(t, err)
	m, _ := learnedModel(t, e, nil)
	s.Reset()
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	correct(t, "with "+o.CachePath, texts, vectors)
	must(t, release())
	return log.String()
}

func TestCache_isOfAllProcesses(t *testing.T) {
	s := embedtest.New(t)
	path := filepath.Join(t.TempDir(), "new", "cache.db")
	o := embedding.Options{CachePath: path}
	log := once(t, s, o, numbered(50))
	log += once(t, s, o, numbered(60))
	if got := len(s.Texts()); got != 10+s.Requests() || log != "" {
		t.Errorf("%d texts in %d requests for 10 new ones; the log has %s", got, s.Requests(), log)
	}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			if log := once(t, s, o, numbered(40+30*i)); log != "" && !strings.Contains(log, "busy") {
				t.Errorf("beside others: %s", log)
			}
		})
	}
	wg.Wait()
	if once(t, s, o, numbered(190)); s.Requests() != 0 {
		t.Errorf("%d requests for what every process has asked for", s.Requests())
	}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(path + ending); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", path+ending, info.Mode())
		}
	}
}

func TestCache_isOfOneModel(t *testing.T) {
	s := embedtest.New(t)
	o := embedding.Options{CachePath: filepath.Join(t.TempDir(), "cache.db")}
	once(t, s, o, numbered(5))
	s.Change(func(b *embedtest.Behaviour) { b.Model = "other" })
	_, m, _ := ready(t, s, o)
	vectors, err := m.Embed(t.Context(), numbered(5))
	must(t, err)
	if got := dot(vectors[0], embedtest.Vector("other", numbered(1)[0].Plain, 64)); got < .999 || s.Requests() != 1 {
		t.Errorf("another model's vectors were taken: cosine %v, %d requests", got, s.Requests())
	}
}

func TestCache_tellsHits(t *testing.T) {
	s := embedtest.New(t)
	var hits, misses int
	_, m, _ := ready(t, s, embedding.Options{OnCache: func(hit bool) {
		if hit {
			hits++
		} else {
			misses++
		}
	}})
	for range 4 {
		_, err := m.Embed(t.Context(), numbered(3))
		must(t, err)
	}
	if hits != 9 || misses != 3 {
		t.Errorf("%d hits and %d misses of 12 look-ups", hits, misses)
	}
}

// An unusable file costs requests, but never an answer.
func TestCache_spoiltFiles(t *testing.T) {
	for _, c := range []struct {
		why, log string
		spoil    func(t *testing.T, path string)
		// again means that the file can be used afterwards.
		again bool
	}{
		{"a text file", "replaced by an empty one", func(t *testing.T, path string) {
			must(t, os.WriteFile(path, bytes.Repeat([]byte("no database\n"), 1000), 0o600))
		}, true},
		{"pages that were overwritten", "replaced by an empty one", func(t *testing.T, path string) {
			text, err := os.ReadFile(path)
			must(t, err)
			for i := 4096; i < len(text); i++ {
				text[i] = 'x'
			}
			must(t, os.WriteFile(path, text, 0o600))
		}, true},
		{"half a file", "replaced by an empty one", func(t *testing.T, path string) {
			info, err := os.Stat(path)
			must(t, err)
			must(t, os.Truncate(path, info.Size()/2))
		}, true},
		{"an empty file", "", func(t *testing.T, path string) { must(t, os.Truncate(path, 0)) }, true},
		{"vectors that are none", "", func(t *testing.T, path string) {
			change(t, path, "UPDATE vector SET value = zeroblob(256)")
		}, false},
		{"a database of another application", "another application", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			change(t, path, "CREATE TABLE music (title TEXT)")
		}, false},
		{"a folder", "continuing without it", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			must(t, os.Mkdir(path, 0o700))
		}, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := embedtest.New(t)
			path := filepath.Join(t.TempDir(), "cache.db")
			o := embedding.Options{CachePath: path}
			once(t, s, o, numbered(200))
			c.spoil(t, path)
			before, _ := os.ReadFile(path)
			log := once(t, s, o, numbered(200))
			if !strings.Contains(log, c.log) || c.log == "" && log != "" {
				t.Errorf("the log has %q, want %q", log, c.log)
			}
			if after, _ := os.ReadFile(path); c.log == "another application" && !bytes.Equal(before, after) {
				t.Error("a database of another application was changed")
			}
			once(t, s, o, numbered(200))
			if c.again != (s.Requests() == 0) {
				t.Errorf("%d requests the time after", s.Requests())
			}
		})
	}
}

// change runs a statement on a database.
func change(t *testing.T, path, text string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	must(t, sqlitex.ExecuteTransient(conn, text, nil))
	must(t, conn.Close())
}

func TestCache_isBounded(t *testing.T) {
	s := embedtest.New(t)
	s.Change(func(b *embedtest.Behaviour) { b.Dimension = 512 })
	path := filepath.Join(t.TempDir(), "cache.db")
	o := embedding.Options{CachePath: path, CacheBytes: 200_000, MemoryBytes: 1}
	texts := numbered(600)
	for i := range 20 {
		once(t, s, o, texts[30*i:30*i+30])
	}
	info, err := os.Stat(path)
	must(t, err)
	if info.Size() > 400_000 {
		t.Errorf("the file has %d bytes, 200,000 are allowed", info.Size())
	}
	if once(t, s, o, texts[590:]); s.Requests() != 0 {
		t.Error("the latest vectors are forgotten")
	}
	if once(t, s, o, texts[:10]); s.Requests() == 0 {
		t.Error("the oldest vectors are remembered")
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		why, want string
		options   embedding.Options
	}{
		{"no model", "embedding.model is empty", embedding.Options{URL: "http://h"}},
		{"no address", "embedding.url", embedding.Options{Provider: embedding.ProviderOpenAI, Model: "m"}},
		{"an address that is none", "embedding.url", embedding.Options{URL: "h:1", Model: "m"}},
		{"a negative dimension", "embedding.dimension", embedding.Options{URL: "http://h", Model: "m", Dimension: -1}},
		{"a negative timeout", "embedding.timeout", embedding.Options{URL: "http://h", Model: "m", Timeout: -1}},
		{"no room beside the canary", "4 requests of 1 texts", embedding.Options{URL: "http://h", Model: "m", BatchTexts: 1}},
		{"a negative batch", "embedding.batch_tokens", embedding.Options{URL: "http://h", Model: "m", BatchTokens: -5}},
		{"negative tokens", "embedding.text_tokens", embedding.Options{URL: "http://h", Model: "m", TextTokens: -5}},
		{"an unknown provider", `embedding.provider is "gpt"`, embedding.Options{Provider: "gpt"}},
	} {
		e, release, err := embedding.New(c.options)
		if e != nil || release == nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
	for _, c := range []struct {
		why, want string
		options   embedding.Options
	}{
		{"nothing set", "*embedding.static", embedding.Options{}},
		{"an address", "*embedding.openai", embedding.Options{URL: "http://h", Model: "m"}},
		{"none, which is no typed nil", "<nil>", embedding.Options{Provider: embedding.ProviderNone}},
		{"learned, with an address left over", "*embedding.learned", embedding.Options{Provider: embedding.ProviderLearned, URL: "http://h"}},
	} {
		e, release, err := embedding.New(c.options)
		must(t, err)
		must(t, release())
		if got := fmt.Sprintf("%T", e); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
