package episodic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// ChunkPart says which part of an episode a chunk quotes.
type ChunkPart string

// The parts.
const (
	PartHead     ChunkPart = "head"
	PartDecision ChunkPart = "decision"
	PartEvents   ChunkPart = "events"
)

// Chunk is what a reader would quote from an episode: its head, one decision, or some
// consecutive events. Search finds chunks; recall groups them by episode.
type Chunk struct {
	Episode string
	// Revision is the revision of the episode that the chunk was cut from.
	Revision int
	// Number counts the chunks of the episode from 0.
	Number int
	Part   ChunkPart
	// Text is the plain text, to be shown.
	Text string
	// Own is the analysed text of the chunk, the date in words included; Around that of
	// the two chunks before and after and of the task. Words are separated by a space.
	Own    string
	Around string
	// Occurrences are the keys of the decision or events quoted.
	Occurrences []string
	// DecisionType is set for PartDecision.
	DecisionType DecisionType
	// Attributes of the episode, for filters.
	Outcome    Outcome
	Session    string
	Domain     string
	TaskType   string
	Complexity string
	Tags       []string
	Tools      []string
	Strategies []string
	Task       string
	StartedAt  Timestamp
	// References are what the episode mentions, DecisionTypes the types of its decisions,
	// each once; Failed is [chunk.Failed].
	References    []Reference
	DecisionTypes []DecisionType
	Failed        bool
	// Vectors are normalised and of one length; nil while there are none. They are no part
	// of the digest.
	Vectors map[VectorName][]float32
}

// Digest is a hash, in hexadecimal, over everything that an index keeps of a chunk: equal
// digests, equal chunks. An index keeps the task in lower case.
func (c Chunk) Digest() string {
	sum := sha256.New()
	for _, list := range [][]string{
		{c.Episode, fmt.Sprint(c.Revision), fmt.Sprint(c.Number), string(c.Part), string(c.DecisionType)},
		{c.Text, c.Own, c.Around, FoldCase(c.Task), c.StartedAt.String()},
		{string(c.Outcome), c.Session, c.Domain, c.TaskType, c.Complexity},
		c.Occurrences, c.Tags, c.Tools, c.Strategies,
		referenceTexts(c.References), decisionTypeTexts(c.DecisionTypes),
		{fmt.Sprint(c.Failed)},
	} {
		fmt.Fprintf(sum, "%q\n", list)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

func referenceTexts(list []Reference) []string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.Text()
	}
	return out
}

func decisionTypeTexts(list []DecisionType) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

// ChunkQuery asks for the best chunks of one project.
type ChunkQuery struct {
	IndexGeneration
	// Text is the question as asked; Terms is its analysed form, as Own and Around have it.
	Text  string
	Terms string
	// Vector is what [Index.Nearest] compares with the vectors of that Name.
	Vector []float32
	Name   VectorName
	Filter EpisodeFilter
	// Parts narrows to chunks of these parts; all when empty.
	Parts []ChunkPart
	// Limit and Offset cut the ranked list of chunks.
	Limit  int
	Offset int
}

// ChunkHit is one chunk that matches.
type ChunkHit struct {
	Episode string
	// Number is that of the chunk in its episode.
	Number      int
	Part        ChunkPart
	Text        string
	Occurrences []string
	// Score is the engine's of Search, comparable within one answer only, and the cosine of
	// the two vectors, from -1 to 1, of Nearest; greater is better.
	Score float64
}

// EpisodeChunks are all chunks of one revision of an episode.
type EpisodeChunks struct {
	Episode  string
	Revision int
	Chunks   []Chunk
}

// Index finds chunks by words and by vectors. It holds nothing that cannot be rebuilt from
// the Store. Implementations are safe for concurrent use and return errors that wrap
// [ErrUnavailable] when the engine does not answer. A place that nothing was put in is empty.
// It is made of roles; a caller asks for the ones that it needs.
type Index interface {
	IndexWriter
	IndexSearcher
	IndexReader
}

// IndexWriter writes chunks to the index and removes them.
type IndexWriter interface {
	// PutEpisodes replaces the chunks of those episodes, vectors included. What it reports
	// as done is found by the next Search and Nearest. failed names the episodes whose
	// chunks were not all taken; err says that the whole call failed.
	PutEpisodes(ctx context.Context, at IndexGeneration, episodes []EpisodeChunks) (failed map[string]error, err error)
	// DeleteEpisodes removes the chunks of those episodes; absent ones are ignored.
	DeleteEpisodes(ctx context.Context, at IndexGeneration, ids []string) error
	// DropGeneration removes everything of a place.
	DropGeneration(ctx context.Context, at IndexGeneration) error
	// DropProject removes everything of a project, in all generations.
	DropProject(ctx context.Context, project string) error
}

// IndexSearcher searches the index.
type IndexSearcher interface {
	// Search returns the best chunks by words, best first. Filters apply before ranking.
	Search(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
	// Nearest returns the chunks whose vector of the query's name is most like the query's,
	// best first. Filters apply before ranking; chunks without such a vector are left out.
	Nearest(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
}

// IndexReader reads what an index holds.
type IndexReader interface {
	// ListGenerations returns the numbers of the generations that hold something, or may,
	// ascending.
	ListGenerations(ctx context.Context, project string) ([]int, error)
	// ListEpisodes returns the ids of all episodes that have a chunk.
	ListEpisodes(ctx context.Context, at IndexGeneration) ([]string, error)
	// ListChunks returns what the index holds of some episodes, by episode, then revision,
	// then number.
	ListChunks(ctx context.Context, at IndexGeneration, ids []string) ([]IndexedChunk, error)
	// CountChunks counts what a place holds.
	CountChunks(ctx context.Context, at IndexGeneration) (ChunkCount, error)
}

// ChunkCount counts the chunks of a place.
type ChunkCount struct {
	Chunks int
	// Embedded are those that have a [VectorChunk].
	Embedded int
}

// Clock tells the time; it is passed in so that tests can choose it.
type Clock func() time.Time

// IndexedChunk is what an index holds of one chunk.
type IndexedChunk struct {
	Episode  string
	Revision int
	Number   int
	// Digest is [Chunk.Digest] of what is held.
	Digest string
}
