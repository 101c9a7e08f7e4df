package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func TestIndex_Nearest_forgets(t *testing.T) {
	s := open(t)
	x := s.Index()
	for i := range 4 {
		put(t, x, fmt.Sprint("p", i), vectored("ep", make([]float32, 250), unit(250)))
	}
	if n := s.HeldVectors(); n != 0 {
		t.Errorf("%d sets are held before any search", n)
	}
	ask := func(project string) {
		t.Helper()
		if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(project), Vector: unit(250)}); len(hits) != 1 {
			t.Errorf("%s: %v", project, texts(hits))
		}
	}
	s.LimitVectors(2_500)
	for i := range 4 {
		ask(fmt.Sprint("p", i))
	}
	if n := s.HeldVectors(); n != 2 {
		t.Errorf("%d sets of 1,000 bytes are held, 2 have room", n)
	}
	ask("p0")
	s.LimitVectors(1)
	ask("p0")
	if n := s.HeldVectors(); n != 1 {
		t.Errorf("%d sets are held, only the one searched last may be", n)
	}
	must(t, x.DropProject(t.Context(), "p0"))
	if n := s.HeldVectors(); n != 0 {
		t.Errorf("%d sets are held of a dropped project", n)
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p0"), Vector: unit(250)}); len(hits) != 0 || s.HeldVectors() != 0 {
		t.Errorf("a place without vectors has %v and takes memory", texts(hits))
	}
}

func TestIndex_Nearest_idle(t *testing.T) {
	s := open(t)
	x := s.Index()
	put(t, x, "p", vectored("a", []float32{1, 0}))
	for _, idle := range []time.Duration{time.Hour, time.Millisecond} {
		s.IdleVectors(idle)
		if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 0}}); len(hits) != 1 {
			t.Errorf("found %v", texts(hits))
		}
		if idle == time.Hour && s.HeldVectors() != 1 {
			t.Error("vectors that were just searched are not held")
		}
	}
	for range 10_000 {
		if s.HeldVectors() == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("vectors that nobody searches are held")
}

// unit is a vector of so many numbers.
func unit(n int) []float32 {
	v := make([]float32, n)
	v[n-1] = 1
	return v
}

// A vector that someone cut short with another tool is an error, and not read as another one.
func TestIndex_Nearest_spoilt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	x := openFile(t, path).Index()
	put(t, x, "p", vectored("a", []float32{1, 0}), vectored("b", []float32{0, 1}))
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
	must(t, err)
	must(t, sqlitex.ExecuteScript(conn, "UPDATE index_vector SET vector = x'00' WHERE number = (SELECT max(number) FROM index_vector)", nil))
	must(t, conn.Close())
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 0}, Name: episodic.VectorChunk, Limit: 5}
	for range 2 {
		if _, err := x.Nearest(t.Context(), q); err == nil || !strings.Contains(err.Error(), "has 1 bytes, not 4") {
			t.Errorf("a vector that was cut short: %v", err)
		}
	}
	put(t, x, "p", vectored("b", []float32{0, 1}))
	if hits := nearest(t, x, q); len(hits) != 2 {
		t.Errorf("after it was put again: %v", texts(hits))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Nearest(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was given up: %v", err)
	}
}
