package recall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/index"
)

// found writes what a check found as "KIND: episode part, …", mended ones in brackets.
func found(r index.CheckReport) []string {
	var out []string
	for _, kind := range r.Findings {
		var names []string
		for _, f := range kind.First {
			name := f.Episode
			if f.Chunk != nil {
				name += fmt.Sprintf(" #%d", *f.Chunk)
			}
			if f.Occurrence != "" {
				name = f.Occurrence
			}
			if f.Mended {
				name = "(" + name + ")"
			}
			names = append(names, name)
		}
		slices.Sort(names)
		out = append(out, fmt.Sprintf("%s: %s", kind.Kind, strings.Join(names, ", ")))
	}
	return out
}

func (m *fixture) check(repair bool) index.CheckReport {
	m.t.Helper()
	report, err := m.service.Index.Check(m.t.Context(), m.project, repair, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	return report
}

func TestCheck(t *testing.T) {
	m := newMemory(t)
	for _, id := range []string{"fine", "lost", "older", "spoilt", "deleted"} {
		m.record(m.service, episodic.Episode{
			ID: id, Task: "task of " + id + " *any? \uE02A", Tags: []string{"b", "a"},
			Decisions: []episodic.Decision{{ID: "d1", Chosen: "left " + id}}, Events: []episodic.Event{{ID: "e1", Content: "seen " + id}},
		})
	}
	if report := m.check(false); len(report.Findings) > 0 || report.Episodes != 5 || report.Occurrences != 10 || report.Chunks != 15 || report.Indexed != 15 {
		t.Fatalf("what was just recorded: %+v", report)
	}
	m.spoil()
	want := []string{
		"NO_CHUNKS: lost", "OTHER_REVISION: older", "MISSING_CHUNK: spoilt #2", "DIFFERENT_CHUNK: spoilt #1", "GONE_EPISODE: deleted, stray",
		"UNQUOTED_OCCURRENCE: lost/d1, lost/e1, older/d1, older/e1, spoilt/d1, spoilt/e1", "WAITING: late",
	}
	if diff := cmp.Diff(want, found(m.check(false))); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	report := m.check(true)
	if report.Wrong() != 0 {
		t.Errorf("a repair left %d: %v", report.Wrong(), found(report))
	}
	mended := strings.NewReplacer(": ", ": (", ", ", "), (")
	for i, line := range found(report) {
		if line != mended.Replace(want[i])+")" {
			t.Errorf("mended: %s, want all of %s", line, want[i])
		}
	}
	if report := m.check(false); len(report.Findings) > 0 || report.Chunks != report.Indexed {
		t.Errorf("after the repair: %+v", report)
	}
	for _, id := range []string{"lost", "older", "spoilt", "late"} {
		if got := m.finds(id); !slices.Contains(got, id) {
			t.Errorf("%s is not found by its own words: %v", id, got)
		}
	}
}

// spoil makes the index differ from the graph in every way.
func (m *fixture) spoil() {
	m.t.Helper()
	must := func(err error) {
		m.t.Helper()
		if err != nil {
			m.t.Fatal(err)
		}
	}
	chunks := func(id string) episodic.EpisodeChunks {
		stored, err := m.store.GetEpisodes(m.t.Context(), m.project, []string{id})
		must(err)
		return chunk.Chunks(stored[0])
	}
	put := func(e episodic.EpisodeChunks) {
		m.t.Helper()
		failed, err := m.index.PutEpisodes(m.t.Context(), m.place(), []episodic.EpisodeChunks{e})
		must(err)
		must(failed[e.Episode])
	}
	deleted, older, spoilt := chunks("deleted"), chunks("older"), chunks("spoilt")
	must(m.service.Recording.Delete(m.t.Context(), m.project, "deleted"))
	put(deleted)
	put(chunk.Chunks(episodic.Stored{Revision: 7, Episode: simple("stray", "never recorded")}))
	must(m.index.DeleteEpisodes(m.t.Context(), m.place(), []string{"lost"}))
	older.Revision++
	for i := range older.Chunks {
		older.Chunks[i].Revision++
	}
	put(older)
	spoilt.Chunks = spoilt.Chunks[:2]
	spoilt.Chunks[1].Tags = []string{"other"}
	put(spoilt)
	m.record(m.silent, simple("late", "late word"))
}
