package questions_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/questions"
)

// leastOfAKind is how many questions a figure by kind rests on at least.
const leastOfAKind = 12

func load(t *testing.T, from func() ([]questions.Question, error)) []questions.Question {
	t.Helper()
	list, err := from()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// exampleChunks returns the chunks of the examples, by episode.
func exampleChunks(t *testing.T) map[string][]episodic.Chunk {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]episodic.Chunk{}
	for _, name := range names {
		text, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		var e episodic.Episode
		if err := json.Unmarshal(text, &e); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[e.ID] = chunk.Chunks(episodic.Stored{Project: "p", Episode: p.Episode, Revision: 1}).Chunks
	}
	return out
}

// exampleTerms returns all terms that the examples are found by, by episode.
func exampleTerms(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for id, chunks := range exampleChunks(t) {
		for _, c := range chunks {
			out[id] = append(out[id], strings.Fields(c.Own)...)
		}
	}
	return out
}

func TestExamples_labels(t *testing.T) {
	terms := exampleTerms(t)
	count, ids, texts := map[questions.Kind]int{}, map[string]bool{}, map[string]bool{}
	for _, q := range load(t, questions.Examples) {
		count[q.Kind]++
		if ids[q.ID] || texts[q.Text] || q.Text == "" {
			t.Errorf("%s %q is there twice, or empty", q.ID, q.Text)
		}
		ids[q.ID], texts[q.Text] = true, true
		if (len(q.Episodes) == 0) != (q.Kind == questions.KindNone) {
			t.Errorf("%s has %d answers", q.ID, len(q.Episodes))
		}
		if q.Kind == questions.KindSeveral && len(q.Episodes) < 2 {
			t.Errorf("%s is about several episodes and has %v", q.ID, q.Episodes)
		}
		for _, id := range q.Episodes {
			if terms[id] == nil {
				t.Errorf("%s is answered by %s, which is no example", q.ID, id)
			}
		}
	}
	for _, kind := range questions.Kinds() {
		if count[kind] < leastOfAKind {
			t.Errorf("%d questions of kind %s, want %d", count[kind], kind, leastOfAKind)
		}
	}
	if len(count) != len(questions.Kinds()) || len(ids) < 90 {
		t.Errorf("%d questions of kinds %v", len(ids), count)
	}
}

func TestExamples_paraphrasesShareNoTerm(t *testing.T) {
	terms := exampleTerms(t)
	for _, q := range load(t, questions.Examples) {
		if q.Kind != questions.KindParaphrase {
			continue
		}
		for _, term := range lexis.Analyze(q.Text) {
			for _, id := range q.Episodes {
				if slices.Contains(terms[id], term) {
					t.Errorf("%s, %q, shares %q with %s", q.ID, q.Text, term, id)
				}
			}
		}
	}
}

func TestPairs_shareNoTerm(t *testing.T) {
	list, episodes, err := questions.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, q := range list {
		e := episodes[i]
		if seen[q.ID] = true; len(q.Episodes) != 1 || q.Episodes[0] != e.ID || e.Task == "" {
			t.Errorf("%s is answered by %v and not by %+v", q.ID, q.Episodes, e)
		}
		has := lexis.Analyze(e.Task + "\n" + e.Lessons[0])
		for _, term := range lexis.Analyze(q.Text) {
			if slices.Contains(has, term) {
				t.Errorf("%s, %q, shares %q with its answer", q.ID, q.Text, term)
			}
		}
	}
	if len(seen) != 60 {
		t.Errorf("%d pairs", len(seen))
	}
}

// TestExamples_identifiersAreComplete holds the labels of questions that are nothing but an
// identifier to the episodes that hold it.
func TestExamples_identifiersAreComplete(t *testing.T) {
	terms := exampleTerms(t)
	checked := 0
	for _, q := range load(t, questions.Examples) {
		asked := lexis.Analyze(q.Text)
		if q.Kind != questions.KindIdentifier || strings.Contains(q.Text, " ") {
			continue
		}
		var holding []string
		for id, has := range terms {
			if slices.Contains(has, asked[0]) {
				holding = append(holding, id)
			}
		}
		slices.Sort(holding)
		checked++
		if !slices.Equal(holding, q.Episodes) {
			t.Errorf("%s, %q, is held by %v and labelled %v", q.ID, q.Text, holding, q.Episodes)
		}
	}
	if checked < 5 {
		t.Errorf("%d questions checked", checked)
	}
}

func TestReal_labels(t *testing.T) {
	list := load(t, questions.Real)
	answers, texts, kinds := map[string]bool{}, map[string]bool{}, map[questions.Kind]int{}
	for _, q := range list {
		texts[q.Text] = true
		kinds[q.Kind]++
		for _, id := range q.Episodes {
			answers[id] = true
		}
	}
	if len(texts) != 40 || len(answers) < 20 || kinds[questions.KindWords] != 20 || kinds[questions.KindMeaning] != 20 {
		t.Errorf("%d questions about %d episodes, of kinds %v", len(texts), len(answers), kinds)
	}
	folder := enginetest.Data(t)
	for id := range answers {
		if _, err := os.Stat(filepath.Join(folder, "ai-agents", "episodes", id+".json")); err != nil {
			t.Errorf("%s is no real episode: %v", id, err)
		}
	}
}
