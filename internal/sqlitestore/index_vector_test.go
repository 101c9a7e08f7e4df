package sqlitestore_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"zombiezen.com/go/sqlite"
)

// cosine is that of two vectors, computed with all that they have.
func cosine(a, b []float32) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb = dot+x*y, aa+x*x, bb+y*y
	}
	return dot / math.Sqrt(aa*bb)
}

// TestIndex_Nearest_storedNumbers: the two bytes of each number in the file give the cosines of the vectors that were put, in their order but for
// what differs by less than is told apart; a vector of four bytes a number, as older versions wrote it, is read beside them.
func TestIndex_Nearest_storedNumbers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	x := s.Index()
	random := rand.New(rand.NewPCG(7, 1))
	vectors := map[string][]float32{}
	var all []episodic.EpisodeChunks
	for i := range 600 {
		v, id := make([]float32, 384), fmt.Sprintf("e%03d", i)
		for k := range v {
			v[k] = float32(random.NormFloat64())
		}
		vectors[id], all = v, append(all, vectored(id, v))
	}
	_, err := x.PutEpisodes(t.Context(), first("p"), all)
	must(t, err)
	if n := resultOf(t, path, "SELECT max(length(vector)) FROM index_vector"); n != 2*384 {
		t.Errorf("a vector takes %d bytes", n)
	}
	check := func() {
		t.Helper()
		same, of := 0, 0
		for range 20 {
			asked := make([]float32, 384)
			for k := range asked {
				asked[k] = float32(random.NormFloat64())
			}
			want := slices.SortedFunc(maps.Keys(vectors), func(a, b string) int { return cmp.Compare(cosine(asked, vectors[b]), cosine(asked, vectors[a])) })[:10]
			for _, h := range nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: asked, Limit: 10}) {
				if off := math.Abs(h.Score - cosine(asked, vectors[h.Episode])); off > 1e-5 {
					t.Errorf("the cosine of %s is off by %g", h.Episode, off)
				}
				of++
				if slices.Contains(want, h.Episode) {
					same++
				}
			}
		}
		if of != 200 || same < 199 {
			t.Errorf("%d of %d of the nearest ten are right", same, of)
		}
	}
	check()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	must(t, err)
	defer conn.Close()
	stmt := conn.Prep(`UPDATE index_vector SET vector = $vector WHERE number / 4096 = (SELECT number FROM index_episode WHERE id = $id)`)
	for i := 0; i < 600; i += 2 {
		id := fmt.Sprintf("e%03d", i)
		length := math.Sqrt(square(vectors[id]))
		var old []byte
		for _, n := range vectors[id] {
			old = binary.LittleEndian.AppendUint32(old, math.Float32bits(float32(float64(n)/length)))
		}
		stmt.SetText("$id", id)
		stmt.SetBytes("$vector", old)
		_, err := stmt.Step()
		must(t, err)
		must(t, stmt.Reset())
	}
	if n := resultOf(t, path, "SELECT sum(length(vector) = 4 * 384) FROM index_vector"); n != 300 {
		t.Fatalf("%d vectors are in the older form", n)
	}
	s.ForgetVectors()
	check()
}

// square is the square of the length of a vector.
func square(v []float32) (sum float64) {
	for _, n := range v {
		sum += float64(n) * float64(n)
	}
	return sum
}
