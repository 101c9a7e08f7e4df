package index_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
)

// shelf is a store and an index of one project, in memory, whose contents a test spoils.
type shelf struct {
	stored  map[string]episodic.Stored
	deleted map[string]bool
	chunks  map[string][]episodic.Chunk
	backlog map[string]bool
	// onList is called before chunks are listed, like a writer that comes in between.
	onList func()
	// serves are texts that are served in place of those that were put, by episode.
	serves map[string]string
	refuse map[string]error
}

// newShelf holds n episodes, indexed as they should be, each a head and two decisions.
func newShelf(n int) *shelf {
	s := &shelf{
		stored: map[string]episodic.Stored{}, chunks: map[string][]episodic.Chunk{},
		deleted: map[string]bool{}, backlog: map[string]bool{}, refuse: map[string]error{}, onList: func() {},
	}
	for i := range n {
		s.write(fmt.Sprintf("ep-%03d", i), 1)
	}
	return s
}

func (s *shelf) write(id string, revision int) {
	e := episodic.Stored{Revision: revision, IndexedRevision: revision, Episode: episodic.Episode{
		ID: id, Task: fmt.Sprintf("task %d", revision),
		Decisions: []episodic.Decision{{ID: "d1", Chosen: "left"}, {ID: "d2", Chosen: "right"}},
	}}
	s.stored[id] = e
	s.chunks[id] = chunk.Chunks(e).Chunks
}

// shelfStore and shelfIndex are the two engines that a shelf stands for.
type (
	shelfStore struct {
		episodic.Store
		*shelf
	}
	shelfIndex struct {
		episodic.Index
		*shelf
	}
)

func (s shelfStore) Snapshot(context.Context, string) ([]episodic.Record, error) {
	if len(s.stored)+len(s.deleted) == 0 {
		return nil, episodic.ErrProjectNotFound
	}
	var out []episodic.Record
	for id, e := range s.stored {
		out = append(out, episodic.Record{Episode: id, Revision: e.Revision})
	}
	for id := range s.deleted {
		out = append(out, episodic.Record{Episode: id, Revision: 1, DeletedAt: time.Unix(1, 0)})
	}
	return out, nil
}

func (s shelfStore) GetIndexState(context.Context, string) (episodic.IndexState, error) {
	if len(s.stored)+len(s.deleted) == 0 {
		return episodic.IndexState{}, episodic.ErrProjectNotFound
	}
	return episodic.FirstIndexState(), nil
}

func (s shelfStore) GetEpisodes(_ context.Context, _ string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		if e, ok := s.stored[id]; ok {
			out = append(out, e)
		}
	}
	return out, nil
}

func (s shelfStore) GetHeads(_ context.Context, _ string, ids []string) (map[string]episodic.Head, error) {
	heads := map[string]episodic.Head{}
	for _, id := range ids {
		if e, ok := s.stored[id]; ok {
			heads[id] = episodic.Head{Present: true, Revision: e.Revision}
		}
	}
	return heads, nil
}

func (s shelfStore) Backlog(_ context.Context, project string, _ episodic.IndexStage, _ time.Time, _ int) ([]episodic.IndexTask, error) {
	if project != "p" {
		return []episodic.IndexTask{{Project: "other", Episode: "ep-001"}}, nil
	}
	var tasks []episodic.IndexTask
	for id := range s.backlog {
		tasks = append(tasks, episodic.IndexTask{Project: "p", Episode: id})
	}
	return tasks, nil
}

func (s shelfStore) MarkIndexed(context.Context, []episodic.IndexTask) error { return nil }

func (s shelfIndex) ListEpisodes(context.Context, episodic.IndexGeneration) ([]string, error) {
	return slices.Collect(maps.Keys(s.chunks)), nil
}

func (s shelfIndex) ListChunks(_ context.Context, _ episodic.IndexGeneration, ids []string) ([]episodic.IndexedChunk, error) {
	s.onList()
	var out []episodic.IndexedChunk
	for _, id := range ids {
		for _, c := range s.chunks[id] {
			out = append(out, episodic.IndexedChunk{Episode: id, Revision: c.Revision, Number: c.Number, Digest: c.Digest(), Text: s.served(c)})
		}
	}
	return out, nil
}

// served returns the text that a search would return of a chunk.
func (s *shelf) served(c episodic.Chunk) string {
	if text, spoilt := s.serves[c.Episode]; spoilt {
		return text
	}
	return c.Text
}

func (s shelfIndex) PutEpisodes(_ context.Context, _ episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	failed := map[string]error{}
	for _, e := range episodes {
		if err := s.refuse[e.Episode]; err != nil {
			failed[e.Episode] = err
			continue
		}
		s.chunks[e.Episode] = e.Chunks
		delete(s.serves, e.Episode)
	}
	return failed, nil
}

