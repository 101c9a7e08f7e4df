package embedding_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
)

const secret = "sk-do-not-tell-0123456789"

// open makes an embedder of the test server with short pauses.
func open(t *testing.T, s *embedtest.Server, o embedding.Options) episodic.Embedder {
	t.Helper()
	if o.URL == "" {
		o.URL = s.URL
	}
	o.Provider, o.Model = embedding.ProviderOpenAI, cmp.Or(o.Model, "small")
	e, release, err := embedding.NewQuick(o, 5*time.Millisecond, 300*time.Millisecond)
	must(t, err)
	t.Cleanup(func() { must(t, release()) })
	return e
}

// ready also prepares and loads the model, and resets the server's counters.
func ready(t *testing.T, s *embedtest.Server, o embedding.Options) (episodic.Embedder, episodic.Model, episodic.ModelData) {
	t.Helper()
	e := open(t, s, o)
	m, data := learnedModel(t, e, nil)
	s.Reset()
	return e, m, data
}

func plain(texts ...string) []episodic.EmbedText {
	out := make([]episodic.EmbedText, len(texts))
	for i, text := range texts {
		out[i].Plain = text
	}
	return out
}

func numbered(n int) []episodic.EmbedText {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("event %d of the deploy", i)
	}
	return plain(texts...)
}

// correct checks that each vector is the server's vector of its text.
func correct(t *testing.T, why string, texts []episodic.EmbedText, vectors [][]float32) {
	t.Helper()
	if len(vectors) != len(texts) {
		t.Fatalf("%s: %d vectors for %d texts", why, len(vectors), len(texts))
	}
	for i, text := range texts {
		if got := dot(vectors[i], embedtest.Vector("", text.Plain, len(vectors[i]))); math.Abs(got-1) > 1e-5 {
			t.Errorf("%s: text %d has another text's vector, cosine %v", why, i, got)
		}
	}
}

func TestRemote_Embed(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(b *embedtest.Behaviour)
	}{
		{"base64", func(*embedtest.Behaviour) {}},
		{"lists of numbers", func(b *embedtest.Behaviour) { b.Lists = true }},
		{"answers out of order", func(b *embedtest.Behaviour) { b.Reverse = true }},
		{"vectors of another length than 1", func(b *embedtest.Behaviour) {
			b.Spoil = func(_ []string, entries []embedtest.Entry) []embedtest.Entry {
				for _, e := range entries {
					for i := range e.Vector {
						e.Vector[i] *= 7
					}
				}
				return entries
			}
		}},
	} {
		s := embedtest.New(t)
		s.Change(func(b *embedtest.Behaviour) { b.Key = secret })
		s.Change(c.change)
		_, m, data := ready(t, s, embedding.Options{Key: secret})
		if m.Instant() || data.Dimension != 64 || data.Provider != embedding.ProviderOpenAI || data.Model != "small" {
			t.Errorf("%s: the model is %v %v of %d numbers", c.why, data.Provider, data.Model, data.Dimension)
		}
		texts := numbered(40)
		vectors, err := m.Embed(t.Context(), texts)
		must(t, err)
		correct(t, c.why, texts, vectors)
	}
}

func TestRemote_Embed_asksForEachTextOnce(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	vectors, err := m.Embed(t.Context(), plain("a deploy", "", "a deploy", "  \n", " a deploy ", "bad \xff bytes"))
	must(t, err)
	if vectors[1] != nil || vectors[3] != nil || vectors[0] == nil || vectors[5] == nil {
		t.Errorf("a text of nothing has the vectors %v and %v", vectors[1], vectors[3])
	}
	if dot(vectors[0], vectors[2]) < .99 || dot(vectors[0], vectors[4]) < .99 {
		t.Error("the same text has different vectors")
	}
	if got := s.Texts(); s.Requests() != 1 || len(got) != 3 {
		t.Errorf("%d requests, %q; want one with two texts and a canary", s.Requests(), got)
	}
	vectors[0][0] = 42
	again, err := m.Embed(t.Context(), plain("a deploy"))
	must(t, err)
	if again[0][0] == 42 || s.Requests() != 1 {
		t.Errorf("what a caller does to a vector is remembered, or a text was asked for again (%d requests)", s.Requests())
	}
	if vectors, err := m.Embed(t.Context(), nil); err != nil || len(vectors) != 0 || s.Requests() != 1 {
		t.Errorf("no texts: %v, %v", vectors, err)
	}
}

