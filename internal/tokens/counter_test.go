package tokens_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/tokens"
)

// TestCounter_known compares with counts that the vocabulary's makers publish.
func TestCounter_known(t *testing.T) {
	c := tokens.New()
	for text, want := range map[string]int{
		"":                             0,
		"hello world":                  2,
		"tiktoken is great!":           6,
		"antidisestablishmentarianism": 6,
		"2 + 2 = 4":                    7,
		"お誕生日おめでとう":                    9,
		"\xff":                         1,
		strings.Repeat("word ", 1000):  1001,
	} {
		got, err := c.CountTokens(text)
		if err != nil || got != want {
			t.Errorf("%.40q has %d tokens, want %d (%v)", text, got, want, err)
		}
	}
}

func TestCounter_concurrent(t *testing.T) {
	c := tokens.New()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if n, err := c.CountTokens("tiktoken is great!"); n != 6 || err != nil {
				t.Errorf("%d tokens, %v", n, err)
			}
		})
	}
	all.Wait()
}

func BenchmarkCounter(b *testing.B) {
	c, text := tokens.New(), strings.Repeat("The importer refused the file at line 12. ", 200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := c.CountTokens(text); err != nil {
			b.Fatal(err)
		}
	}
}
