package model_test

import (
	"math/rand/v2"
	"net/url"
	"testing"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/google/go-cmp/cmp"
)

func TestCursor_NeedsNoEscaping(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		key := make([]byte, 1+random.IntN(20))
		for i := range key {
			key[i] = byte(random.IntN(256))
		}
		cursor := model.EncodeCursor("episodes", string(key))
		if url.QueryEscape(cursor) != cursor {
			t.Fatalf("%q cannot stand in an address as it is", cursor)
		}
		if back, err := model.DecodeCursor("episodes", cursor); err != nil || back != string(key) {
			t.Fatalf("%q came back as %q, %v", key, back, err)
		}
	}
}

func TestConnect_NextPage(t *testing.T) {
	tests := map[string]struct {
		why      string
		first, n int
		next     bool
	}{
		"one more":     {"the item more than asked for tells it", 2, 3, true},
		"just enough":  {"a full page may be the last", 2, 2, false},
		"fewer":        {"the list is at its end", 2, 1, false},
		"most":         {"the greatest page", episodic.MaxPage, episodic.MaxPage, false},
		"most and one": {"the greatest page and one", episodic.MaxPage, episodic.MaxPage + 1, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := connect(t, tt.first, nil, tt.n)
			if c.PageInfo.HasNextPage != tt.next || c.PageInfo.HasPreviousPage || len(c.Edges) != min(tt.first, tt.n) {
				t.Errorf("%s: %d edges, %+v", tt.why, len(c.Edges), c.PageInfo)
			}
		})
	}
}

func TestCheckFirst(t *testing.T) {
	for first, taken := range map[int]bool{-1: false, 0: false, 1: true, 7: true, 8: false} {
		if err := model.CheckFirst(first, 7); (err == nil) != taken {
			t.Errorf("%d of at most 7: %v", first, err)
		}
	}
}

func TestReference_IDNamesItsKind(t *testing.T) {
	ref := model.Reference{Reference: episodic.Reference{Kind: episodic.ReferencePullRequest, Key: "own/repo#1"}, Project: "demo"}
	if got, want := ref.ID(), "Reference:demo/PULL_REQUEST/own/repo#1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNeighbours_KeepTheirProject(t *testing.T) {
	got := model.NewNeighbors("demo", []trace.Neighbor{
		{Link: trace.Link{ID: "l1", Note: "why"}, Occurrence: episodic.Occurrence{Key: "x/a", Type: "tool_call"}},
		{Link: trace.Link{ID: "l2"}, Occurrence: episodic.Occurrence{Key: "x/b"}},
	})
	if len(got) != 2 {
		t.Fatalf("%d neighbours", len(got))
	}
	have := []string{
		got[0].Link.Key(), got[0].Link.Project, *got[0].Link.Note(), global(got[0].Occurrence), got[0].Occurrence.(model.EpisodeOutcome).Type(),
		got[1].Link.Key(), global(got[1].Occurrence),
	}
	want := []string{"l1", "demo", "why", "Occurrence:demo/x/a", "TOOL_CALL", "l2", "Occurrence:demo/x/b"}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRecallAnswer_KeepsItsOrder(t *testing.T) {
	hits := model.RecallAnswer{Project: "demo", Answer: recall.Answer{Reason: "no engine", Hits: []recall.Hit{
		{Episode: "b", Score: 2, Best: episodic.ChunkHit{Part: episodic.PartEvents, Text: "t"}, Words: []string{"w"}},
		{Episode: "a", Score: 1},
	}}}
	got := hits.Hits()
	if len(got) != 2 || got[0].Hit.Episode != "b" || got[0].Project != "demo" || got[1].Hit.Episode != "a" {
		t.Fatalf("got %+v", got)
	}
	h := got[0]
	if h.Score() != 2 || h.Part() != episodic.PartEvents || h.Text() != "t" || !cmp.Equal(h.Words(), []string{"w"}) || *hits.Reason() != "no engine" {
		t.Errorf("the best hit is shown as %v %v %q %q", h.Score(), h.Part(), h.Text(), h.Words())
	}
}
