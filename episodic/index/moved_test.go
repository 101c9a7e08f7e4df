package index_test

import (
	"context"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
)

// movingStore has one episode, which another process changes while it is indexed.
type movingStore struct {
	episodic.Store
	// revision is the present one, 0 for an episode that is deleted.
	revision int
	marked   []episodic.IndexTask
}

func (s *movingStore) Backlog(context.Context, string, episodic.IndexStage, time.Time, int) ([]episodic.IndexTask, error) {
	return []episodic.IndexTask{{Project: "p", Episode: "e", Revision: s.revision}}, nil
}

func (s *movingStore) GetIndexState(context.Context, string) (episodic.IndexState, error) {
	return episodic.FirstIndexState(), nil
}

func (s *movingStore) GetEpisodes(context.Context, string, []string) ([]episodic.Stored, error) {
	if s.revision == 0 {
		return nil, nil
	}
	return []episodic.Stored{{Episode: episodic.Episode{ID: "e"}, Revision: s.revision}}, nil
}

func (s *movingStore) GetHeads(context.Context, string, []string) (map[string]episodic.Head, error) {
	return map[string]episodic.Head{"e": {Present: s.revision > 0, Revision: s.revision}}, nil
}

func (s *movingStore) MarkIndexed(_ context.Context, tasks []episodic.IndexTask) error {
	for _, t := range tasks {
		t.VectorsDue = time.Time{}
		s.marked = append(s.marked, t)
	}
	return nil
}

// movingIndex takes every write, and lets the other process go on after each.
type movingIndex struct {
	episodic.Index
	writes int
	after  func(write int)
}

func (x *movingIndex) PutEpisodes(context.Context, episodic.IndexGeneration, []episodic.EpisodeChunks) (map[string]error, error) {
	x.writes++
	x.after(x.writes)
	return nil, nil
}

func (x *movingIndex) DeleteEpisodes(context.Context, episodic.IndexGeneration, []string) error {
	x.writes++
	x.after(x.writes)
	return nil
}

// TestService_IndexBacklog_movedOn looks again at an episode that was revised, deleted or
// restored while it was indexed, until what was written is what is there.
func TestService_IndexBacklog_movedOn(t *testing.T) {
	task := func(revision int) episodic.IndexTask {
		return episodic.IndexTask{Project: "p", Episode: "e", Revision: revision, Gone: revision == 0}
	}
	for _, c := range []struct {
		why string
		// revisions are the one at first and those after each write.
		revisions []int
		want      []episodic.IndexTask
	}{
		{"nobody else writes", []int{1, 1}, []episodic.IndexTask{task(1)}},
		{"revised once", []int{1, 2, 2}, []episodic.IndexTask{task(1), task(2)}},
		{"revised twice", []int{1, 2, 3, 3}, []episodic.IndexTask{task(1), task(2), task(3)}},
		{"deleted", []int{1, 0, 0}, []episodic.IndexTask{task(1), task(0)}},
		{"restored", []int{0, 1, 1}, []episodic.IndexTask{task(0), task(1)}},
	} {
		s := &movingStore{revision: c.revisions[0]}
		x := &movingIndex{after: func(write int) { s.revision = c.revisions[min(write, len(c.revisions)-1)] }}
		round, err := memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: x}, time.Now).Index.IndexBacklog(t.Context(), 10)
		if err != nil || round.Done != 1 || x.writes != len(c.want) {
			t.Errorf("%s: %+v with %d writes, %v", c.why, round, x.writes, err)
		}
		if diff := cmp.Diff(c.want, s.marked); diff != "" {
			t.Errorf("%s: noted (-want +got):\n%s", c.why, diff)
		}
	}
}
