package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func chunkExamples() []example {
	return []example{{"chunks", exampleChunks}, {"many chunks", exampleManyChunks}, {"chunk digests", exampleDigests}}
}

// indexed returns what an index should list for some episodes.
func indexed(episodes ...episodic.EpisodeChunks) []episodic.IndexedChunk {
	var out []episodic.IndexedChunk
	for _, e := range episodes {
		for _, c := range e.Chunks {
			out = append(out, episodic.IndexedChunk{Episode: c.Episode, Revision: c.Revision, Number: c.Number, Digest: c.Digest(), Text: c.Text})
		}
	}
	return out
}

func (f *fixture) chunks(t testing.TB, project string, ids ...string) []episodic.IndexedChunk {
	t.Helper()
	chunks, err := f.Index.ListChunks(t.Context(), first(project), ids)
	must(t, err)
	return chunks
}

func exampleChunks(t *testing.T, f *fixture) {
	p := f.project(t)
	nasty := "\"q\" 'a' \\b *any? \uE02A\uE000\uE001\n\ttab \u2028 \U000E0001 İẞﬁ e\u0301 日本 🤔 {x} %s \x7f"
	full := revision(7, episodic.Episode{
		ID: "a full/one", Task: nasty, Outcome: episodic.OutcomeFailure, Session: nasty, Domain: nasty, TaskType: nasty,
		Complexity: nasty, Tags: []string{"b", "a", nasty}, Tools: []string{nasty}, Strategies: []string{"x y"},
		StartedAt: episodic.Timestamp{Time: time.Date(1, 2, 3, 4, 5, 6, 7, time.UTC)},
		Decisions: []episodic.Decision{{ID: "d1", Actor: nasty, Type: "ROUTING", Chosen: nasty}},
	}, nasty, manyWords("w", 300))
	bare := cut("b bare", "")
	bare.Chunks = []episodic.Chunk{{Episode: "b bare", Revision: 1}}
	day := revision(1, episodic.Episode{ID: "c day", Task: "t", StartedAt: episodic.Timestamp{Time: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), Precision: episodic.PrecisionDay}})
	other := cut("d not asked for", "t")
	f.put(t, p, full, bare, day, other)
	if len(full.Chunks) < 4 {
		t.Fatalf("the episode has only %d chunks", len(full.Chunks))
	}
	got := f.chunks(t, p, "c day", "a full/one", "b bare", "never there")
	if diff := cmp.Diff(indexed(full, bare, day), got); diff != "" {
		t.Errorf("what the index holds (-put +listed):\n%s", diff)
	}
	if got := f.chunks(t, p); got != nil {
		t.Errorf("no episode has chunks %v", got)
	}
	if got := f.chunks(t, f.project(t), "a full/one"); got != nil {
		t.Errorf("another project has %v", got)
	}
}

func exampleManyChunks(t *testing.T, f *fixture) {
	p := f.project(t)
	var many []episodic.EpisodeChunks
	var ids []string
	for i := range 25 {
		// Some requests cover more chunks than a page, and pages end among equal numbers.
		e := episodic.EpisodeChunks{Episode: fmt.Sprintf("ep-%02d", i), Revision: 1}
		for n := range 30 + 7*i {
			e.Chunks = append(e.Chunks, episodic.Chunk{Episode: e.Episode, Revision: 1, Number: n, Text: strings.Repeat("x", n)})
		}
		many, ids = append(many, e), append(ids, e.Episode)
	}
	f.put(t, p, many...)
	if diff := cmp.Diff(indexed(many...), f.chunks(t, p, ids...)); diff != "" {
		t.Errorf("what the index holds (-put +listed):\n%s", diff)
	}
}

// The digest covers what filters read: each attribute alone makes a different chunk.
func exampleDigests(t *testing.T, f *fixture) {
	p := f.project(t)
	seen := map[string]string{}
	for name, change := range map[string]func(*episodic.Chunk){
		"none": func(*episodic.Chunk) {}, "text": func(c *episodic.Chunk) { c.Text = "t" },
		"own": func(c *episodic.Chunk) { c.Own = "t" }, "around": func(c *episodic.Chunk) { c.Around = "t" },
		"tag": func(c *episodic.Chunk) { c.Tags = []string{"t"} }, "tool": func(c *episodic.Chunk) { c.Tools = []string{"t"} },
		"strategy":    func(c *episodic.Chunk) { c.Strategies = []string{"t"} },
		"occurrences": func(c *episodic.Chunk) { c.Occurrences = []string{"t"} },
		"actor":       func(c *episodic.Chunk) { c.Actors = []string{"t"} },
		"two tags":    func(c *episodic.Chunk) { c.Tags = []string{"t", ""} },
		"started":     func(c *episodic.Chunk) { c.StartedAt = episodic.Timestamp{Time: time.Unix(1, 0)} },
	} {
		c := episodic.Chunk{Episode: "ep", Revision: 1}
		change(&c)
		f.put(t, p, episodic.EpisodeChunks{Episode: "ep", Revision: 1, Chunks: []episodic.Chunk{c}})
		got := f.chunks(t, p, "ep")
		if !slices.Equal(got, indexed(episodic.EpisodeChunks{Chunks: []episodic.Chunk{c}})) {
			t.Errorf("%s: the index holds %v", name, got)
		}
		if twin := seen[got[0].Digest]; twin != "" {
			t.Errorf("%s and %s have one digest", name, twin)
		}
		seen[got[0].Digest] = name
	}
}
