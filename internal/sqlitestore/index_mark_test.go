package sqlitestore_test

import (
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestIndex_PutMarked marks what was written unless the episode has another revision by now.
func TestIndex_PutMarked(t *testing.T) {
	at := episodic.IndexGeneration{Project: "p", Generation: 1}
	task := func(id string, revision int) episodic.IndexTask {
		return episodic.IndexTask{Project: "p", Episode: id, Revision: revision, Gone: revision == 0}
	}
	tests := map[string]struct {
		why   string
		task  episodic.IndexTask
		moved []string
		left  int
	}{
		"current":     {"it is what the store has", task("twice", 2), nil, 0},
		"revised":     {"another process has revised it", task("twice", 1), []string{"twice"}, 1},
		"deleted":     {"it was deleted meanwhile", task("deleted", 1), []string{"deleted"}, 1},
		"gone":        {"it is deleted, and so it is in the index", task("deleted", 0), nil, 0},
		"back":        {"it was restored meanwhile", task("twice", 0), []string{"twice"}, 1},
		"never there": {"the store has none, and none is in the index", task("unknown", 0), nil, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			for round := range 2 {
				_, err := s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepare(t, "twice", 2+round)}, false, day)
				must(t, err)
			}
			if tt.task.Episode == "deleted" {
				_, err := s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepare(t, "deleted", 2)}, false, day)
				must(t, err)
				must(t, s.DeleteEpisode(t.Context(), "p", "deleted", day))
				must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{task("twice", 2)}))
			}
			moved, err := s.Index().PutMarked(t.Context(), at, nil, []episodic.IndexTask{tt.task})
			must(t, err)
			if diff := cmp.Diff(tt.moved, moved, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
			backlog, err := s.CountBacklog(t.Context())
			must(t, err)
			if backlog.Episodes != tt.left {
				t.Errorf("%s: %d episodes are still to be indexed, want %d", tt.why, backlog.Episodes, tt.left)
			}
		})
	}
}

// TestIndex_RecordMarked records and indexes in one commit, and only records where the index cannot be written.
func TestIndex_RecordMarked(t *testing.T) {
	ours := episodic.FirstIndexState()
	other := ours
	other.Active.Number = 2
	words := func(id string, c episodic.Chunk) episodic.EpisodeChunks {
		c.Episode, c.Part, c.Text, c.Own = id, episodic.PartHead, "text", "word"
		return episodic.EpisodeChunks{Episode: id, Chunks: []episodic.Chunk{c}}
	}
	long := episodic.Chunk{Vectors: map[episodic.VectorName][]float32{episodic.VectorChunk: {0, 1, 0}}}
	short := episodic.Chunk{Vectors: map[episodic.VectorName][]float32{episodic.VectorChunk: {0, 1}}}
	tests := map[string]struct {
		why     string
		state   episodic.IndexState
		chunk   episodic.Chunk
		events  int
		indexed bool
		commits int
		backlog int
	}{
		"new":       {"both are one file", ours, short, 3, true, 1, 0},
		"unchanged": {"nothing is written", ours, short, 2, false, 0, 0},
		"moved":     {"another generation is active", other, short, 3, false, 1, 1},
		"refused":   {"a vector of another length", ours, long, 3, false, 1, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "causeway.db")
			s := openFile(t, path)
			put := func(events int, state episodic.IndexState, c episodic.Chunk) ([]episodic.Receipt, bool) {
				write := episodic.IndexWrite{
					State: state, Chunks: map[int][]episodic.EpisodeChunks{state.Active.Number: {words("a", c)}},
					Marks: []episodic.IndexTask{{Project: "p", Episode: "a"}},
				}
				prepared := []episodic.Prepared{prepare(t, "a", events)}
				receipts, indexed, err := s.Index().RecordMarked(t.Context(), "p", prepared, true, day, func() episodic.IndexWrite { return write })
				must(t, err)
				return receipts, indexed
			}
			if _, indexed := put(2, ours, short); !indexed {
				t.Fatal("the first episode of a project is not indexed")
			}
			before := commits(t, path)
			receipts, indexed := put(tt.events, tt.state, tt.chunk)
			if n := commits(t, path) - before; indexed != tt.indexed || n != tt.commits {
				t.Errorf("%s: indexed %t in %d commits, want %t in %d", tt.why, indexed, n, tt.indexed, tt.commits)
			}
			if want := tt.events - 1; receipts[0].Revision != want {
				t.Errorf("%s: revision %d, want %d", tt.why, receipts[0].Revision, want)
			}
			backlog, err := s.CountBacklog(t.Context())
			must(t, err)
			if backlog.Episodes != tt.backlog {
				t.Errorf("%s: %d episodes are still to be indexed, want %d", tt.why, backlog.Episodes, tt.backlog)
			}
			chunks, err := s.Index().ListChunks(t.Context(), first("p"), []string{"a"})
			must(t, err)
			if want := receipts[0].Revision - tt.backlog; len(chunks) != 1 || chunks[0].Revision != want {
				t.Errorf("%s: the index holds %+v, want revision %d", tt.why, chunks, want)
			}
		})
	}
}