func TestRemote_Embed_boundsRequests(t *testing.T) {
	s := embedtest.New(t)
	s.Change(func(b *embedtest.Behaviour) { b.MaxTexts = 8; b.Delay = 5 * time.Millisecond })
	_, m, _ := ready(t, s, embedding.Options{BatchTexts: 8, Concurrency: 3})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			if _, err := m.Embed(t.Context(), numbered(70)[i*10:]); err != nil {
				t.Errorf("embed: %v", err)
			}
		})
	}
	wg.Wait()
	if most := s.MostAtOnce(); most > 3 || most < 2 {
		t.Errorf("%d requests at one time, 3 are allowed", most)
	}
	s.Reset()
	_, m, _ = ready(t, s, embedding.Options{BatchTokens: 40})
	texts := numbered(30)
	_, err := m.Embed(t.Context(), texts)
	must(t, err)
	if n := embedding.Tokens(texts[0].Plain); s.Requests() < 30*n/40 || s.Requests() > 30*n/20 {
		t.Errorf("%d requests for 30 texts of %d tokens, 40 a request", s.Requests(), n)
	}
}

func TestRemote_Embed_aQuestionDoesNotWaitForAnIndex(t *testing.T) {
	const requests = 1_000 // that the index needs, one minute of them
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{BatchTexts: 2, Concurrency: 1})
	s.Change(func(b *embedtest.Behaviour) { b.Delay = 60 * time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := m.Embed(ctx, numbered(2*requests))
		done <- err
	}()
	time.Sleep(20 * time.Millisecond)
	_, err := m.Embed(t.Context(), plain("have we been here before?"))
	must(t, err)
	if n := s.Requests(); n > requests {
		t.Errorf("a question was answered after %d requests, when the index had been built", n)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the index ended with %v", err)
	}
}

func TestRemote_Embed_aRefusedTextBlocksNoOther(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{BatchTexts: 17})
	s.Change(func(b *embedtest.Behaviour) { b.Refuse = "poison" })
	texts := numbered(40)
	texts[21].Plain = "a little poison"
	_, err := m.Embed(t.Context(), texts)
	if err == nil || errors.Is(err, episodic.ErrUnavailable) || errors.Is(err, episodic.ErrModelChanged) || !strings.Contains(err.Error(), "refuses a text") {
		t.Fatalf("a refused text: %v", err)
	}
	if s.Requests() > 16 {
		t.Errorf("%d requests to find one text of 40", s.Requests())
	}
	s.Reset()
	texts = append(texts[:21], texts[22:]...)
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	correct(t, "the others", texts, vectors)
	if s.Requests() != 0 {
		t.Errorf("%d requests for texts that were taken beside the refused one", s.Requests())
	}
}

func TestRemote_Embed_cutsWhatIsTooLong(t *testing.T) {
	long := strings.Repeat("the deploy was rolled back again, ", 400)
	for _, c := range []struct {
		why         string
		options     embedding.Options
		change      func(b *embedtest.Behaviour)
		least, most int
	}{
		{"at the setting", embedding.Options{TextTokens: 100}, func(*embedtest.Behaviour) {}, 200, 500},
		{"at what the endpoint takes", embedding.Options{}, func(b *embedtest.Behaviour) { b.MaxBytes = 3000 }, 1000, 3000},
	} {
		s := embedtest.New(t)
		_, m, _ := ready(t, s, c.options)
		s.Change(c.change)
		vectors, err := m.Embed(t.Context(), plain("short", long, "brief"))
		must(t, err)
		if vectors[0] == nil || vectors[1] == nil || vectors[2] == nil {
			t.Errorf("%s: a text has no vector", c.why)
		}
		sent := 0
		for _, text := range s.Texts() {
			if strings.HasPrefix(text, "the deploy was rolled back again") {
				sent = len(text)
			}
		}
		if sent < c.least || sent > c.most {
			t.Errorf("%s: %d bytes were sent", c.why, sent)
		}
		before := s.Requests()
		_, err = m.Embed(t.Context(), plain(long))
		must(t, err)
		if s.Requests() != before {
			t.Errorf("%s: the long text is not remembered", c.why)
		}
	}
}

func TestRemote_Embed_smallerBatchesThanSet(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.MaxTexts = 5 })
	texts := numbered(60)
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	correct(t, "an endpoint that takes 5 texts", texts, vectors)
}
