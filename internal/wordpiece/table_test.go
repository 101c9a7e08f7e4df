package wordpiece_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/wordpiece"
)

// TestMiniLM_isTheTable holds the name of the table to its bytes: vectors of another one are never compared with its.
func TestMiniLM_isTheTable(t *testing.T) {
	data, err := os.ReadFile("minilm.table")
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != wordpiece.Sum {
		t.Errorf("the table has checksum %x, wordpiece.Sum says %s", sum, wordpiece.Sum)
	}
	if len(data) > 12_000_000 {
		t.Errorf("the table has %d bytes", len(data))
	}
}

// vector is the direction of a text.
func vector(m *wordpiece.Table, text string) []float32 {
	sum := make([]float32, m.Dimension)
	for _, piece := range m.Pieces(text) {
		m.Add(sum, piece, 1)
	}
	return sum
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+float64(a[i]*b[i]), aa+float64(a[i]*a[i]), bb+float64(b[i]*b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// TestTable_meaning compares words that share no letters.
func TestTable_meaning(t *testing.T) {
	m := table(t)
	for _, c := range []struct{ word, near, far string }{
		{"refund", "reimbursement", "glacier"},
		{"password", "credentials", "orchard"},
		{"physician", "doctor", "invoice"},
		{"outage", "downtime", "violin"},
		{"duplicate payments", "charged twice", "pancake recipe"},
	} {
		word := vector(m, c.word)
		if near, far := cosine(word, vector(m, c.near)), cosine(word, vector(m, c.far)); near < far+.15 {
			t.Errorf("%s is as near to %s (%.2f) as to %s (%.2f)", c.word, c.near, near, c.far, far)
		}
	}
}

// TestTable_saysNothing holds that punctuation and unknown words add nothing.
func TestTable_saysNothing(t *testing.T) {
	m := table(t)
	if v := vector(m, "?! ... , ; — 🤔 [ ]"); slices.ContainsFunc(v, func(x float32) bool { return x != 0 }) {
		t.Error("punctuation has a direction")
	}
	if a, b := vector(m, "charged twice"), vector(m, "charged, twice! 🤔"); cosine(a, b) < .9999 {
		t.Errorf("punctuation changes a text: cosine %.4f", cosine(a, b))
	}
}

func TestParse_rejects(t *testing.T) {
	data, err := os.ReadFile("minilm.table")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(data)
	for name, broken := range map[string]string{
		"nothing": "", "another file": "PK\x03\x04", "a header alone": whole[:20], "the end missing": whole[:len(whole)-1],
		"too much": whole + "x", "other lengths": whole[:20] + "\xff" + whole[21:],
	} {
		if _, err := wordpiece.Parse(broken); err == nil {
			t.Errorf("%s is a table", name)
		}
	}
}

func BenchmarkPieces_question(b *testing.B) {
	m := table(b)
	for b.Loop() {
		vector(m, "Why were buyers charged twice on Easter Sunday?")
	}
}
