package embedding_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/google/go-cmp/cmp"
)

// sealed changes the body of a table and corrects its checksum.
func sealed(data []byte, change func(body []byte) []byte) []byte {
	body := change(bytes.Clone(data[:len(data)-sha256.Size]))
	sum := sha256.Sum256(body)
	return append(body, sum[:]...)
}

func TestParseTable(t *testing.T) {
	good := embedding.EncodeTable(3, "lock", "query", "schema")
	words, err := embedding.Words(good)
	must(t, err)
	if diff := cmp.Diff([]string{"lock", "query", "schema"}, words); diff != "" {
		t.Error(diff)
	}
	const ends, weights = 20, 20 + 3*4 + 15
	at := func(where int, value uint32) func([]byte) []byte {
		return func(body []byte) []byte { binary.LittleEndian.PutUint32(body[where:], value); return body }
	}
	for _, c := range []struct {
		why, want string
		data      []byte
	}{
		{"nothing", "too few", nil},
		{"other bytes", "does not begin like a table", bytes.Repeat([]byte("x"), 100)},
		{"a form of another version", "version 2", sealed(good, func(b []byte) []byte { b[7] = 2; return b })},
		{"a byte changed", "checksum", append(bytes.Clone(good[:len(good)-1]), good[len(good)-1]+1)},
		{"cut off", "checksum", good[:len(good)-3]},
		{"more words than bytes", "its header says", sealed(good, at(12, 4))},
		{"a huge count of words", "claims", sealed(good, at(12, math.MaxUint32))},
		{"a huge dimension", "claims", sealed(good, at(8, 1<<30))},
		{"no dimension", "claims", sealed(good, at(8, 0))},
		{"a huge text", "its header says", sealed(good, at(16, math.MaxUint32))},
		{"an empty word", "word 0 is empty", sealed(good, at(ends, 0))},
		{"a word that ends before it begins", "word 1 is empty", sealed(good, at(ends+4, 2))},
		{"a word beyond the text", "word 2 is empty", sealed(good, at(ends+8, 999))},
		{"text behind the last word", "after the last word", sealed(good, at(ends+8, 14))},
		{"words out of order", "out of order", sealed(good, func(b []byte) []byte { b[ends+12] = 'z'; return b })},
		{"a weight that is none", "weight of word 0", sealed(good, at(weights, math.Float32bits(float32(math.NaN()))))},
		{"a negative weight", "weight of word 1", sealed(good, at(weights+4, math.Float32bits(-1)))},
		{"a number that is none", "vector of word 0", sealed(good, at(weights+12, 0x7c007c00))},
		{"bytes too many", "its header says", sealed(good, func(b []byte) []byte { return append(b, 0) })},
	} {
		if _, err := embedding.ParseTable(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}

func FuzzParseTable(f *testing.F) {
	good := embedding.EncodeTable(2, "a", "lock")
	f.Add(good[:len(good)-sha256.Size])
	f.Add(embedding.EncodeTable(1)[:20])
	f.Add([]byte("cwlearn\x01"))
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := sha256.Sum256(body)
		m, err := embedding.ParseTable(append(bytes.Clone(body), sum[:]...))
		if err != nil {
			return
		}
		words, _ := embedding.Words(append(bytes.Clone(body), sum[:]...))
		vectors, err := m.Embed(t.Context(), []episodic.EmbedText{{Terms: words}, {Terms: []string{"lock"}}})
		must(t, err)
		for _, v := range vectors {
			if v != nil && math.Abs(dot(v, v)-1) > 1e-3 {
				t.Errorf("a table that was taken makes a vector of length² %v", dot(v, v))
			}
		}
	})
}

func FuzzParseCanaries(f *testing.F) {
	f.Add([]byte("cwcanary\x01\x01\x00\x00\x00\x00\x00\x80\x3f\x00\x00\x80\x3f\x00\x00\x80\x3f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		vectors, err := embedding.ParseCanaries(data)
		if err == nil && len(vectors) != len(embedding.CanaryTexts()) {
			t.Errorf("%d vectors", len(vectors))
		}
	})
}
