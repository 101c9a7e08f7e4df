package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/questions"
)

const (
	// judgedHits is how many of the best hits of a question are judged.
	judgedHits = 10
	// mostLost is the share of the questions with a right best hit that may be told to have no answer.
	mostLost = .05
	// bins is the number of bins of the reliability diagram.
	bins = 10
)

// judgedQuestion is a question with its hits.
type judgedQuestion struct {
	questions.Question
	set  string
	hits []questions.Judged
}

// right reports whether the best hit answers.
func (q judgedQuestion) right() bool { return len(q.hits) > 0 && q.hits[0].Answers }

// found reports whether any of the hits answers.
func (q judgedQuestion) found() bool {
	return slices.ContainsFunc(q.hits, func(h questions.Judged) bool { return h.Answers })
}

// best returns the greatest probability of its hits; 0 for none.
func (q judgedQuestion) best(weights []float64) float64 {
	best := 0.0
	for _, h := range q.hits {
		best = max(best, questions.Logistic(weights, h.Features))
	}
	return best
}

// calibrate makes the rules of recall's probabilities from every other question, and scores them on the rest.
func calibrate(ctx context.Context, o options) (err error) {
	sets, err := askedSets(o.data)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "causeway-calibrate-*")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	began, asked := time.Now(), o.providers
	if len(asked) == 0 {
		asked = providers()
	}
	for _, provider := range asked {
		var all []judgedQuestion
		for _, set := range sets {
			judged, err := judge(ctx, set, provider, home)
			if err != nil {
				return fmt.Errorf("judge the %s questions with %s: %w", set.name, provider, err)
			}
			all = append(all, judged...)
			progress(began, "%s, %s: %d questions", provider, set.name, len(judged))
		}
		if err := score(provider, all); err != nil {
			return err
		}
	}
	return nil
}

// judge asks a set on the embedded engines.
func judge(ctx context.Context, set askedSet, provider, home string) (judged []judgedQuestion, err error) {
	l, err := openFile(ctx, filepath.Join(home, set.name+provider+".db"))
	if err != nil {
		return nil, err
	}
	defer l.close()
	service, end, err := l.fill(ctx, "judged", filling{provider, questions.Recipes()[0]}, set.episodes, home)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := checkVectors(ctx, service, "judged", filling{provider: provider}); err != nil {
		return nil, err
	}
	for _, q := range slices.Concat(set.list, set.none) {
		one, err := judgeOne(ctx, service, q)
		if err != nil {
			return nil, err
		}
		one.set = set.name
		judged = append(judged, one)
	}
	return judged, nil
}

func judgeOne(ctx context.Context, service *memory.Episodes, q questions.Question) (judgedQuestion, error) {
	one := judgedQuestion{Question: q}
	answer, err := service.Recall.Recall(ctx, recall.Question{Project: "judged", Text: q.Text, Limit: judgedHits})
	if err == nil && answer.Degraded && answer.Answered == nil {
		err = errors.New(answer.Reason)
	}
	for _, h := range answer.Hits {
		if h.Evidence == nil {
			return one, fmt.Errorf("%q: a hit has no evidence", q.Text)
		}
		one.hits = append(one.hits, questions.Judged{Features: h.Evidence.Features(), Answers: slices.Contains(q.Episodes, h.Episode)})
	}
	return one, err
}

// score fits a rule to every other question of each kind and prints what it says of the others.
func score(provider string, all []judgedQuestion) error {
	var halves [2][]judgedQuestion
	var fitted []questions.Judged
	seen := map[string]int{}
	for _, q := range all {
		half := seen[q.set+string(q.Kind)] % 2
		seen[q.set+string(q.Kind)]++
		halves[half] = append(halves[half], q)
		if half == 0 {
			fitted = append(fitted, q.hits...)
		}
	}
	weights, err := questions.Calibrate(fitted)
	if err != nil {
		return err
	}
	least := leastAnswering(halves[0], weights)
	var numbers []string
	for _, w := range weights {
		numbers = append(numbers, fmt.Sprintf("%.3f", w))
	}
	fmt.Printf("\n%s\nrule: %s; answered from %.3f on\n", provider, strings.Join(numbers, ", "), least)
	printTold("calibrated on", halves[0], weights, least)
	printTold("scored on", halves[1], weights, least)
	printTold("the first 15 of the examples", slices.DeleteFunc(slices.Clone(all), func(q judgedQuestion) bool {
		return q.set != "example" || q.Kind == questions.KindNone && q.ID > "none-15"
	}), weights, least)
	printReliability(halves[1], weights)
	return nil
}

// leastAnswering returns the probability below which mostLost of the questions with a right best hit have their best.
func leastAnswering(half []judgedQuestion, weights []float64) float64 {
	var best []float64
	for _, q := range half {
		if q.right() {
			best = append(best, q.best(weights))
		}
	}
	slices.Sort(best)
	return best[int(mostLost*float64(len(best)))]
}

// printTold prints how many questions are told to have no answer.
func printTold(name string, half []judgedQuestion, weights []float64, least float64) {
	type count struct{ told, of int }
	var none, right, found, all count
	for _, q := range half {
		told := q.best(weights) < least
		for _, c := range []struct {
			*count
			is bool
		}{{&none, len(q.Episodes) == 0}, {&right, q.right()}, {&found, q.found()}, {&all, len(q.Episodes) > 0}} {
			if c.is {
				c.of++
				if told {
					c.told++
				}
			}
		}
	}
	fmt.Printf("%s: told to have no answer: %d of %d without one, %d of %d with a right best hit, %d of %d with one within ten, %d of %d with one\n",
		name, none.told, none.of, right.told, right.of, found.told, found.of, all.told, all.of)
}

// printReliability prints the reliability diagram as a table.
func printReliability(half []judgedQuestion, weights []float64) {
	var said []float64
	var answers []bool
	for _, q := range half {
		for _, h := range q.hits {
			said, answers = append(said, questions.Logistic(weights, h.Features)), append(answers, h.Answers)
		}
	}
	diagram := questions.Reliability(said, answers, bins)
	fmt.Printf("off by %.3f of %d hits; said, answer, hits:", questions.CalibrationError(diagram), len(said))
	for _, b := range diagram {
		n := float64(max(b.Hits, 1))
		fmt.Printf(" | %.2f %.2f %d", b.Said/n, float64(b.Answers)/n, b.Hits)
	}
	fmt.Println()
}
