package recall_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/questions"
)

// askedSet is a memory with what questions are about, with vectors as by default.
type askedSet struct {
	*fixture
	asked *memory.Episodes
}

// exampleSet holds the examples.
func exampleSet(t *testing.T, open func(*fixture)) askedSet {
	t.Helper()
	return newAskedSet(t, open, exampleEpisodes(t))
}

func exampleEpisodes(t *testing.T) []episodic.Episode {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	all := make([]episodic.Episode, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &all[i]); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

func newAskedSet(t *testing.T, open func(*fixture), all []episodic.Episode) askedSet {
	t.Helper()
	m := memoryOver(t, open)
	s := askedSet{m, m.standard()}
	m.recordAll(s.asked, all)
	if info := m.maintain(s.asked); info.Count.Chunks == 0 || info.Count.Embedded != info.Count.Chunks {
		t.Fatalf("not everything has a vector: %+v", info)
	}
	return s
}

// search answers by the first hits and then by what they lead to.
func (s askedSet) search(alpha *float64, first, related int) questions.Search {
	return func(ctx context.Context, text string) (questions.Found, error) {
		a, err := s.asked.Recall.Recall(ctx, recall.Question{
			Project: s.project, Text: text, Alpha: alpha, Limit: first, Related: related, Zone: time.UTC,
		})
		if err != nil {
			return questions.Found{}, err
		}
		if a.Degraded {
			s.t.Errorf("%q: %s", text, a.Reason)
		}
		found := questions.Found{Episodes: ids(a)}
		if len(a.Hits) > 0 && a.Hits[0].Terms.WordScore != nil {
			found.Score = *a.Hits[0].Terms.WordScore
		}
		for _, r := range a.Related {
			found.Episodes = append(found.Episodes, r.Episode)
		}
		return found, nil
	}
}

func (s askedSet) evaluate(list []questions.Question, search questions.Search) questions.Result {
	s.t.Helper()
	r, err := questions.Evaluate(s.t.Context(), list, search)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// atLeast fails for every kind whose quality is below a floor; each leaves room for about one
// question.
func atLeast(t *testing.T, name string, r questions.Result, floors map[questions.Kind]questions.Quality) {
	t.Helper()
	for kind, floor := range floors {
		q := r.Of(kind).Quality()
		t.Logf("%s, %s: recall@5 %.3f, @10 %.3f, MRR %.3f of %d", name, kind, q.RecallAt5, q.RecallAt10, q.MRR, q.Questions)
		if q.RecallAt5 < floor.RecallAt5 || q.RecallAt10 < floor.RecallAt10 || q.MRR < floor.MRR {
			t.Errorf("%s: questions of kind %s are answered with %+v, want at least %+v; missed in the first five: %v",
				name, kind, q, floor, ids5(r.Of(kind)))
		}
	}
}

func ids5(r questions.Result) []string {
	var out []string
	for _, a := range r.Misses(5) {
		out = append(out, a.ID)
	}
	return out
}

// wordFloors are what questions about the examples are answered with at least by words alone,
// bothFloors with vectors as well. What was measured is in docs/recall.md.
func wordFloors() map[questions.Kind]questions.Quality {
	return map[questions.Kind]questions.Quality{
		questions.KindIdentifier: {RecallAt5: .97, RecallAt10: .97, MRR: .97},
		questions.KindWords:      {RecallAt5: .95, RecallAt10: .95, MRR: .92},
		questions.KindTime:       {RecallAt5: .94, RecallAt10: .94, MRR: .79},
		questions.KindSeveral:    {RecallAt5: .81, RecallAt10: .90, MRR: .90},
	}
}

func bothFloors() map[questions.Kind]questions.Quality {
	return map[questions.Kind]questions.Quality{
		questions.KindIdentifier: {RecallAt5: .97, RecallAt10: .97, MRR: .97},
		questions.KindWords:      {RecallAt5: .95, RecallAt10: .95, MRR: .92},
		questions.KindTime:       {RecallAt5: .94, RecallAt10: .94, MRR: .79},
		questions.KindSeveral:    {RecallAt5: .81, RecallAt10: .89, MRR: .90},
		questions.KindParaphrase: {RecallAt5: .25, RecallAt10: .45, MRR: .17},
	}
}

func load(t *testing.T, from func() ([]questions.Question, error)) []questions.Question {
	t.Helper()
	list, err := from()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestQuestions_examples(t *testing.T) {
	harness.Beside(t)
	list := load(t, questions.Examples)
	s := exampleSet(t, (*fixture).open)
	words := 0.0
	byWords := s.evaluate(list, s.search(&words, 10, 0))
	atLeast(t, "words", byWords, wordFloors())
	both := s.evaluate(list, s.search(nil, 10, 0))
	atLeast(t, "words and vectors", both, bothFloors())
	if one, other := byWords.Quality(), both.Quality(); other.MRR < one.MRR-.01 || other.RecallAt10 < one.RecallAt10-.01 {
		t.Errorf("vectors make answers worse: %+v by words, %+v with both", one, other)
	}
	related := s.evaluate(list, s.search(nil, 8, 2)).Of(questions.KindSeveral).Quality()
	if hits := both.Of(questions.KindSeveral).Quality(); related.RecallAt10 < hits.RecallAt10 {
		t.Errorf("questions about several episodes: eight hits and two related have %+v, ten hits %+v", related, hits)
	}
	if enginetest.Embedded() {
		return
	}
	file := exampleSet(t, (*fixture).openFile)
	for name, c := range map[string]struct {
		native questions.Result
		alpha  *float64
	}{"words": {byWords, &words}, "words and vectors": {both, nil}} {
		native, embedded := c.native.Quality(), file.evaluate(list, file.search(c.alpha, 10, 0)).Quality()
		t.Logf("%s: native %+v, embedded %+v", name, native, embedded)
		for _, d := range []float64{native.RecallAt5 - embedded.RecallAt5, native.RecallAt10 - embedded.RecallAt10, native.MRR - embedded.MRR} {
			if math.Abs(d) > .03 {
				t.Errorf("%s: the two sets of engines differ by %.3f: native %+v, embedded %+v", name, d, native, embedded)
			}
		}
	}
}

// TestQuestions_none holds that a question without an answer is told so, and few others are, by words alone and with vectors.
func TestQuestions_none(t *testing.T) {
	harness.Beside(t)
	s := exampleSet(t, (*fixture).open)
	list := load(t, questions.Examples)
	words := 0.0
	r := s.evaluate(list, s.search(&words, 10, 0))
	silence := r.Silence()
	t.Logf("%+v", silence)
	if silence.Empty < 2 {
		t.Errorf("of %d questions without an answer %d found nothing, want 2", silence.Questions, silence.Empty)
	}
	a := s.recall(s.asked, recall.Question{Text: "Xylophone quartets", Limit: 10, Alpha: &words})
	if len(a.Hits) != 0 || a.Note == "" || a.Answered == nil || *a.Answered {
		t.Errorf("words that nobody used found %v, the note is %q", ids(a), a.Note)
	}
	for name, alpha := range map[string]*float64{"words": &words, "words and vectors": nil} {
		first, later := s.told(list, alpha), s.told(load(t, questions.ExamplesNone), alpha)
		t.Logf("%s: told that nothing answers: %d of %d, %d of the further %d; %d of %d with a right best hit", name, first.told, first.none, later.told, later.none, first.lost, first.right)
		if first.told < 12 || 10*later.told < 8*later.none || 20*first.lost > first.right {
			t.Errorf("%s: told that nothing answers: %+v and %+v", name, first, later)
		}
	}
	s.leads(t)
}

// toldNone counts questions without an answer and those that are told so, and questions with a right best hit and those that are told to have none.
type toldNone struct{ none, told, right, lost int }

func (s askedSet) told(list []questions.Question, alpha *float64) (n toldNone) {
	s.t.Helper()
	for _, q := range list {
		a := s.recall(s.asked, recall.Question{Text: q.Text, Alpha: alpha, Limit: 10})
		if a.Answered == nil {
			s.t.Fatalf("%q: nobody knows whether it is answered", q.Text)
		}
		none, right := len(q.Episodes) == 0, len(a.Hits) > 0 && slices.Contains(q.Episodes, a.Hits[0].Episode)
		for _, c := range []struct {
			count *int
			is    bool
		}{{&n.none, none}, {&n.told, none && !*a.Answered}, {&n.right, right}, {&n.lost, right && !*a.Answered}} {
			if c.is {
				*c.count++
			}
		}
	}
	return n
}

// leads holds what is answered and what is not to be told apart, and the hits to be leads unless a probability is asked for.
func (s askedSet) leads(t *testing.T) {
	t.Helper()
	a := s.recall(s.asked, recall.Question{Text: "how to make a pancake", Limit: 10})
	if *a.Answered || len(a.Hits) == 0 || *a.Hits[0].Probability > .15 || !strings.Contains(a.Note, "nothing here seems to answer this") {
		t.Errorf("pancakes: answered %v, %q, %+v", *a.Answered, a.Note, a.Hits)
	}
	if a = s.recall(s.asked, recall.Question{Text: "how to make a pancake", Limit: 10, MinRelevance: .5}); len(a.Hits) != 0 || *a.Answered || !strings.Contains(a.Note, "nothing here answers this with a probability of 0.5 or more") {
		t.Errorf("pancakes of a probability of .5: %v, %q, %v", *a.Answered, a.Note, ids(a))
	}
	all := s.recall(s.asked, recall.Question{Text: "Why was timetable search slow at weekends?", Limit: 100})
	some := s.recall(s.asked, recall.Question{Text: "Why was timetable search slow at weekends?", Limit: 100, MinRelevance: .3})
	var want []string
	for _, h := range all.Hits {
		if *h.Probability >= .3 {
			want = append(want, h.Episode)
		}
	}
	if !*all.Answered || all.Note != "" || len(want) == 0 || len(want) > 20 || !slices.Equal(ids(some), want) {
		t.Errorf("of %d hits %v answer with .3 at least, and %v are left: answered %v, %q", len(all.Hits), want, ids(some), *all.Answered, all.Note)
	}
}

// TestQuestions_real asks about real episodes. What the sets answer alike is compared by
// TestQuestions_examples and, of the real episodes, by TestBothSets in tests/answers.
func TestQuestions_real(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	paths := harness.RawFiles(t, "episodes", 453)
	all := make([]episodic.Episode, len(paths))
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := ingest.Read(ingest.FormatEpisode, path, text)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all[i] = p.Episode
	}
	list := load(t, questions.Real)
	s := newAskedSet(t, (*fixture).open, all)
	for name, alpha := range map[string]*float64{"words": new(float64), "words and vectors": nil} {
		atLeast(t, name, s.evaluate(list, s.search(alpha, 10, 0)), map[questions.Kind]questions.Quality{
			questions.KindWords:   {RecallAt5: .95, RecallAt10: .95, MRR: .93},
			questions.KindMeaning: {RecallAt5: .15, RecallAt10: .25, MRR: .12},
		})
	}
}

// TestQuestions_pairs asks what the fusion was not tuned on, among the examples.
func TestQuestions_pairs(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	list, episodes, err := questions.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	s := newAskedSet(t, (*fixture).open, append(exampleEpisodes(t), episodes...))
	atLeast(t, "words and vectors", s.evaluate(list, s.search(nil, 10, 0)), map[questions.Kind]questions.Quality{
		questions.KindParaphrase: {RecallAt5: .55, RecallAt10: .60, MRR: .42},
	})
	none := 0.0
	if words := s.evaluate(list, s.search(&none, 10, 0)).Quality(); words.RecallAt10 > .10 {
		t.Errorf("words alone find %+v: the questions say little about meaning", words)
	}
}
