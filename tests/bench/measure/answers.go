package measure

import (
	"fmt"
	"strings"
)

// Answers says how well one way of searching answered a set of questions.
type Answers struct {
	// Asked names the set of questions.
	Asked string `json:"asked"`
	// Engines and Search say what was asked, and how.
	Engines string `json:"engines"`
	Search  string `json:"search"`
	// Kinds are the figures by kind of question, those over all of them last.
	Kinds []Answered `json:"kinds"`
	// Empty is how many of the questions that have no answer found nothing, of Unanswerable.
	Empty        int `json:"empty"`
	Unanswerable int `json:"unanswerable"`
}

// Answered holds means over the questions of a kind.
type Answered struct {
	Kind       string  `json:"kind"`
	Questions  int     `json:"questions"`
	RecallAt5  float64 `json:"recall_at_5"`
	RecallAt10 float64 `json:"recall_at_10"`
	MRR        float64 `json:"mrr"`
}

// printAnswers writes one table for every set of questions.
func printAnswers(b *strings.Builder, all []Answers) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Asked == all[0].Asked {
			n++
		}
		same := all[:n]
		all = all[n:]
		fmt.Fprintf(b, "\n%s: recall@5, recall@10 and MRR\n", same[0].Asked)
		head := "search\tengines\t"
		for _, k := range same[0].Kinds {
			head += fmt.Sprintf("%s (%d)\t", k.Kind, k.Questions)
		}
		if same[0].Unanswerable > 0 {
			head += fmt.Sprintf("none (%d)\t", same[0].Unanswerable)
		}
		rows(b, head, n, func(i int) string { return same[i].row() })
	}
}

func (a Answers) row() string {
	out := a.Search + "\t" + a.Engines + "\t"
	for _, k := range a.Kinds {
		out += fmt.Sprintf("%s %s %s\t", share(k.RecallAt5), share(k.RecallAt10), share(k.MRR))
	}
	if a.Unanswerable > 0 {
		out += fmt.Sprintf("%d empty\t", a.Empty)
	}
	return out
}

// share writes a figure from 0 to 1 shortly.
func share(figure float64) string {
	return strings.TrimPrefix(fmt.Sprintf("%.3f", figure), "0")
}
