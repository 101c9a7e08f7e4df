package recall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
)

func TestIndexing_revisions(t *testing.T) {
	m := newMemory(t)
	m.record(m.service, episodic.Episode{ID: "ep", Task: "oldword", Lessons: []string{"oldlesson"}})
	if r := m.record(m.service, simple("ep", "newword")); r.Revision != 2 || r.State != episodic.StateIndexed {
		t.Fatalf("revision 2: %+v", r)
	}
	for text, want := range map[string][]string{"oldword oldlesson": nil, "newword": {"ep"}} {
		if got := m.finds(text); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", text, got, want)
		}
	}
	if r := m.record(m.service, simple("ep", "newword")); r.Change != episodic.ChangeUnchanged || r.State != episodic.StateIndexed {
		t.Errorf("the same again: %+v", r)
	}
	if err := m.service.Recording.Delete(t.Context(), m.project, "ep"); err != nil {
		t.Fatal(err)
	}
	if held, err := m.index.ListEpisodes(t.Context(), m.place()); err != nil || len(held) > 0 {
		t.Errorf("the index still has %v of a deleted episode (%v)", held, err)
	}
	if r, err := m.service.Recording.Restore(t.Context(), m.project, "ep"); err != nil || r.State != episodic.StateIndexed {
		t.Errorf("restore: %+v, %v", r, err)
	}
	if got := m.finds("newword"); !slices.Equal(got, []string{"ep"}) {
		t.Errorf("the restored episode is not found: %v", got)
	}
	if err := m.silent.Recording.Delete(t.Context(), m.project, "ep"); err != nil {
		t.Fatal(err)
	}
	m.settle()
	if held, err := m.index.ListEpisodes(t.Context(), m.place()); err != nil || len(held) > 0 {
		t.Errorf("the backlog left %v of a deleted episode (%v)", held, err)
	}
}

// Two processes that write the same episodes leave the index with what the store has.
func TestIndexing_twoProcesses(t *testing.T) {
	m := newMemory(t)
	second := memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback}, later)
	const rounds, episodes = 10, 3
	var wg sync.WaitGroup
	for w, s := range []*memory.Episodes{m.service, second} {
		for e := range episodes {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range rounds {
					id, word := fmt.Sprintf("ep-%d", e), fmt.Sprintf("w%dround%dx", w, i)
					_, err := s.Recording.Record(context.Background(), m.project, simple(id, word+strings.Repeat(" filler", (rounds-i)*40)), episodic.StateIndexed)
					if err == nil && i%5 == 4 {
						err = s.Recording.Delete(context.Background(), m.project, id)
					}
					if err != nil && !errors.Is(err, episodic.ErrNotFound) && !errors.Is(err, episodic.ErrConflict) {
						t.Errorf("%s of %d: %v", id, w, err)
					}
				}
				if _, err := s.Recording.Record(context.Background(), m.project, simple(fmt.Sprintf("ep-%d", e), "last word"), episodic.StateIndexed); err != nil {
					t.Error(err)
				}
			}()
		}
	}
	wg.Wait()
	m.settle()
	if got := m.finds("last"); len(got) != episodes {
		t.Errorf("%v have their last content in the index", got)
	}
	for w := range 2 {
		for i := range rounds {
			if got := m.finds(fmt.Sprintf("w%dround%dx", w, i)); got != nil {
				t.Errorf("an older content of %v is still found: %+v", got, m.recall(m.service, recall.Question{Text: fmt.Sprintf("w%dround%dx", w, i)}))
			}
		}
	}
}

