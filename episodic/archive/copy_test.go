package archive_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/google/go-cmp/cmp"
)

// chest is a store of histories: what a copy and an export need of one.
type chest struct {
	episodic.Store
	past map[string]episodic.History
	// asked is called with the revisions of each call of ListContents.
	asked func([]episodic.RevisionKey)
	// refuse is what RecordHistories returns; calls are how many histories each call had.
	refuse error
	calls  []int
}

func newChest(histories ...episodic.History) *chest {
	c := &chest{past: map[string]episodic.History{}, asked: func([]episodic.RevisionKey) {}}
	for _, h := range histories {
		c.past[h.Last.Episode.ID] = h
	}
	return c
}

// pastOf returns an episode that had those tasks, one after the other.
func pastOf(t *testing.T, id string, tasks ...string) episodic.History {
	t.Helper()
	var h episodic.History
	for i, task := range tasks {
		h.Last = episodictest.MustPrepare(t, episodic.Episode{ID: id, Task: task})
		h.Contents = append(h.Contents, episodic.Content{
			RevisionKey: episodic.RevisionKey{Episode: id, Number: i + 1}, Hash: h.Last.Hash,
			RecordedAt: time.Unix(int64(i), 7).UTC(), JSON: h.Last.Content,
		})
	}
	return h
}

// GetProject implements [episodic.Store].
func (c *chest) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if c.past == nil {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{Name: project}, nil
}

// Snapshot implements [episodic.Store].
func (c *chest) Snapshot(context.Context, string) ([]episodic.Record, error) {
	if c.past == nil {
		return nil, episodic.ErrProjectNotFound
	}
	var out []episodic.Record
	for _, id := range slices.Sorted(maps.Keys(c.past)) {
		h := c.past[id]
		last := h.Contents[len(h.Contents)-1]
		out = append(out, episodic.Record{
			Episode: id, Revision: last.Number, Hash: last.Hash, RecordedAt: last.RecordedAt, DeletedAt: h.DeletedAt, Access: h.Access,
		})
	}
	return out, nil
}

// ListContents implements [episodic.Store].
func (c *chest) ListContents(_ context.Context, _ string, keys []episodic.RevisionKey) ([]episodic.Content, error) {
	c.asked(keys)
	var out []episodic.Content
	for _, key := range slices.Backward(keys) {
		if h, ok := c.past[key.Episode]; ok {
			out = append(out, h.Contents[key.Number-1])
		}
	}
	return out, nil
}

// RecordHistories implements [episodic.Store].
func (c *chest) RecordHistories(_ context.Context, _ string, _ time.Time, histories []episodic.History) (int, error) {
	if c.refuse != nil {
		return 0, c.refuse
	}
	c.calls = append(c.calls, len(histories))
	held := map[string]archive.StoredHistory{}
	for id, h := range c.past {
		held[id] = archive.StoredHistory{Revisions: h.Contents, DeletedAt: h.DeletedAt, Access: h.Access}
	}
	writes, err := archive.PlanHistories(histories, held)
	if err != nil {
		return 0, err
	}
	for _, w := range writes {
		contents := append(slices.Clone(c.past[w.Episode.ID].Contents), w.Added...)
		c.past[w.Episode.ID] = episodic.History{Last: w.Prepared, Contents: contents, DeletedAt: w.DeletedAt, Access: w.Access}
	}
	return len(writes), nil
}

func TestCopy(t *testing.T) {
	deleted, read := pastOf(t, "deleted", "x"), pastOf(t, "read", "x", "y")
	deleted.DeletedAt, read.Access = time.Unix(9, 0).UTC(), episodic.Access{Count: 2, LastAt: time.Unix(8, 0).UTC()}
	from := newChest(pastOf(t, "a", "1", "2", "3"), deleted, read, pastOf(t, "same", "s"), pastOf(t, "own", "theirs", "more"), pastOf(t, "own2", "t"))
	to := newChest(pastOf(t, "a", "1"), pastOf(t, "same", "s"), pastOf(t, "own", "ours"), pastOf(t, "own2", "o"), pastOf(t, "extra", "e"))
	var told []string
	report, err := archive.Copy(t.Context(), from, to, "p", func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) })
	if err != nil {
		t.Fatal(err)
	}
	if report.Episodes != 6 || report.Written != 3 || report.Equal() || !slices.Equal(told, []string{"6/6"}) {
		t.Errorf("the report is %+v, progress %v", report, told)
	}
	var differ []string
	for _, d := range report.Differences {
		differ = append(differ, d.Episode+": "+d.Reason)
	}
	if diff := cmp.Diff([]string{
		"extra: only the target has it",
		`own: episode "own" was recorded here on its own: revision 1 has another content`,
		`own2: episode "own2" was recorded here on its own: revision 1 has another content`,
	}, differ); diff != "" {
		t.Errorf("the differences (-want +got):\n%s", diff)
	}
	for _, id := range []string{"a", "deleted", "read"} {
		if diff := cmp.Diff(from.past[id], to.past[id]); diff != "" {
			t.Errorf("%s (-source +target):\n%s", id, diff)
		}
	}
	for _, id := range []string{"extra", "own", "own2"} {
		delete(from.past, id)
		delete(to.past, id)
	}
	again, err := archive.Copy(t.Context(), from, to, "p", nil)
	if err != nil || !again.Equal() || again.Written != 0 || len(again.Differences) > 0 {
		t.Errorf("without what differs: %+v, %v", again, err)
	}
}

