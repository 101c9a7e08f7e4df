package embedding_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/google/go-cmp/cmp"
)

// topics are groups of words that occur together.
func topics() [][]string {
	return [][]string{
		strings.Fields("deploy rollback release canary cluster pod helm image"),
		strings.Fields("query index table migration sqlite lock transaction schema"),
		strings.Fields("token login session cookie password oauth redirect expiry"),
	}
}

// made returns a corpus of episodes with five chunks each; an episode has one topic, and a chunk
// has some words of the topic and some that occur everywhere.
func made(episodes int) episodic.Corpus {
	return func(yield func([]episodic.EmbedText, error) bool) {
		random := rand.New(rand.NewPCG(3, 1))
		for e := range episodes {
			topic := topics()[e%3]
			var chunks []episodic.EmbedText
			for range 5 {
				terms := []string{"the", "work"}
				for range 4 {
					terms = append(terms, topic[random.IntN(len(topic))])
				}
				chunks = append(chunks, episodic.EmbedText{Terms: terms})
			}
			if !yield(chunks, nil) {
				return
			}
		}
	}
}

func learnedModel(t *testing.T, e episodic.Embedder, corpus episodic.Corpus) (episodic.Model, episodic.ModelData) {
	t.Helper()
	data, err := e.Prepare(t.Context(), corpus)
	must(t, err)
	model, err := e.Load(data)
	must(t, err)
	return model, data
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// vector embeds one text of words.
func vector(t testing.TB, m episodic.Model, words string) []float32 {
	t.Helper()
	list, err := m.Embed(t.Context(), []episodic.EmbedText{{Plain: words, Terms: strings.Fields(words)}})
	must(t, err)
	return list[0]
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestLearned_wordsOfOneTopicAreNear(t *testing.T) {
	m, data := learnedModel(t, embedding.NewLearned(embedding.Bounds{}), made(12))
	if !m.Instant() || data.Provider != embedding.ProviderLearned || data.Dimension != 384 || data.Fingerprint == "" {
		t.Errorf("the model is %v %v, %d numbers, instant %v", data.Provider, data.Fingerprint, data.Dimension, m.Instant())
	}
	question := vector(t, m, "rollback helm")
	near, far := dot(question, vector(t, m, "canary pod image")), dot(question, vector(t, m, "cookie password"))
	if near < .1 || far > near/4 {
		t.Errorf("without a word in common: %v to the same topic, %v to another", near, far)
	}
	if len(question) != 384 || math.Abs(dot(question, question)-1) > 1e-5 {
		t.Errorf("a vector has %d numbers and the length² %v", len(question), dot(question, question))
	}
	if diff := cmp.Diff(question, vector(t, m, "helm rollback")); diff != "" {
		t.Errorf("another order of the words: %v", diff)
	}
	if dot(vector(t, m, "rollback rollback rollback rollback helm"), question) > .9999 {
		t.Error("how often a word stands in a text makes no difference")
	}
}

func TestLearned_saysNothingOfUnknownWords(t *testing.T) {
	m, _ := learnedModel(t, embedding.NewLearned(embedding.Bounds{}), made(20))
	if v := vector(t, m, "quaternion"); v != nil {
		t.Errorf("an unknown word has the vector %v", v)
	}
	if v := vector(t, m, ""); v != nil {
		t.Errorf("no word has the vector %v", v)
	}
	if got := dot(vector(t, m, "quaternion helm"), vector(t, m, "helm")); math.Abs(got-1) > 1e-6 {
		t.Errorf("an unknown word moves a text: %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Embed(ctx, []episodic.EmbedText{{Terms: []string{"helm"}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context ended: %v", err)
	}
}

func TestLearned_isTheSameAgain(t *testing.T) {
	e := embedding.NewLearned(embedding.Bounds{Places: 150})
	_, first := learnedModel(t, e, made(80))
	for _, processors := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(processors)
		_, again := learnedModel(t, embedding.NewLearned(embedding.Bounds{Places: 150}), made(80))
		runtime.GOMAXPROCS(before)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatalf("learned again with %d processors: %s", processors, diff)
		}
	}
	_, other := learnedModel(t, e, made(81))
	if other.Fingerprint == first.Fingerprint {
		t.Error("another corpus has the same fingerprint")
	}
}

