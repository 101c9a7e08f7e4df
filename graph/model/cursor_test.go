package model_test

import (
	"context"
	"encoding/base64"
	"errors"
	"strconv"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

func TestCursor_RoundTrip(t *testing.T) {
	for _, key := range []string{"a", "2026-05-03|x", "episode-1/d001", "ünï cödé", "a\x00b", "||"} {
		cursor := model.EncodeCursor("episodes", key)
		if got, err := model.DecodeCursor("episodes", cursor); err != nil || got != key {
			t.Errorf("%q came back as %q, %v", key, got, err)
		}
		if _, err := model.DecodeCursor("occurrences", cursor); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("a cursor of another list is taken: %v", err)
		}
	}
}

func TestCursor_Refused(t *testing.T) {
	encode := base64.RawURLEncoding.EncodeToString
	for _, cursor := range []string{
		"", "%", "episodes", encode([]byte("")), encode([]byte("1|episodes|")), encode([]byte("2|episodes|a")),
		encode([]byte("1|episode|a")), base64.StdEncoding.EncodeToString([]byte("1|episodes|ab")),
	} {
		if got, err := model.DecodeCursor("episodes", cursor); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%q is taken for %q, %v", cursor, got, err)
		}
	}
}

func FuzzDecodeCursor(f *testing.F) {
	f.Add(model.EncodeCursor("episodes", "2026-05-03|x"))
	f.Add("")
	f.Add("MXxlcGlzb2Rlc3w")
	f.Fuzz(func(t *testing.T, cursor string) {
		key, err := model.DecodeCursor("episodes", cursor)
		if err != nil {
			if !errors.Is(err, problem.ErrInvalid) || key != "" {
				t.Errorf("%q: %q, %v", cursor, key, err)
			}
			return
		}
		if back, err := model.DecodeCursor("episodes", model.EncodeCursor("episodes", key)); err != nil || back != key {
			t.Errorf("%q holds %q, which comes back as %q, %v", cursor, key, back, err)
		}
	})
}

// page answers like a store: the items after the cursor, at most limit.
func page(p episodic.Page, n int) []int {
	after, _ := strconv.Atoi(p.After)
	var out []int
	for i := after + 1; i <= n && len(out) < p.Limit; i++ {
		out = append(out, i)
	}
	return out
}

func connect(t *testing.T, first int, after *string, n int) model.Connection[model.Edge[int]] {
	t.Helper()
	w, err := model.NewWindow("numbers", first, after)
	if err != nil {
		t.Fatal(err)
	}
	return model.Connect(w, page(w.Page(), n), strconv.Itoa,
		func(cursor string, i int) model.Edge[int] { return model.Edge[int]{Cursor: cursor, Node: i} },
		func(context.Context) (int, error) { return n, nil })
}

func TestConnect_WalksTheWholeList(t *testing.T) {
	for n := range 8 {
		for first := 1; first <= 8; first++ {
			var got []int
			var after *string
			for {
				c := connect(t, first, after, n)
				for _, e := range c.Edges {
					got = append(got, e.Node)
				}
				if c.PageInfo.HasPreviousPage != (after != nil) || len(c.Edges) > first {
					t.Fatalf("n %d, first %d, after %v: %+v", n, first, after, c.PageInfo)
				}
				if !c.PageInfo.HasNextPage {
					break
				}
				after = c.PageInfo.EndCursor
			}
			if len(got) != n || n > 0 && got[n-1] != n {
				t.Errorf("%d numbers, %d a page: %v", n, first, got)
			}
		}
	}
}

func TestConnect_PageInfo(t *testing.T) {
	c := connect(t, 2, nil, 3)
	if *c.PageInfo.StartCursor != c.Edges[0].Cursor || *c.PageInfo.EndCursor != c.Edges[1].Cursor {
		t.Errorf("the page runs from %s to %s, its edges are %v", *c.PageInfo.StartCursor, *c.PageInfo.EndCursor, c.Edges)
	}
	if n, err := c.TotalCount(t.Context()); n != 3 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
	empty := connect(t, 2, nil, 0)
	if diff := cmp.Diff(model.PageInfo{}, empty.PageInfo); diff != "" || empty.Edges == nil {
		t.Errorf("an empty page: edges %v, %s", empty.Edges, diff)
	}
}

func TestNewWindow_Refused(t *testing.T) {
	bad := "x"
	tests := []struct {
		why   string
		first int
		after *string
		path  string
	}{
		{"none", 0, nil, "first"},
		{"fewer than none", -1, nil, "first"},
		{"more than a page holds", episodic.MaxPage + 1, nil, "first"},
		{"no cursor", 1, &bad, "after"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			_, err := model.NewWindow("numbers", tt.first, tt.after)
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) || invalid.Problems[0].Path != tt.path {
				t.Errorf("first %d, after %v: %v, want a problem at %s", tt.first, tt.after, err, tt.path)
			}
		})
	}
}
