package weaviateindex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// indexed returns what an index should say that it holds of some episodes.
func indexed(episodes ...episodic.EpisodeChunks) []episodic.IndexedChunk {
	var out []episodic.IndexedChunk
	for _, e := range episodes {
		for _, c := range e.Chunks {
			out = append(out, episodic.IndexedChunk{Episode: c.Episode, Revision: c.Revision, Number: c.Number, Digest: c.Digest()})
		}
	}
	return out
}

func listed(t *testing.T, x *weaviateindex.Index, project string, ids ...string) []episodic.IndexedChunk {
	t.Helper()
	chunks, err := x.ListChunks(t.Context(), project, ids)
	if err != nil {
		t.Fatal(err)
	}
	return chunks
}

func TestIndex_ListChunks(t *testing.T) {
	x := open(t)
	p := project(t, x)
	nasty := "\"q\" 'a' \\b *any? \uE02A\uE000\uE001\n\ttab \u2028 \U000E0001 İẞﬁ e\u0301 日本 🤔 {x} %s \x7f"
	full := revision(7, episodic.Episode{
		ID: "a full/one", Task: nasty, Outcome: episodic.OutcomeFailure, Session: nasty, Domain: nasty, TaskType: nasty,
		Complexity: nasty, Tags: []string{"b", "a", nasty}, Tools: []string{nasty}, Strategies: []string{"x y"},
		StartedAt: episodic.Timestamp{Time: time.Date(1, 2, 3, 4, 5, 6, 7, time.UTC)},
		Decisions: []episodic.Decision{{ID: "d1", Type: "ROUTING", Chosen: nasty}},
	}, nasty, words("w", 300))
	bare := episode("b bare", "")
	bare.Chunks = []episodic.Chunk{{Episode: "b bare", Revision: 1}}
	day := revision(1, episodic.Episode{ID: "c day", Task: "t", StartedAt: episodic.Timestamp{Time: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), DateOnly: true}})
	other := episode("d not asked for", "t")
	put(t, x, p, full, bare, day, other)
	if len(full.Chunks) < 4 {
		t.Fatalf("the episode has only %d chunks", len(full.Chunks))
	}
	got := listed(t, x, p, "c day", "a full/one", "b bare", "never there")
	if diff := cmp.Diff(indexed(full, bare, day), got); diff != "" {
		t.Errorf("what the index holds (-put +listed):\n%s", diff)
	}
	if got := listed(t, x, p); got != nil {
		t.Errorf("no episode has chunks %v", got)
	}
	if got := listed(t, x, project(t, x), "a full/one"); got != nil {
		t.Errorf("another project has %v", got)
	}
}

func TestIndex_ListChunks_pages(t *testing.T) {
	x := open(t)
	p := project(t, x)
	var many []episodic.EpisodeChunks
	var ids []string
	for i := range 25 {
		// Some requests are for more chunks than a page, and pages end among equal numbers.
		e := episodic.EpisodeChunks{Episode: fmt.Sprintf("ep-%02d", i), Revision: 1}
		for n := range 30 + 7*i {
			e.Chunks = append(e.Chunks, episodic.Chunk{Episode: e.Episode, Revision: 1, Number: n, Text: strings.Repeat("x", n)})
		}
		many, ids = append(many, e), append(ids, e.Episode)
	}
	put(t, x, p, many...)
	if diff := cmp.Diff(indexed(many...), listed(t, x, p, ids...)); diff != "" {
		t.Errorf("what the index holds (-put +listed):\n%s", diff)
	}
}

// What a filter reads is part of the digest: each attribute alone makes another chunk.
func TestIndex_ListChunks_tellsApart(t *testing.T) {
	x := open(t)
	p := project(t, x)
	seen := map[string]string{}
	for name, change := range map[string]func(*episodic.Chunk){
		"none": func(*episodic.Chunk) {}, "text": func(c *episodic.Chunk) { c.Text = "t" },
		"own": func(c *episodic.Chunk) { c.Own = "t" }, "around": func(c *episodic.Chunk) { c.Around = "t" },
		"tag": func(c *episodic.Chunk) { c.Tags = []string{"t"} }, "tool": func(c *episodic.Chunk) { c.Tools = []string{"t"} },
		"strategy":    func(c *episodic.Chunk) { c.Strategies = []string{"t"} },
		"occurrences": func(c *episodic.Chunk) { c.Occurrences = []string{"t"} },
		"two tags":    func(c *episodic.Chunk) { c.Tags = []string{"t", ""} },
		"started":     func(c *episodic.Chunk) { c.StartedAt = episodic.Timestamp{Time: time.Unix(1, 0)} },
	} {
		c := episodic.Chunk{Episode: "ep", Revision: 1}
		change(&c)
		put(t, x, p, episodic.EpisodeChunks{Episode: "ep", Revision: 1, Chunks: []episodic.Chunk{c}})
		got := listed(t, x, p, "ep")
		if !slices.Equal(got, indexed(episodic.EpisodeChunks{Chunks: []episodic.Chunk{c}})) {
			t.Errorf("%s: the index holds %v", name, got)
		}
		if twin := seen[got[0].Digest]; twin != "" {
			t.Errorf("%s and %s have one digest", name, twin)
		}
		seen[got[0].Digest] = name
	}
}
