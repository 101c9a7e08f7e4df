package wordpiece_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/wordpiece"
)

func table(t testing.TB) *wordpiece.Table {
	t.Helper()
	m, err := wordpiece.MiniLM()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPieces compares with the tokenizer that the model was made with (testdata/pieces.py).
func TestPieces(t *testing.T) {
	text, err := os.ReadFile("testdata/pieces.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text   string
		Pieces []int32
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 140 {
		t.Fatalf("%d texts", len(cases))
	}
	m := table(t)
	for _, c := range cases {
		if diff := cmp.Diff(c.Pieces, m.Pieces(c.Text)); diff != "" {
			t.Errorf("%+q (-want +got):\n%s", c.Text, diff)
		}
	}
}

func TestPieces_invalidBytes(t *testing.T) {
	m := table(t)
	if diff := cmp.Diff(m.Pieces("pay ment"), m.Pieces("pay\xff \xc3\x28ment"[:4]+" ment")); diff != "" {
		t.Error(diff)
	}
	if got := m.Pieces(strings.Repeat("\xff", 1000)); len(got) != 0 {
		t.Errorf("invalid bytes are pieces %v", got)
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("Payment was charged twice")
	f.Add("\x00é漢\xff##a")
	m := table(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, piece := range m.Pieces(text) {
			if m.Weight(piece) < 0 {
				t.Fatalf("piece %d of %+q has a negative weight", piece, text)
			}
		}
	})
}
