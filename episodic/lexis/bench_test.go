package lexis_test

import (
	"os"
	"testing"

	"github.com/causeway-memory/causeway/episodic/lexis"
)

// BenchmarkAnalyze analyzes a long text, whose words mostly recur.
func BenchmarkAnalyze(b *testing.B) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		lexis.Analyze(string(text))
	}
}