func TestReindex(t *testing.T) {
	m := newMemory(t)
	var all []episodic.Episode
	for i := range 230 {
		all = append(all, simple(fmt.Sprintf("ep-%03d", i), "common task"))
	}
	if _, err := m.silent.Recording.RecordAll(t.Context(), m.project, all, true, episodic.StateIndexed); err != nil {
		t.Fatal(err)
	}
	stray := chunk.Chunks(episodic.Stored{Revision: 7, Episode: simple("stray", "common stray")})
	old := chunk.Chunks(episodic.Stored{Revision: 9, Episode: simple("ep-000", "oldword")})
	if failed, err := m.index.PutEpisodes(t.Context(), m.place(), []episodic.EpisodeChunks{stray, old}); err != nil || len(failed) > 0 {
		t.Fatal(err, failed)
	}
	var steps []int
	err := m.service.Index.Reindex(t.Context(), m.project, func(done, total int) {
		if done > total {
			t.Errorf("%d of %d", done, total)
		}
		if len(steps) == 0 {
			// A write while it runs: before and after what was listed already.
			m.record(m.service, simple("ep-late", "common late"))
			m.record(m.service, episodic.Episode{ID: "ep-newest", Task: "common late", StartedAt: episodic.At(time.Now())})
		}
		steps = append(steps, done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(steps) || len(steps) < 3 || steps[len(steps)-1] < 230 {
		t.Errorf("progress: %v", steps)
	}
	held, err := m.index.ListEpisodes(t.Context(), m.place())
	if err != nil || len(held) != 232 || slices.Contains(held, "stray") {
		t.Errorf("the index has %d episodes, want 232 (%v)", len(held), err)
	}
	for text, want := range map[string]int{"stray": 0, "oldword": 0, "late": 2} {
		if got := m.finds(text); len(got) != want {
			t.Errorf("%s finds %v", text, got)
		}
	}
	m.settle()
	if err := m.service.Index.Reindex(t.Context(), "never-there", nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if err := m.silent.Index.Reindex(t.Context(), m.project, nil); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("a silent index: %v", err)
	}
}

// refusing is an index that does not take one episode.
type refusing struct {
	episodic.Index
	id  string
	err error
}

func (x refusing) PutEpisodes(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if slices.ContainsFunc(episodes, func(e episodic.EpisodeChunks) bool { return e.Episode == x.id }) {
		return nil, x.err
	}
	return x.Index.PutEpisodes(ctx, at, episodes)
}

// What the index refuses waits longer and longer, keeps nothing else from being indexed, and
// begins anew with its next revision.
func TestIndexing_refused(t *testing.T) {
	m := newMemory(t)
	var now time.Time
	strict := memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: refusing{m.index, "bad", errors.New("no")}, Fallback: m.fallback}, func() time.Time { return now })
	for _, id := range []string{"a", "bad", "c"} {
		m.record(m.silent, simple(id, "task of "+id))
	}
	now = later()
	due := func(after time.Duration) (attempts int, found bool) {
		t.Helper()
		tasks, err := m.store.Backlog(t.Context(), "", episodic.StageWords, now.Add(after), 10_000)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(tasks, func(task episodic.IndexTask) bool { return task.Project == m.project && task.Episode == "bad" })
		if i < 0 {
			return 0, false
		}
		return tasks[i].Attempts, true
	}
	for failures, pause := range []time.Duration{0, 5 * time.Second, 10 * time.Second, 20 * time.Second} {
		now = now.Add(pause)
		if got, found := due(0); !found || got != failures {
			t.Fatalf("after %d failures and %s: due %t after %d", failures, pause, found, got)
		}
		if round, err := strict.Index.IndexBacklog(t.Context(), 10_000); err != nil || round.Refused == nil || round.Done != round.Taken-1 {
			t.Fatalf("a round: %+v, %v", round, err)
		}
		if _, found := due(4 * time.Second); found {
			t.Fatalf("after failure %d it is due at once", failures+1)
		}
	}
	if n, err := m.store.CountBacklog(t.Context()); err != nil || n.Failing < 1 || n.Episodes < n.Failing {
		t.Errorf("the backlog counts %+v, %v", n, err)
	}
	for id, want := range map[string]int{"a": 1, "bad": 0, "c": 1} {
		if got := m.finds(id); len(got) != want {
			t.Errorf("%s finds %v", id, got)
		}
	}
	m.record(m.silent, simple("bad", "another task"))
	if got, found := due(time.Minute); !found || got != 0 {
		t.Errorf("a new revision is due %t after %d failures", found, got)
	}
	m.settle()
	if got := m.finds("another"); !slices.Equal(got, []string{"bad"}) {
		t.Errorf("taken at last, it is not found: %v", got)
	}
}
