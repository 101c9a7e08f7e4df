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
	} {
		fmt.Fprintf(sum, "%q\n", list)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// ChunkQuery asks for the best chunks of one project.
type ChunkQuery struct {
	Project string
	// Text is the question as asked; Terms is its analysed form, as Own and Around have it.
	Text   string
	Terms  string
	Filter EpisodeFilter
	// Limit and Offset cut the ranked list of chunks.
	Limit  int
	Offset int
}

// ChunkHit is one chunk that matches.
type ChunkHit struct {
	Episode     string
	Part        ChunkPart
	Text        string
	Occurrences []string
	// Score is the engine's; greater is better, comparable within one answer only.
	Score float64
}

// EpisodeChunks are all chunks of one revision of an episode.
type EpisodeChunks struct {
	Episode  string
	Revision int
	Chunks   []Chunk
}

// Index finds chunks by words. It holds nothing that cannot be rebuilt from the Store.
// Implementations are safe for concurrent use and return errors that wrap [ErrUnavailable]
// when the engine does not answer.
type Index interface {
	// PutEpisodes replaces the chunks of those episodes. What it reports as done is found
	// by the next Search. failed names the episodes whose chunks were not all taken; err
	// says that the whole call failed.
	PutEpisodes(ctx context.Context, project string, episodes []EpisodeChunks) (failed map[string]error, err error)
	// DeleteEpisodes removes the chunks of those episodes; absent ones are ignored.
	DeleteEpisodes(ctx context.Context, project string, ids []string) error
	// DropProject removes everything of a project.
	DropProject(ctx context.Context, project string) error
	// Search returns the best chunks, best first. Filters apply before ranking.
	Search(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
	// ListEpisodes returns the ids of all episodes of a project that have a chunk.
	ListEpisodes(ctx context.Context, project string) ([]string, error)
	// ListChunks returns what the index holds of some episodes, by episode, then revision,
	// then number.
	ListChunks(ctx context.Context, project string, ids []string) ([]IndexedChunk, error)
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
