package recall_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/questions"
)

// The pattern of access: so many questions are asked, out of so many different ones, the n-th
// frequent of them in proportion to 1/n^repeated, which is about how the requests of web
// search fall. About 210 different ones are asked then, half of them once. Beside them an
// episode is written after each writtenEvery questions, as while people work.
const (
	questionsAsked     = 600
	differentQuestions = 250
	repeated           = 1.1
	writtenEvery       = 100
	// hitsAim is what seed 002 asks of repeated access.
	hitsAim = .7
)

// TestCaches_hitRate asks as agents do and reads from /metrics how often the terms and the
// vector of a question were known.
func TestCaches_hitRate(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	s, end, err := harness.Serve(harness.EmbeddedConfig(t), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	p := projectOn(t, s)
	documents := exampleDocuments(t)
	p.ImportAll(documents...)
	harness.Eventually(t, "there are vectors", func() bool { return !p.find(recallQuery, vars{"text": "vectors"}).Degraded })
	texts := manyQuestions(t, documents)
	random := rand.New(rand.NewPCG(2, 70))
	often := rand.NewZipf(random, repeated, 1, differentQuestions-1)
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	before := lookups(t, s)
	asked := map[string]bool{}
	for n := range questionsAsked {
		text := texts[often.Uint64()]
		asked[text] = true
		if got := p.find(recallQuery, vars{"text": text}); got.Degraded {
			t.Fatalf("%q: %s", text, *got.Reason)
		}
		if n%writtenEvery == 0 {
			p.Record(vars{"id": fmt.Sprintf("written-%d", n), "task": text})
		}
	}
	after := lookups(t, s)
	for _, cache := range []string{"terms", "questions"} {
		hits, misses := after[cache+" hit"]-before[cache+" hit"], after[cache+" miss"]-before[cache+" miss"]
		rate := float64(hits) / float64(hits+misses)
		t.Logf("%s: %d of %d look-ups hit, %.3f; %d questions are different", cache, hits, hits+misses, rate, len(asked))
		if rate <= hitsAim || misses < len(asked) || hits+misses < questionsAsked {
			t.Errorf("%s: %d hits and %d misses in %d questions, %d of them different", cache, hits, misses, questionsAsked, len(asked))
		}
	}
}

// lookups are how often each cache was asked, by its name and the result.
func lookups(t *testing.T, s *harness.Service) map[string]int {
	t.Helper()
	_, text := s.Page(t, "/metrics")
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`causeway_cache_lookups_total\{cache="(\w+)",result="(\w+)"\} (\d+)`).FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[3])
		if err != nil {
			t.Fatal(err)
		}
		out[m[1]+" "+m[2]] = n
	}
	return out
}

// exampleDocuments are the example episodes as their files have them.
func exampleDocuments(t *testing.T) []vars {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]vars, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &out[i]); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return out
}

// manyQuestions are the labelled questions and what was done in the examples.
func manyQuestions(t *testing.T, documents []vars) []string {
	t.Helper()
	var out []string
	seen := map[string]bool{}
	add := func(text any) {
		if s, ok := text.(string); ok && s != "" && !seen[s] && len(out) < differentQuestions {
			seen[s] = true
			out = append(out, s)
		}
	}
	for _, q := range load(t, questions.Examples) {
		add(q.Text)
	}
	for _, d := range documents {
		add(d["task"])
		events, _ := d["events"].([]any)
		for _, e := range events {
			event, _ := e.(map[string]any)
			add(event["content"])
		}
	}
	if len(out) < differentQuestions {
		t.Fatalf("there are only %d questions", len(out))
	}
	return out
}