// large returns a corpus that makes the matrices larger than the blocks in which they are
// multiplied, and that has more words than get a vector.
func large(episodes int) episodic.Corpus {
	return func(yield func([]episodic.EmbedText, error) bool) {
		random := rand.New(rand.NewPCG(8, 8))
		zipf := rand.NewZipf(random, 1.1, 4, 200_000)
		for range episodes {
			chunks := make([]episodic.EmbedText, 10)
			for i := range chunks {
				for range 60 {
					chunks[i].Terms = append(chunks[i].Terms, fmt.Sprintf("w%x", zipf.Uint64()))
				}
			}
			if !yield(chunks, nil) {
				return
			}
		}
	}
}

func TestLearned_isTheSameWhenLarge(t *testing.T) {
	var prints []string
	for _, processors := range []int{1, 4} {
		before := runtime.GOMAXPROCS(processors)
		data, err := embedding.NewLearned(embedding.Bounds{Words: 2000, Places: 400}).Prepare(t.Context(), large(80))
		runtime.GOMAXPROCS(before)
		must(t, err)
		prints = append(prints, data.Fingerprint)
	}
	if prints[0] != prints[1] {
		t.Error("one and four processors learn different tables")
	}
}

func TestLearned_isBounded(t *testing.T) {
	for _, c := range []struct {
		why    string
		bounds embedding.Bounds
		most   int
	}{
		{"the words that get a vector", embedding.Bounds{Words: 300, Places: 100}, 300},
		{"the words that are counted", embedding.Bounds{Counted: 1500, Places: 100}, 3000},
	} {
		data, err := embedding.NewLearned(c.bounds).Prepare(t.Context(), large(100))
		must(t, err)
		words, err := embedding.Words(data.Bytes)
		must(t, err)
		if len(words) > c.most || len(words) < c.most/10 {
			t.Errorf("%s: %d words have a vector, %d at most are wanted", c.why, len(words), c.most)
		}
		if want := 1 + c.most*(2*384+32); len(data.Bytes) > want {
			t.Errorf("%s: the table has %d bytes, more than %d", c.why, len(data.Bytes), want)
		}
	}
}

// Words outside the sample of documents are not learned.
func TestLearned_takesASample(t *testing.T) {
	counts := map[int]int{}
	for _, places := range []int{20, 10_000} {
		data, err := embedding.NewLearned(embedding.Bounds{Places: places}).Prepare(t.Context(), large(12))
		must(t, err)
		words, err := embedding.Words(data.Bytes)
		must(t, err)
		counts[places] = len(words)
	}
	if counts[20] > counts[10_000]*9/10 || counts[20] < counts[10_000]/10 {
		t.Errorf("%d words of 20 chunks, %d of all 120", counts[20], counts[10_000])
	}
}

func TestLearned_keepsTheTellingWords(t *testing.T) {
	corpus := func(yield func([]episodic.EmbedText, error) bool) {
		for i := range 60 {
			yield([]episodic.EmbedText{{Terms: []string{"common", fmt.Sprintf("%07x", i*7919), "rare" + string(rune('a'+i%26)) + string(rune('a'+i/26))}}}, nil)
		}
	}
	data, err := embedding.NewLearned(embedding.Bounds{Words: 61}).Prepare(t.Context(), corpus)
	must(t, err)
	words, err := embedding.Words(data.Bytes)
	must(t, err)
	for _, word := range words {
		if word != "common" && !strings.HasPrefix(word, "rare") {
			t.Errorf("%q got a vector before a word of letters did", word)
		}
	}
}

