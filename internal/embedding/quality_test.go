package embedding_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// told is an episode as seen by the questions of this test.
type told struct {
	chunks [][]string
	// body are the indexes of the chunks other than heads.
	body []int
}

// stories reads the example episodes.
func stories(t *testing.T) []told {
	t.Helper()
	files, err := fs.Glob(examples.Episodes(), "*.json")
	must(t, err)
	var out []told
	for _, file := range files {
		raw, err := fs.ReadFile(examples.Episodes(), file)
		must(t, err)
		p, _, err := ingest.Read(ingest.FormatEpisode, file, raw)
		must(t, err)
		var e told
		for i, c := range chunk.Chunks(episodic.Stored{Project: "p", Episode: p.Episode, Revision: 1}).Chunks {
			e.chunks = append(e.chunks, strings.Fields(c.Own))
			if c.Part != episodic.PartHead {
				e.body = append(e.body, i)
			}
		}
		if len(e.body) > 1 {
			out = append(out, e)
		}
	}
	return out
}

// strange returns the words of a chunk that occur in no other chunk of its episode's body.
func (e told) strange(at int) []string {
	return slices.DeleteFunc(slices.Clone(e.chunks[at]), func(word string) bool {
		return slices.ContainsFunc(e.body, func(i int) bool { return i != at && slices.Contains(e.chunks[i], word) })
	})
}

// Each question is one chunk and asks for the rest of its episode, with which it shares no word.
// Words alone find none of them.
func TestLearned_findsWithoutASharedWord(t *testing.T) {
	all := stories(t)
	corpus := func(yield func([]episodic.EmbedText, error) bool) {
		for _, e := range all {
			var texts []episodic.EmbedText
			for _, terms := range e.chunks {
				texts = append(texts, episodic.EmbedText{Terms: terms})
			}
			if !yield(texts, nil) {
				return
			}
		}
	}
	m, _ := learnedModel(t, embedding.NewLearned(embedding.Bounds{}), corpus)
	asked, found := 0, 0
	for who, e := range all {
		at := e.body[len(e.body)/2]
		question := vector(t, m, strings.Join(e.strange(at), " "))
		if question == nil {
			continue
		}
		asked++
		if place(t, m, all, question, who, at) <= 10 {
			found++
		}
	}
	if asked < 60 || float64(found) < .8*float64(asked) {
		t.Errorf("%d of %d episodes are among the first ten", found, asked)
	}
}

// place returns the rank of an episode by its best body chunk, leaving out the chunk that is the
// question.
func place(t *testing.T, m episodic.Model, all []told, question []float32, who, at int) int {
	t.Helper()
	best := make([]float64, len(all))
	for i, e := range all {
		best[i] = -1
		for _, j := range e.body {
			if v := vector(t, m, strings.Join(e.chunks[j], " ")); v != nil && (i != who || j != at) {
				best[i] = max(best[i], dot(question, v))
			}
		}
	}
	rank := 1
	for i, score := range best {
		if i != who && score >= best[who] {
			rank++
		}
	}
	return rank
}
