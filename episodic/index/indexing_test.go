package index_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
)

func TestPauseAfter(t *testing.T) {
	for failures, want := range map[int]time.Duration{
		1: 5 * time.Second, 2: 10 * time.Second, 3: 20 * time.Second, 7: 320 * time.Second,
		8: 10 * time.Minute, 9: 10 * time.Minute, 1 << 40: 10 * time.Minute,
	} {
		if got := index.PauseAfter(failures); got != want {
			t.Errorf("after %d failures %s, want %s", failures, got, want)
		}
	}
}

// queue is a store of which a backlog is all that there is.
type queue struct {
	episodic.Store
	tasks     []episodic.IndexTask
	marked    []string
	postponed map[string]time.Time
}

func (q *queue) Backlog(context.Context, string, episodic.IndexStage, time.Time, int) ([]episodic.IndexTask, error) {
	return q.tasks, nil
}

func (q *queue) GetIndexState(context.Context, string) (episodic.IndexState, error) {
	return episodic.FirstIndexState(), nil
}

func (q *queue) GetEpisodes(_ context.Context, _ string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		out = append(out, episodic.Stored{Episode: episodic.Episode{ID: id}, Revision: 1})
	}
	return out, nil
}

func (q *queue) GetHeads(_ context.Context, _ string, ids []string) (map[string]episodic.Head, error) {
	heads := map[string]episodic.Head{}
	for _, id := range ids {
		heads[id] = episodic.Head{Present: true, Revision: 1}
	}
	return heads, nil
}

func (q *queue) MarkIndexed(_ context.Context, tasks []episodic.IndexTask) error {
	for _, t := range tasks {
		q.marked = append(q.marked, t.Episode)
	}
	return nil
}

func (q *queue) PostponeIndexing(_ context.Context, tasks []episodic.IndexTask, due time.Time) error {
	for _, t := range tasks {
		q.postponed[t.Episode] = due
	}
	return nil
}

// strictIndex takes only some calls.
type strictIndex struct {
	episodic.Index
	calls int
	put   func(ids []string) (map[string]error, error)
}

func (x *strictIndex) PutEpisodes(_ context.Context, _ episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	x.calls++
	var ids []string
	for _, e := range episodes {
		ids = append(ids, e.Episode)
	}
	return x.put(ids)
}

func TestService_IndexBacklog(t *testing.T) {
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	refusal := errors.New("no")
	down := fmt.Errorf("down: %w", episodic.ErrUnavailable)
	cases := map[string]struct {
		why       string
		put       func(ids []string) (map[string]error, error)
		round     index.Round
		postponed map[string]time.Time
		err       error
		calls     int
	}{
		"one is refused": {
			why:   "the index names the episode: the rest is done, and it waits longer than before",
			put:   func([]string) (map[string]error, error) { return map[string]error{"ep-3": refusal}, nil },
			round: index.Round{Taken: 8, Done: 7}, postponed: map[string]time.Time{"ep-3": now.Add(40 * time.Second)}, calls: 1,
		},
		"one breaks the call": {
			why: "the call fails as a whole: halves are tried until the episode stands alone",
			put: func(ids []string) (map[string]error, error) {
				if slices.Contains(ids, "ep-0") {
					return nil, refusal
				}
				return nil, nil
			},
			round: index.Round{Taken: 8, Done: 7}, postponed: map[string]time.Time{"ep-0": now.Add(5 * time.Second)}, calls: 7,
		},
		"one takes too long": {
			why: "it is postponed, so that the others are first in the next round; they are not tried now",
			put: func(ids []string) (map[string]error, error) {
				if slices.Contains(ids, "ep-0") {
					return nil, errors.Join(refusal, episodic.ErrTimeout)
				}
				return nil, nil
			},
			round: index.Round{Taken: 8}, postponed: map[string]time.Time{"ep-0": now.Add(5 * time.Second)}, err: episodic.ErrUnavailable, calls: 4,
		},
		"the engine is down": {
			why:   "that says nothing about an episode, and no other is tried",
			put:   func([]string) (map[string]error, error) { return nil, down },
			round: index.Round{Taken: 8}, postponed: map[string]time.Time{}, err: episodic.ErrUnavailable, calls: 1,
		},
		"the engine goes down": {
			why: "what was refused before is postponed, what is not known is not",
			put: func(ids []string) (map[string]error, error) {
				if len(ids) > 1 || ids[0] == "ep-0" {
					return nil, refusal
				}
				return nil, down
			},
			round: index.Round{Taken: 8}, postponed: map[string]time.Time{"ep-0": now.Add(5 * time.Second)}, err: episodic.ErrUnavailable, calls: 5,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			q := &queue{postponed: map[string]time.Time{}}
			for i := range 8 {
				q.tasks = append(q.tasks, episodic.IndexTask{Project: "p", Episode: fmt.Sprintf("ep-%d", i), Revision: 1, Attempts: i})
			}
			x := &strictIndex{put: c.put}
			round, err := memory.NewEpisodes(memory.EpisodeParts{Store: q, Index: x}, func() time.Time { return now }).Index.IndexBacklog(t.Context(), 100)
			if !errors.Is(err, c.err) {
				t.Errorf("%s: error %v, want %v", c.why, err, c.err)
			}
			if refused := round.Refused; (refused != nil) != (len(c.postponed) > 0) || refused != nil && !errors.Is(refused, refusal) {
				t.Errorf("%s: refused %v", c.why, refused)
			}
			round.Refused = nil
			if round != c.round || len(q.marked) != c.round.Done || x.calls != c.calls {
				t.Errorf("%s: %+v with %d calls, marked %v", c.why, round, x.calls, q.marked)
			}
			if diff := cmp.Diff(c.postponed, q.postponed); diff != "" {
				t.Errorf("%s: postponed (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestService_IndexBacklog_otherProjects(t *testing.T) {
	q := &queue{tasks: []episodic.IndexTask{{Project: "a", Episode: "x"}, {Project: "b", Episode: "x"}}}
	x := &strictIndex{put: func([]string) (map[string]error, error) { return nil, episodic.ErrUnavailable }}
	round, err := memory.NewEpisodes(memory.EpisodeParts{Store: q, Index: x}, time.Now).Index.IndexBacklog(t.Context(), 100)
	if !errors.Is(err, episodic.ErrUnavailable) || round.Done != 0 || x.calls != 1 {
		t.Errorf("an engine that is down is asked once, not for each project: %d calls, %+v, %v", x.calls, round, err)
	}
}