func TestLearned_Wants(t *testing.T) {
	active := episodic.Generation{Number: 1, Provider: embedding.ProviderLearned, Model: "lsa", Dimension: 384, Fingerprint: "f", Chunks: 100}
	with := func(change func(g *episodic.Generation)) episodic.Generation {
		g := active
		change(&g)
		return g
	}
	for _, c := range []struct {
		why    string
		active episodic.Generation
		chunks int
		want   bool
	}{
		{"too few to learn from", episodic.Generation{Number: 1}, 49, false},
		{"enough for the first time", episodic.Generation{Number: 1}, 50, true},
		{"the text has not doubled", active, 199, false},
		{"the text has doubled", active, 200, true},
		{"vectors of another provider", with(func(g *episodic.Generation) { g.Provider = embedding.ProviderOpenAI }), 100, true},
		{"another kind of table", with(func(g *episodic.Generation) { g.Model = "older" }), 100, true},
		{"another dimension", with(func(g *episodic.Generation) { g.Dimension = 64 }), 100, true},
		{"vectors of another provider in a small project", with(func(g *episodic.Generation) { g.Provider = embedding.ProviderOpenAI }), 49, false},
		{"nothing could be learned, and nothing has come since", episodic.Generation{Number: 2, Chunks: 60}, 61, false},
		{"nothing could be learned, and much has come since", episodic.Generation{Number: 2, Chunks: 60}, 120, true},
	} {
		if got := embedding.NewLearned(embedding.Bounds{}).Wants(c.active, c.chunks); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

func TestLearned_Prepare_withoutResult(t *testing.T) {
	e := embedding.NewLearned(embedding.Bounds{})
	empty := func(yield func([]episodic.EmbedText, error) bool) { yield(make([]episodic.EmbedText, 60), nil) }
	for _, c := range []struct {
		why    string
		corpus episodic.Corpus
	}{{"49 chunks at most", made(9)}, {"no word at all", empty}} {
		data, err := e.Prepare(t.Context(), c.corpus)
		if err != nil || data.Fingerprint != "" || len(data.Bytes) > 0 {
			t.Errorf("%s: fingerprint %q, error %v", c.why, data.Fingerprint, err)
		}
	}
	gone := errors.New("the graph is gone")
	reads := 0
	broken := func(yield func([]episodic.EmbedText, error) bool) {
		reads++
		made(20)(func(texts []episodic.EmbedText, _ error) bool { return yield(texts, nil) })
		if reads > 1 {
			yield(nil, gone)
		}
	}
	if _, err := e.Prepare(t.Context(), broken); !errors.Is(err, gone) {
		t.Errorf("a corpus that breaks off at the second reading: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Prepare(ctx, made(20)); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context ended: %v", err)
	}
}

func TestLearned_Load_refuses(t *testing.T) {
	e := embedding.NewLearned(embedding.Bounds{})
	_, good := learnedModel(t, e, made(20))
	for _, c := range []struct {
		why, want string
		spoil     func(d *episodic.ModelData)
	}{
		{"another provider", `provider "openai"`, func(d *episodic.ModelData) { d.Provider = embedding.ProviderOpenAI }},
		{"spoilt bytes", "checksum", func(d *episodic.ModelData) { d.Bytes = bytes.Clone(d.Bytes); d.Bytes[100]++; d.Fingerprint = "x" }},
		{"other bytes than those of the fingerprint", "other words", func(d *episodic.ModelData) { d.Fingerprint = strings.Repeat("0", 64) }},
	} {
		data := good
		c.spoil(&data)
		_, err := e.Load(data)
		if !errors.Is(err, episodic.ErrModelChanged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
	if m, err := e.Load(episodic.ModelData{Provider: good.Provider, Fingerprint: good.Fingerprint}); err != nil || vector(t, m, "helm") == nil {
		t.Errorf("a loaded table is not remembered: %v", err)
	}
}

func TestByteCache(t *testing.T) {
	c := embedding.NewByteCache(100)
	for i, bytes := range []int{40, 40, 40, 200} {
		c.Add(fmt.Sprint(i), i, bytes)
	}
	for key, want := range map[string]bool{"0": false, "1": true, "2": true, "3": false} {
		if _, ok := c.Get(key); ok != want {
			t.Errorf("%s is remembered: %v", key, ok)
		}
	}
	c.Get("1")
	c.Add("2", 22, 50)
	c.Add("4", 4, 30)
	if _, ok := c.Get("1"); ok {
		t.Error("what was used least recently is remembered")
	}
	if v, ok := c.Get("2"); !ok || v != 22 {
		t.Errorf("what was added again is %v", v)
	}
	c.Add("5", 5, 20)
	if v, ok := c.Get("4"); !ok || v != 4 {
		t.Error("bytes of what was replaced or dropped are still counted")
	}
}
