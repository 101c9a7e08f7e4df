package questions

import (
	"context"
	"fmt"
	"slices"
)

// Found is what a search answers.
type Found struct {
	// Episodes are the ids found, best first.
	Episodes []string
	// Score is that of the best hit, comparable within one way of searching.
	Score float64
	// Share is how much of the question's words the best hit contains, from 0 to 1.
	Share float64
}

// Search answers a question.
type Search func(ctx context.Context, text string) (Found, error)

// Answer is a question with what a search found.
type Answer struct {
	Question
	Found
}

// Result holds the answers to a set of questions, in its order.
type Result []Answer

// Evaluate asks all questions.
func Evaluate(ctx context.Context, list []Question, search Search) (Result, error) {
	out := make(Result, len(list))
	for i, q := range list {
		found, err := search(ctx, q.Text)
		if err != nil {
			return nil, fmt.Errorf("ask %s, %q: %w", q.ID, q.Text, err)
		}
		out[i] = Answer{Question: q, Found: found}
	}
	return out, nil
}

// Of returns the answers to questions of these kinds.
func (r Result) Of(kinds ...Kind) Result {
	var out Result
	for _, a := range r {
		if slices.Contains(kinds, a.Kind) {
			out = append(out, a)
		}
	}
	return out
}

// Answerable returns the answers to questions that have one.
func (r Result) Answerable() Result {
	var out Result
	for _, a := range r {
		if len(a.Question.Episodes) > 0 {
			out = append(out, a)
		}
	}
	return out
}

// Recall is the share of the labelled episodes that are among the first k found.
func (a Answer) Recall(k int) float64 {
	first := a.Found.Episodes[:min(k, len(a.Found.Episodes))]
	n := 0
	for _, want := range a.Question.Episodes {
		if slices.Contains(first, want) {
			n++
		}
	}
	return float64(n) / float64(len(a.Question.Episodes))
}

// Rank is the place of the first labelled episode, from 1; 0 when none was found.
func (a Answer) Rank() int {
	return 1 + slices.IndexFunc(a.Found.Episodes, func(id string) bool {
		return slices.Contains(a.Question.Episodes, id)
	})
}

// Quality says how well questions were answered: means over the questions.
type Quality struct {
	Questions                  int
	RecallAt5, RecallAt10, MRR float64
}

// Quality returns the means over the questions that have an answer.
func (r Result) Quality() Quality {
	var q Quality
	for _, a := range r.Answerable() {
		q.Questions++
		q.RecallAt5 += a.Recall(5)
		q.RecallAt10 += a.Recall(10)
		if rank := a.Rank(); rank > 0 {
			q.MRR += 1 / float64(rank)
		}
	}
	if n := float64(q.Questions); n > 0 {
		q.RecallAt5, q.RecallAt10, q.MRR = q.RecallAt5/n, q.RecallAt10/n, q.MRR/n
	}
	return q
}

// Misses returns the answers whose first k lack a labelled episode.
func (r Result) Misses(k int) Result {
	var out Result
	for _, a := range r.Answerable() {
		if a.Recall(k) < 1 {
			out = append(out, a)
		}
	}
	return out
}
