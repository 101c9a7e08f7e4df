package neo4jstore_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// modelOf makes a model of n bytes that differ with the seed.
func modelOf(fingerprint string, n int, seed uint64) episodic.ModelData {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return episodic.ModelData{Fingerprint: fingerprint, Provider: "learned", Model: "lsa", Dimension: 384, Bytes: b}
}

func TestStore_models_inParts(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	const part = 512 << 10
	for _, c := range []struct {
		why   string
		bytes int
		parts int64
	}{
		{"a model of no bytes is one all the same", 0, 1},
		{"less than a part", 1, 1},
		{"a whole part", part, 1},
		{"one byte more", part + 1, 2},
		{"several parts", 5*part - 7, 5},
		{"fewer parts than before leave none over", part, 1},
	} {
		want := modelOf("f", c.bytes, uint64(c.bytes))
		must(t, s.PutModel(t.Context(), p, want))
		got, err := s.GetModel(t.Context(), p, "f")
		must(t, err)
		if !cmp.Equal(want, got, cmpopts.EquateEmpty()) {
			t.Errorf("%s: a model of %d bytes comes back as another one of %d bytes", c.why, c.bytes, len(got.Bytes))
		}
		parts := raw[int64](t, "MATCH (m:ModelPart {project: $project}) RETURN count(m)", map[string]any{"project": p})
		most := raw[int64](t, "MATCH (m:ModelPart {project: $project}) RETURN max(size(m.bytes))", map[string]any{"project": p})
		if parts != c.parts || most > part {
			t.Errorf("%s: %d parts of at most %d bytes, want %d", c.why, parts, most, c.parts)
		}
	}
	must(t, s.PurgeProject(t.Context(), p))
	if left := raw[int64](t, "MATCH (m {project: $project}) RETURN count(m)", map[string]any{"project": p}); left > 0 {
		t.Errorf("%d nodes of a purged project are left", left)
	}
}

// Whoever reads a model while it is replaced gets the one or the other.
func TestStore_models_whileReplaced(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	versions := []episodic.ModelData{modelOf("f", 3<<20, 1), modelOf("f", 2<<20, 2)}
	must(t, s.PutModel(t.Context(), p, versions[0]))
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for !done.Load() {
				got, err := s.GetModel(t.Context(), p, "f")
				if err != nil || !bytes.Equal(got.Bytes, versions[0].Bytes) && !bytes.Equal(got.Bytes, versions[1].Bytes) {
					t.Errorf("read %d bytes, %v", len(got.Bytes), err)
					return
				}
			}
		})
	}
	for i := range 12 {
		must(t, s.PutModel(t.Context(), p, versions[i%2]))
	}
	done.Store(true)
	wg.Wait()
}

func TestStore_models_tornIsNone(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	must(t, s.PutModel(t.Context(), p, modelOf("f", 1<<20, 1)))
	raw[int64](t, "MATCH (m:ModelPart {project: $project, number: 1}) DELETE m RETURN count(*)", map[string]any{"project": p})
	if got, err := s.GetModel(t.Context(), p, "f"); err == nil || errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("half a model is returned: %d bytes, %v", len(got.Bytes), err)
	}
	must(t, s.PutModel(t.Context(), p, modelOf("f", 1<<20, 1)))
	_, err := s.GetModel(t.Context(), p, "f")
	must(t, err)
}
