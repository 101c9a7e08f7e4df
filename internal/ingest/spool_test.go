package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/write"
)

// counting is a recorder that keeps nothing but the live memory at its first call.
type counting struct {
	mu               sync.Mutex
	episodes, events int
	first            string
	live             uint64
}

func (c *counting) RecordAll(ctx context.Context, _ string, episodes []episodic.Episode, _ bool, _ episodic.State) ([]episodic.Receipt, error) {
	if err := write.AwaitTurn(ctx); err != nil {
		return nil, err
	}
	defer write.PassTurn(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live == 0 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.live, c.first = m.HeapAlloc, episodes[0].Task
	}
	out := make([]episodic.Receipt, len(episodes))
	for i, e := range episodes {
		c.episodes++
		c.events += len(e.Events)
		out[i] = episodic.Receipt{Episode: e.ID, Revision: 1, Change: episodic.ChangeCreated, State: episodic.StateIndexed}
	}
	return out, nil
}

func (c *counting) Revisions(context.Context, string, []string, episodic.Slice) (map[string][]episodic.Revision, error) {
	return nil, nil
}

// OfSessions says that nothing was recorded before.
func (*counting) OfSessions(context.Context, string, []string, []string) ([]episodic.Episode, error) {
	return nil, nil
}

// Delete has nothing to delete.
func (*counting) Delete(context.Context, string, string) error { return nil }

// generated is a source of so many lines, each an episode with four long events, that are made while they
// are read. Their texts have no digits, so that nothing looks for numbers of issues in them.
func generated(name string, episodes int) ingest.Source {
	return ingest.Source{Name: name, Open: func() (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() {
			for i := range episodes {
				var events []string
				for n := range 4 {
					events = append(events, fmt.Sprintf(`{"id":"e%d","type":"milestone","content":"%s"}`, n, strings.Repeat("the step went on. ", 78)))
				}
				if _, err := fmt.Fprintf(w, `{"id":"ep%d","task":"task %d","outcome":"success","events":[%s]}`+"\n", i, i, strings.Join(events, ",")); err != nil {
					return
				}
			}
			_ = w.Close()
		}()
		return r, nil
	}}
}

// TestImport_MemoryDoesNotGrow imports much more than waits in memory, from a file whose name says JSON
// Lines and from standard input, which does not: the longer import needs no more than the shorter one.
func TestImport_MemoryDoesNotGrow(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, NOT RUN: -short; make test imports 48 MB to measure the memory")
	}
	short, long := liveMemory(t, "all.jsonl", 3_000), liveMemory(t, "-", 5_000)
	t.Logf("live memory at the first write: %d KB at 3,000 episodes, %d KB at 5,000", short>>10, long>>10)
	// The report keeps some hundred bytes of each document; the 2,000 more episodes have 11 MB, and 3,000 have 17 MB.
	const most = 2_000 * 1_500
	if long > short+most || short > long+most {
		t.Errorf("%d bytes are live at 5,000 episodes from standard input, %d at 3,000 from a file", long, short)
	}
}

// liveMemory imports so many episodes and returns the bytes in use at the first write.
func liveMemory(t *testing.T, name string, n int) uint64 {
	t.Helper()
	folder, to := t.TempDir(), &counting{}
	t.Setenv("TMPDIR", folder)
	report, err := ingest.Import(t.Context(), to, ingest.Options{Project: "p"}, []ingest.Source{generated(name, n)}, nil)
	if err != nil || report.Totals.Created != n || to.episodes != n || to.events != 4*n || to.first != "task 0" {
		t.Fatalf("%s: %d episodes with %d events of %d, %+v, %v", name, to.episodes, to.events, n, report.Totals, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return to.live
}

// TestImport_NoRoomToKeep reads more than waits in memory where no temporary file can be made.
func TestImport_NoRoomToKeep(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	to := &counting{}
	report, err := ingest.Import(t.Context(), to, ingest.Options{Project: "p"}, []ingest.Source{generated("all.jsonl", 3_100)}, nil)
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "TMPDIR") || report.Complete || to.episodes > 0 {
		t.Errorf("%d episodes were written: %v", to.episodes, err)
	}
	if _, err := ingest.Import(t.Context(), to, ingest.Options{Project: "p"}, []ingest.Source{generated("all.jsonl", 100)}, nil); err != nil || to.episodes != 100 {
		t.Errorf("a small import needs no file: %d episodes, %v", to.episodes, err)
	}
}