func (s shelfIndex) DeleteEpisodes(_ context.Context, _ episodic.IndexGeneration, ids []string) error {
	for _, id := range ids {
		delete(s.chunks, id)
	}
	return nil
}

func (s *shelf) check(t *testing.T, repair bool) index.CheckReport {
	t.Helper()
	service := memory.NewEpisodes(memory.EpisodeParts{Store: shelfStore{shelf: s}, Index: shelfIndex{shelf: s}}, time.Now)
	report, err := service.Index.Check(t.Context(), "p", repair, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// summary writes findings as "KIND episode/part".
func summary(r index.CheckReport) []string {
	var out []string
	for _, kind := range r.Findings {
		for _, f := range kind.First {
			line := fmt.Sprintf("%s %s", f.Kind, f.Episode)
			if f.Chunk != nil {
				line += fmt.Sprintf(" #%d", *f.Chunk)
			}
			out = append(out, strings.TrimSpace(line+" "+f.Occurrence))
		}
	}
	return out
}

func TestService_Check(t *testing.T) {
	cases := map[string]struct {
		why   string
		spoil func(*shelf)
		want  []string
	}{
		"clean":   {"nothing differs", func(*shelf) {}, nil},
		"no mark": {"the backlog of another project is none of ours", func(s *shelf) { s.backlog["ep-002"] = true }, nil},
		"all gone": {
			"an episode without chunks is not found at all", func(s *shelf) { delete(s.chunks, "ep-001") },
			[]string{"NO_CHUNKS ep-001", "UNQUOTED_OCCURRENCE ep-001 ep-001/d1", "UNQUOTED_OCCURRENCE ep-001 ep-001/d2"},
		},
		"older": {"chunks of the revision before", func(s *shelf) {
			old := s.chunks["ep-001"]
			s.write("ep-001", 2)
			s.chunks["ep-001"] = old
		}, []string{"OTHER_REVISION ep-001", "UNQUOTED_OCCURRENCE ep-001 ep-001/d1", "UNQUOTED_OCCURRENCE ep-001 ep-001/d2"}},
		"left over": {"chunks of two revisions: the right one is whole", func(s *shelf) {
			old := s.chunks["ep-001"]
			s.write("ep-001", 2)
			s.chunks["ep-001"] = append(old, s.chunks["ep-001"]...)
		}, []string{"OTHER_REVISION ep-001"}},
		"missing": {
			"one chunk, and with it a decision", func(s *shelf) { s.chunks["ep-001"] = s.chunks["ep-001"][:2] },
			[]string{"MISSING_CHUNK ep-001 #2", "UNQUOTED_OCCURRENCE ep-001 ep-001/d2"},
		},
		"different head": {
			"another text, which quotes nothing that occurred", func(s *shelf) { s.chunks["ep-001"][0].Around += " x" },
			[]string{"DIFFERENT_CHUNK ep-001 #0"},
		},
		"different decision": {
			"what another text quotes is not found by its words", func(s *shelf) { s.chunks["ep-001"][1].Own = "x" },
			[]string{"DIFFERENT_CHUNK ep-001 #1", "UNQUOTED_OCCURRENCE ep-001 ep-001/d1"},
		},
		"damaged text": {
			"the text that is served, beside a digest that is right", func(s *shelf) { s.serves = map[string]string{"ep-001": s.chunks["ep-001"][0].Text} },
			[]string{"DIFFERENT_CHUNK ep-001 #1", "DIFFERENT_CHUNK ep-001 #2", "UNQUOTED_OCCURRENCE ep-001 ep-001/d1", "UNQUOTED_OCCURRENCE ep-001 ep-001/d2"},
		},
		"half a decision": {
			"a long decision is cut in two: one right half still finds it", func(s *shelf) {
				e := s.stored["ep-001"]
				e.Episode.Decisions = []episodic.Decision{{ID: "d1", Rationale: strings.Repeat("word ", 300)}}
				s.stored["ep-001"], s.chunks["ep-001"] = e, chunk.Chunks(e).Chunks
				s.chunks["ep-001"][2].Own = "x"
			},
			[]string{"DIFFERENT_CHUNK ep-001 #2"},
		},
		"extra": {"a number beyond the last, and one twice", func(s *shelf) {
			c := s.chunks["ep-001"]
			beyond := c[0]
			beyond.Number = 3
			s.chunks["ep-001"] = append(c, beyond, c[1])
		}, []string{"EXTRA_CHUNK ep-001 #3", "EXTRA_CHUNK ep-001 #1"}},
		"deleted": {"a deleted episode and one that never was", func(s *shelf) {
			s.chunks["stray"] = s.chunks["ep-000"]
			s.deleted["ep-001"] = true
			delete(s.stored, "ep-001")
		}, []string{"GONE_EPISODE ep-001", "GONE_EPISODE stray"}},
		"behind": {"what the backlog knows of waits, a deletion too", func(s *shelf) {
			s.backlog = map[string]bool{"ep-001": true, "ep-002": true}
			delete(s.chunks, "ep-001")
			s.deleted["ep-002"] = true
			delete(s.stored, "ep-002")
		}, []string{"WAITING ep-001", "WAITING ep-002"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := newShelf(3)
			c.spoil(s)
			report := s.check(t, false)
			if diff := cmp.Diff(c.want, summary(report)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
			waits := len(c.want) == 0 || strings.HasPrefix(c.want[0], "WAITING")
			if (report.Wrong() == 0) != waits {
				t.Errorf("%s: %d are wrong", c.why, report.Wrong())
			}
			report = s.check(t, true)
			if diff := cmp.Diff(c.want, summary(report)); diff != "" || report.Wrong() != 0 {
				t.Errorf("%s: a repair finds the same and leaves %d (-want +got):\n%s", c.why, report.Wrong(), diff)
			}
			s.backlog = map[string]bool{}
			if again := s.check(t, false); len(again.Findings) > 0 {
				t.Errorf("%s: after the repair %v", c.why, summary(again))
			}
		})
	}
}

func TestService_Check_counts(t *testing.T) {
	s := newShelf(250)
	for _, e := range s.stored {
		s.chunks[e.Episode.ID] = s.chunks[e.Episode.ID][1:]
	}
	var steps []int
	report, err := memory.NewEpisodes(memory.EpisodeParts{Store: shelfStore{shelf: s}, Index: shelfIndex{shelf: s}}, time.Now).
		Index.Check(t.Context(), "p", false, func(done, total int) { steps = append(steps, done, total) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{100, 250, 200, 250, 250, 250}, steps); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if len(report.Findings) != 1 || report.Findings[0].Found != 250 || len(report.Findings[0].First) != 100 || report.Wrong() != 250 {
		t.Errorf("all are counted and 100 named: %d of %+v", len(report.Findings[0].First), report.Wrong())
	}
	report.Findings = nil
	want := index.CheckReport{Project: "p", Episodes: 250, Occurrences: 500, Chunks: 750, Indexed: 500}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("what was compared (-want +got):\n%s", diff)
	}
}

func TestService_Check_whileWriting(t *testing.T) {
	s := newShelf(2)
	looks, revision := 0, 1
	s.onList = func() {
		if looks++; looks <= 2 {
			revision++
			s.write("ep-001", revision)
		}
	}
	if report := s.check(t, false); len(report.Findings) > 0 || looks < 3 {
		t.Errorf("what was written in between is looked at again: %v after %d looks", summary(report), looks)
	}
	s.onList = func() {
		revision++
		s.write("ep-001", revision)
	}
	if diff := cmp.Diff([]string{"WAITING ep-001"}, summary(s.check(t, false))); diff != "" {
		t.Errorf("what is written without an end waits (-want +got):\n%s", diff)
	}
}

// While chunks are replaced by the same ones with vectors, an index may list none for a moment.
func TestService_Check_whileReplaced(t *testing.T) {
	s := newShelf(2)
	looks, chunks := 0, s.chunks["ep-001"]
	s.onList = func() {
		if looks++; looks < 3 {
			delete(s.chunks, "ep-001")
			return
		}
		s.chunks["ep-001"] = chunks
	}
	if report := s.check(t, false); len(report.Findings) > 0 || looks != 3 {
		t.Errorf("what is replaced differs: %v after %d looks", summary(report), looks)
	}
}

func TestService_Check_notMended(t *testing.T) {
	s := newShelf(2)
	clear(s.chunks)
	s.refuse["ep-000"] = errors.New("no such thing")
	report := s.check(t, true)
	if f := report.Findings[0]; report.Wrong() != 3 || f.Found != 2 || f.Mended != 1 || f.First[0].Reason != "no such thing" || f.First[1].Reason != "" {
		t.Errorf("%d are wrong: %+v", report.Wrong(), f)
	}
	s.refuse["ep-000"] = fmt.Errorf("down: %w", episodic.ErrUnavailable)
	service := memory.NewEpisodes(memory.EpisodeParts{Store: shelfStore{shelf: s}, Index: shelfIndex{shelf: s}}, time.Now)
	report, err := service.Index.Check(t.Context(), "p", true, nil)
	if !errors.Is(err, episodic.ErrUnavailable) || report.Wrong() != 3 {
		t.Errorf("an index that goes down: %v, and the report of what was found %+v", err, report)
	}
	clear(s.chunks)
	clear(s.stored)
	if _, err := service.Index.Check(t.Context(), "p", false, nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a project that neither engine knows: %v", err)
	}
}
