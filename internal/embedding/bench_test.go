package embedding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
)

// Chunks of 60 words, drawn from 200,000 by Zipf's law.
func BenchmarkLearned_Prepare(b *testing.B) {
	for _, chunks := range []int{1_000, 20_000, 100_000} {
		b.Run(fmt.Sprintf("chunks=%d", chunks), func(b *testing.B) {
			for b.Loop() {
				data, err := embedding.NewLearned(embedding.Bounds{}).Prepare(b.Context(), large(chunks/10))
				must(b, err)
				b.ReportMetric(float64(len(data.Bytes))/(1<<20), "MiB-table")
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/float64(chunks)*1e6, "µs/chunk")
		})
	}
}

func BenchmarkLearned_Embed(b *testing.B) {
	e := embedding.NewLearned(embedding.Bounds{Places: 500})
	data, err := e.Prepare(b.Context(), large(100))
	must(b, err)
	m, err := e.Load(data)
	must(b, err)
	for _, words := range []int{8, 80} {
		var terms []string
		for chunks, err := range large(1) {
			must(b, err)
			terms = append(chunks[0].Terms, chunks[1].Terms...)[:words]
		}
		text := []episodic.EmbedText{{Terms: terms}}
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			for b.Loop() {
				_, err := m.Embed(b.Context(), text)
				must(b, err)
			}
		})
	}
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			_, err := embedding.ParseTable(data.Bytes)
			must(b, err)
		}
		b.SetBytes(int64(len(data.Bytes)))
	})
}

func BenchmarkCutTokens(b *testing.B) {
	text := strings.Repeat("the quick brown fox, of 1234 and of foo_bar. ", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		embedding.CutTokens(text, 8000)
	}
}
