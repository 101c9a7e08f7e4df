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

// Chunk is a passage that a reader would quote from an episode: its head, one decision, or some
// consecutive events. Search finds chunks; recall groups them by episode.
type Chunk struct {
	Episode string
	// Revision is the revision of the episode that the chunk was cut from.
	Revision int
	// Number counts the chunks of the episode from 0.
	Number int
	Part   ChunkPart
	// Text is the plain text for display.
	Text string
	// Own is the analyzed text of the chunk, with the date in words. Around is the analyzed text of
	// the task and of the two chunks before and after. Spaces separate the words.
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
	// References are the references the episode mentions, DecisionTypes the types of its decisions,
	// without duplicates; Actors are [Episode.Actors]; Failed is [chunk.Failed].
	References    []Reference
	DecisionTypes []DecisionType
	Actors        []string
	Failed        bool
	// Vectors are normalized and have the same length; nil until they are made. The digest excludes
	// them.
	Vectors map[VectorName][]float32
}

// Digest is a hash, in hexadecimal, over everything an index stores of a chunk: equal digests mean
// equal chunks. An index stores the task in lower case.
func (c Chunk) Digest() string {
	var d Digester
	return d.Digest(c)
}

// Digester computes the digests of chunks. The chunks of an episode share their references, of which
// there may be thousands; it writes them as text once and not for every chunk. The zero value is
// ready. It must not be used concurrently.
type Digester struct {
	references []Reference
	text       []byte
}