func TestCopy_FingerprintSeesEverything(t *testing.T) {
	for why, change := range map[string]func(*episodic.History){
		"a content": func(h *episodic.History) { *h = pastOf(t, "a", "1", "two") },
		"an earlier time": func(h *episodic.History) {
			h.Contents[0].RecordedAt = h.Contents[0].RecordedAt.Add(time.Nanosecond)
		},
		"a deletion":          func(h *episodic.History) { h.DeletedAt = time.Unix(1, 0) },
		"a read":              func(h *episodic.History) { h.Access.Count++ },
		"when it was read":    func(h *episodic.History) { h.Access.LastAt = time.Unix(1, 0) },
		"bytes of a content":  func(h *episodic.History) { h.Contents[0].JSON = []byte("{}") },
		"a revision too many": func(h *episodic.History) { *h = pastOf(t, "a", "1", "2", "3") },
	} {
		from, to := newChest(pastOf(t, "a", "1", "2")), newChest(pastOf(t, "a", "1", "2"))
		h := to.past["a"]
		change(&h)
		to.past["a"] = h
		to.refuse = &archive.ConflictError{Episode: "a", Reason: "the test says so"}
		report, err := archive.Copy(t.Context(), from, to, "p", nil)
		if err == nil && report.Equal() {
			t.Errorf("%s makes no difference", why)
		}
	}
}

func TestCopy_BadSource(t *testing.T) {
	damaged, foreign := pastOf(t, "damaged", "1", "2"), pastOf(t, "foreign", "1")
	damaged.Contents[0].JSON = []byte(`{"id":"damaged"}`)
	foreign.Contents[0].JSON = []byte(`{"id":"f","outcome":"no word of ours"}`)
	foreign.Contents[0].Hash = fmt.Sprintf("%x", sha256.Sum256(foreign.Contents[0].JSON))
	from, to := newChest(damaged, foreign, pastOf(t, "good", "1"), pastOf(t, "purged", "1")), newChest()
	from.asked = func([]episodic.RevisionKey) { delete(from.past, "purged") }
	report, err := archive.Copy(t.Context(), from, to, "p", nil)
	if err != nil || report.Written != 1 || report.Equal() || len(report.Differences) != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	for i, says := range []string{"revision 1 does not fit its hash", "prepare the content of revision 1"} {
		if !strings.Contains(report.Differences[i].Reason, says) {
			t.Errorf("difference %d is %+v, want %q in it", i, report.Differences[i], says)
		}
	}
}

func TestCopy_Fails(t *testing.T) {
	for why, c := range map[string]struct {
		from, to *chest
		want     error
	}{
		"there is nothing to copy":             {&chest{}, newChest(), episodic.ErrProjectNotFound},
		"another writer was faster":            {newChest(pastOf(t, "a", "1")), &chest{past: map[string]episodic.History{}, refuse: episodic.ErrConflict}, episodic.ErrConflict},
		"the target does not answer":           {newChest(pastOf(t, "a", "1")), &chest{past: map[string]episodic.History{}, refuse: episodic.ErrUnavailable}, episodic.ErrUnavailable},
		"a conflict of what was not asked for": {newChest(pastOf(t, "a", "1")), &chest{past: map[string]episodic.History{}, refuse: &archive.ConflictError{Episode: "b"}}, episodic.ErrConflict},
	} {
		if _, err := archive.Copy(t.Context(), c.from, c.to, "p", nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestCopy_Batches(t *testing.T) {
	small, large := newChest(), newChest()
	for i := range 300 {
		small.past[fmt.Sprint(i)] = pastOf(t, fmt.Sprint(i), "x")
	}
	for i := range 60 {
		h := pastOf(t, fmt.Sprint(i), "x")
		h.Last = episodictest.MustPrepare(t, episodic.Episode{ID: fmt.Sprint(i), Lessons: slices.Repeat([]string{strings.Repeat("x", episodic.MaxText)}, 16)})
		h.Contents[0].JSON, h.Contents[0].Hash = h.Last.Content, h.Last.Hash
		large.past[fmt.Sprint(i)] = h
	}
	var sizes []int
	small.asked = func(keys []episodic.RevisionKey) { sizes = append(sizes, len(keys)) }
	large.asked = small.asked
	for why, c := range map[string]struct {
		from        *chest
		least, most int
	}{
		"small episodes are read in ever larger batches": {small, 64, 128},
		"of large ones 8 MiB are read at once":           {large, 7, 8},
	} {
		sizes = nil
		to := newChest()
		if _, err := archive.Copy(t.Context(), c.from, to, "p", nil); err != nil {
			t.Fatal(err)
		}
		if slices.Max(to.calls) > c.most {
			t.Errorf("%s, and written %v", why, to.calls)
		}
		if sizes[0] != 16 || sizes[2] < c.least || slices.Max(sizes[1:4]) > c.most {
			t.Errorf("%s: %v", why, sizes)
		}
	}
}
