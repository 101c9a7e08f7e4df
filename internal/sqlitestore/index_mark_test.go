package sqlitestore_test

import (
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
