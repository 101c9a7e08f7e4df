package postings_test

import (
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/internal/postings"
)

func BenchmarkEncodeBlock(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var chunks []postings.Chunk
	for range 10 {
		chunks = append(chunks, postings.Chunk{Own: random(r, 80), Around: random(r, 320)})
	}
	b.ReportAllocs()
	for b.Loop() {
		postings.EncodeBlock(chunks)
	}
}
