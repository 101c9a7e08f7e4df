package measure_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/bench/measure"
)

func TestReport_answers(t *testing.T) {
	kinds := func(mrr float64) []measure.Answered {
		return []measure.Answered{{Kind: "time", Questions: 12, RecallAt5: .5, RecallAt10: 1, MRR: mrr}, {Kind: "all", Questions: 40, MRR: .1}}
	}
	r := measure.Report{Machine: "one", Answers: []measure.Answers{
		{Asked: "examples", Engines: "embedded", Search: "all", Kinds: kinds(.25), Empty: 2, Unanswerable: 15},
		{Asked: "examples", Engines: "native", Search: "no date", Kinds: kinds(.3334), Unanswerable: 15},
		{Asked: "real", Engines: "embedded", Search: "all", Kinds: kinds(0)},
	}}
	var out strings.Builder
	if err := r.Print(&out); err != nil {
		t.Fatal(err)
	}
	want := `
examples: recall@5, recall@10 and MRR

search   engines   time (12)        all (40)        none (15)
all      embedded  .500 1.000 .250  .000 .000 .100  2 empty
no date  native    .500 1.000 .333  .000 .000 .100  0 empty

real: recall@5, recall@10 and MRR

search  engines   time (12)        all (40)
all     embedded  .500 1.000 .000  .000 .000 .100
`
	_, got, _ := strings.Cut(out.String(), "\n")
	var lines []string
	for _, line := range strings.Split(got, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if joined := strings.Join(lines, "\n"); joined != want {
		t.Errorf("got\n%s\nwant\n%s", joined, want)
	}
}