// Digest is [Chunk.Digest].
func (d *Digester) Digest(c Chunk) string {
	sum := sha256.New()
	write := func(lists ...[]string) {
		for _, list := range lists {
			fmt.Fprintf(sum, "%q\n", list)
		}
	}
	write(
		[]string{c.Episode, fmt.Sprint(c.Revision), fmt.Sprint(c.Number), string(c.Part), string(c.DecisionType)},
		[]string{c.Text, c.Own, c.Around, FoldCase(c.Task), c.StartedAt.String()},
		[]string{string(c.Outcome), c.Session, c.Domain, c.TaskType, c.Complexity},
		c.Occurrences, c.Tags, c.Tools, c.Strategies,
	)
	if d.text == nil || !SharesList(d.references, c.References) {
		d.references, d.text = c.References, fmt.Appendf(nil, "%q\n", referenceTexts(c.References))
	}
	sum.Write(d.text)
	write(decisionTypeTexts(c.DecisionTypes), []string{fmt.Sprint(c.Failed)})
	if len(c.Actors) > 0 { // chunks without any keep the digest that they had before there were actors
		write(c.Actors)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// SharesList reports whether two lists are the same list in memory, as those of the chunks of one
// episode are. Lists that it tells apart may still be equal.
func SharesList[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
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
	// Text is the question as asked; Terms is its analyzed form, comparable with Own and Around.
	Text  string
	Terms string
	// Vector is what [Index.Nearest] compares with the chunk vectors of that Name.
	Vector []float32
	Name   VectorName
	Filter EpisodeFilter
	// Parts restricts the search to chunks of these parts; empty means all.
	Parts []ChunkPart
	// Limit and Offset select a page of the ranked chunks.
	Limit  int
	Offset int
}

// ChunkHit is one chunk that matches.
type ChunkHit struct {
	Episode string
	// Number is the number of the chunk in its episode.
	Number      int
	Part        ChunkPart
	Text        string
	Occurrences []string
	// Score is greater for a better match. For Search it is the engine's score, comparable within
	// one answer only; for Nearest it is the cosine of the two vectors, from -1 to 1.
	Score float64
}

// SimilarityQuery asks how similar the chunks of some episodes are to a vector.
type SimilarityQuery struct {
	IndexGeneration
	// Vector is compared with the chunk vectors of that Name.
	Vector []float32
	Name   VectorName
	// Episodes are their ids.
	Episodes []string
}

// ChunkSimilarity is the cosine of a chunk's vector and a query's, from -1 to 1.
type ChunkSimilarity struct {
	Episode string
	// Number is the number of the chunk in its episode.
	Number int
	Cosine float64
}

// EpisodeChunks are all chunks of one revision of an episode.
type EpisodeChunks struct {
	Episode  string
	Revision int
	Chunks   []Chunk
}

// Index finds chunks by words and by vectors. Everything in it can be rebuilt from the Store.
// Implementations are safe for concurrent use and return errors that wrap [ErrUnavailable] if the
// engine does not answer. A generation that was never written is empty. The interface is composed
// of roles; callers depend on the roles they need.
type Index interface {
	IndexWriter
	IndexSearcher
	IndexReader
}

// IndexWriter writes chunks to the index and removes them.
type IndexWriter interface {
	// PutEpisodes replaces the chunks of those episodes, vectors included. The next Search and
	// Nearest find every episode it does not report as failed. failed names the episodes with
	// rejected chunks; err means that the whole call failed.
	PutEpisodes(ctx context.Context, at IndexGeneration, episodes []EpisodeChunks) (failed map[string]error, err error)
	// DeleteEpisodes removes the chunks of those episodes; absent ones are ignored.
	DeleteEpisodes(ctx context.Context, at IndexGeneration, ids []string) error
	// DropGeneration removes a generation.
	DropGeneration(ctx context.Context, at IndexGeneration) error
	// DropProject removes all generations of a project.
	DropProject(ctx context.Context, project string) error
}

// MarkingIndex is implemented by an Index in the same engine as the store.
type MarkingIndex interface {
	// PutMarked is PutEpisodes followed by [BacklogStore.MarkIndexed], in one transaction. It
	// returns the episodes whose revision has changed in the store, sorted, which it did not mark.
	PutMarked(ctx context.Context, at IndexGeneration, episodes []EpisodeChunks, tasks []IndexTask) (moved []string, err error)
	// RecordMarked is [EpisodeWriter.RecordEpisodes] and, in the same transaction, PutMarked of those
	// episodes whose revision is not indexed. indexed is false if only the first was done: because no
	// episode changed, the state of the index is another one, or the index refused the chunks. prepare
	// is called before the transaction if an episode changes.
	RecordMarked(ctx context.Context, project string, episodes []Prepared, strict bool, now time.Time, prepare func() IndexWrite) (
		receipts []Receipt, indexed bool, err error)
}

// IndexWrite is what an index is to hold of episodes that are being recorded. Revisions are those that
// the store gives, and not yet known.
type IndexWrite struct {
	// State is the state of the index that the chunks were made for.
	State IndexState
	// Chunks are the chunks of all episodes by the number of the generation, with their vectors.
	Chunks map[int][]EpisodeChunks
	// Marks has a task for each of the episodes.
	Marks []IndexTask
}

// IndexSearcher searches the index.
type IndexSearcher interface {
	// Search returns the best chunks by words, best first. Filters apply before ranking.
	Search(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
	// Nearest returns the chunks whose vector of the query's name is most similar to the query's,
	// best first. Filters apply before ranking; chunks without such a vector are excluded.
	Nearest(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
	// Similarities compares the query's vector with those of the chunks of some episodes. Chunks and episodes without such a
	// vector are missing. Cosines may be off by some thousandths.
	Similarities(ctx context.Context, q SimilarityQuery) ([]ChunkSimilarity, error)
}

// IndexReader reads the contents of an index.
type IndexReader interface {
	// ListGenerations returns the numbers of the generations that are not empty, or may not be, in
	// ascending order.
	ListGenerations(ctx context.Context, project string) ([]int, error)
	// ListEpisodes returns the ids of all episodes that have a chunk.
	ListEpisodes(ctx context.Context, at IndexGeneration) ([]string, error)
	// ListChunks returns the chunks of some episodes, ordered by episode, revision and number.
	ListChunks(ctx context.Context, at IndexGeneration, ids []string) ([]IndexedChunk, error)
	// CountChunks counts the chunks of some generations. An engine is asked once for many of them.
	CountChunks(ctx context.Context, of []IndexGeneration) (map[IndexGeneration]ChunkCount, error)
}

// ExecutionIndex names the project under which an index holds the execution events of a project, apart
// from its episodes. No project has such a name.
func ExecutionIndex(project string) string { return project + "/execution" }

// ChunkCount counts the chunks of a generation.
type ChunkCount struct {
	Chunks int
	// Embedded is the number of chunks that have a [VectorChunk].
	Embedded int
}

// Clock returns the current time; tests pass their own.
type Clock func() time.Time

// IndexedChunk describes one chunk in an index.
type IndexedChunk struct {
	Episode  string
	Revision int
	Number   int
	// Digest is the [Chunk.Digest] of the stored chunk.
	Digest string
	// Text is the text that a search returns. A digest that is stored beside it does not change
	// with it.
	Text string
}
