package index

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// maxFullBytes is the length at which the text of a whole episode is cut for embedding.
const maxFullBytes = 32_000

// namedText is a text of a chunk and the name of its vector.
type namedText struct {
	chunk int
	name  episodic.VectorName
	episodic.EmbedText
}

// vectorTexts returns the texts to embed for the chunks of an episode.
func vectorTexts(e episodic.Episode, chunks []episodic.Chunk) []namedText {
	texts := make([]namedText, 0, len(chunks)+3)
	for i, c := range chunks {
		texts = append(texts, namedText{i, episodic.VectorChunk, episodic.EmbedText{Plain: c.Text, Terms: strings.Fields(c.Own)}})
	}
	if len(chunks) == 0 || chunks[0].Part != episodic.PartHead {
		return texts
	}
	return append(texts,
		namedText{0, episodic.VectorTask, analyzedText(e.Task)},
		namedText{0, episodic.VectorOutcome, analyzedText(outcomeText(e))},
		namedText{0, episodic.VectorFull, FullText(chunks)},
	)
}

func analyzedText(text string) episodic.EmbedText {
	return episodic.EmbedText{Plain: text, Terms: lexis.Analyze(text)}
}

// outcomeText describes how an episode ended: the outcome, the lessons and insights, the errors.
func outcomeText(e episodic.Episode) string {
	lines := []string{string(e.Outcome), e.ReportedOutcome}
	lines = append(append(lines, e.Lessons...), e.Insights...)
	for _, v := range e.Events {
		if v.Type == episodic.EventError {
			lines = append(lines, v.Content)
		}
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// FullText returns the text of a whole episode.
func FullText(chunks []episodic.Chunk) episodic.EmbedText {
	var plain strings.Builder
	var full episodic.EmbedText
	for _, c := range chunks {
		if plain.Len()+len(c.Text) < maxFullBytes {
			plain.WriteString(c.Text)
			plain.WriteByte('\n')
		}
		full.Terms = append(full.Terms, strings.Fields(c.Own)...)
	}
	full.Plain = plain.String()
	return full
}

// vectorSource returns the vectors of texts in a generation, nil for a text without any known term.
// known is false if the vectors follow later.
type vectorSource func(ctx context.Context, g episodic.Generation, texts []namedText) (vectors [][]float32, known bool)

// instantVectors makes vectors if the model is instant.
func (s *Service) instantVectors(project string) vectorSource {
	return func(ctx context.Context, g episodic.Generation, texts []namedText) ([][]float32, bool) {
		if g.Fingerprint == "" {
			return nil, true
		}
		m, err := s.Model(ctx, project, g)
		if err != nil || !m.Instant() {
			return nil, false
		}
		vectors, err := m.Embed(ctx, plainTexts(texts))
		return vectors, err == nil
	}
}

// vectorMemo holds vectors by generation and text, made before the episodes are locked.
type vectorMemo map[memoKey][]float32

type memoKey struct {
	generation int
	text       string
}

func keyOf(g episodic.Generation, t namedText) memoKey {
	return memoKey{g.Number, strings.Join(t.Terms, " ") + "\n" + t.Plain}
}

// embed makes the vectors of texts in a generation and stores them in the memo.
func (m vectorMemo) embed(ctx context.Context, model episodic.Model, g episodic.Generation, texts []namedText) error {
	vectors, err := model.Embed(ctx, plainTexts(texts))
	if err != nil {
		return fmt.Errorf("embed %d texts: %w", len(texts), err)
	}
	for i, t := range texts {
		m[keyOf(g, t)] = vectors[i]
	}
	return nil
}

// source returns vectors from the memo; a text that is not in it was written since and follows
// later.
func (m vectorMemo) source(_ context.Context, g episodic.Generation, texts []namedText) ([][]float32, bool) {
	if g.Fingerprint == "" {
		return nil, true
	}
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		v, ok := m[keyOf(g, t)]
		if !ok {
			return nil, false
		}
		vectors[i] = v
	}
	return vectors, true
}

func plainTexts(texts []namedText) []episodic.EmbedText {
	out := make([]episodic.EmbedText, len(texts))
	for i, t := range texts {
		out[i] = t.EmbedText
	}
	return out
}

// withVectors returns the chunks of an episode with their vectors in a generation. known is false
// if the vectors follow later; the chunks have none then.
func withVectors(ctx context.Context, g episodic.Generation, e episodic.Episode, chunks episodic.EpisodeChunks, source vectorSource) (out episodic.EpisodeChunks, known bool) {
	texts := vectorTexts(e, chunks.Chunks)
	vectors, known := source(ctx, g, texts)
	if !known || vectors == nil {
		return chunks, known
	}
	out = chunks
	out.Chunks = append([]episodic.Chunk(nil), chunks.Chunks...)
	vectors = slices.Concat(towardsNeighbors(vectors[:len(out.Chunks)]), vectors[len(out.Chunks):])
	for i, t := range texts {
		if vectors[i] == nil {
			continue
		}
		c := &out.Chunks[t.chunk]
		if c.Vectors == nil {
			c.Vectors = map[episodic.VectorName][]float32{}
		}
		c.Vectors[t.name] = vectors[i]
	}
	return out, true
}

// towardsNeighbors returns the vectors of the chunks of an episode, each drawn to those of the two chunks before and
// after it, as its words are found by theirs too: the direct neighbors count a half, the others a quarter. A chunk
// without a vector of its own gets none.
func towardsNeighbors(own [][]float32) [][]float32 {
	drawn := make([][]float32, len(own))
	for i, v := range own {
		if v == nil {
			continue
		}
		sum := slices.Clone(v)
		for by, weight := range [...]float32{.25, .5, 0, .5, .25} {
			at := i + by - 2
			if weight == 0 || at < 0 || at >= len(own) || len(own[at]) != len(v) {
				continue
			}
			for j, x := range own[at] {
				sum[j] += weight * x
			}
		}
		drawn[i] = normalized(sum, v)
	}
	return drawn
}

// normalized scales a vector to length 1; if it has no direction, it returns the other.
func normalized(v, other []float32) []float32 {
	length := 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	if length = math.Sqrt(length); length < 1e-6 {
		return other
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return v
}
