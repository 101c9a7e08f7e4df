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
	// bins is the number of bins of the reliability diagram.
	bins = 10
)

// judgedQuestion is a question with its hits.
type judgedQuestion struct {
	questions.Question
	set  string
	hits []questions.Judged
	// evidence and said are what recall went by and the probability that it gave each of the hits.
	evidence []questions.Evidence
	said     []float64
	// answered is what recall said of the question.
	answered bool
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
	kept := questions.Calibration{}
	for _, provider := range asked {
		var all []judgedQuestion
		for _, set := range sets {
			judged, err := judge(ctx, set, provider, home, o.home)
			if err != nil {
				return fmt.Errorf("judge the %s questions with %s: %w", set.name, provider, err)
			}
			all = append(all, judged...)
			progress(began, "%s, %s: %d questions", provider, set.name, len(judged))
		}
		if err := score(provider, all); err != nil {
			return err
		}
		kept[provider] = evidenceOf(inHalves(all)[0])
	}
	return keep(o.keep, kept)
}

// evidenceOf returns what a rule is fitted to.
func evidenceOf(half []judgedQuestion) []questions.Calibrating {
	out := make([]questions.Calibrating, len(half))
	for i, q := range half {
		out[i].Evidence = q.evidence
		for at, h := range q.hits {
			if h.Answers {
				out[i].Answers = append(out[i].Answers, at)
			}
		}
	}
	return out
}

// keep writes what the rules were fitted to into a file, unless it has no name.
func keep(file string, kept questions.Calibration) error {
	if file == "" {
		return nil
	}
	text, err := kept.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("keep what the rules were fitted to: %w", err)
	}
	return nil
}

// judge asks a set on the embedded engines.
func judge(ctx context.Context, set askedSet, provider, home, kept string) (judged []judgedQuestion, err error) {
	l, err := openFile(ctx, filepath.Join(home, set.name+provider+".db"))
	if err != nil {
		return nil, err
	}
	defer l.close()
	service, end, err := l.fill(ctx, "judged", filling{provider, questions.Recipes()[0]}, set.episodes, home, kept)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := checkVectors(ctx, service, "judged", filling{provider: provider}); err != nil {
		return nil, err
	}
	return judgeAll(ctx, service, "judged", set)
}

// judgeAll asks all questions of a set, and the further ones without an answer.
func judgeAll(ctx context.Context, service *memory.Episodes, project string, set askedSet) (judged []judgedQuestion, err error) {
	for _, q := range slices.Concat(set.list, set.none) {
		one, err := judgeOne(ctx, service, project, q)
		if err != nil {
			return nil, err
		}
		one.set = set.name
		judged = append(judged, one)
	}
	return judged, nil
}

func judgeOne(ctx context.Context, service *memory.Episodes, project string, q questions.Question) (judgedQuestion, error) {
	one := judgedQuestion{Question: q}
	answer, err := service.Recall.Recall(ctx, recall.Question{Project: project, Text: q.Text, Limit: judgedHits})
	if err == nil && (answer.Degraded || answer.Answered == nil) {
		err = fmt.Errorf("%q is not judged: %s", q.Text, answer.Reason)
	}
	if err != nil {
		return one, err
	}
	one.answered = *answer.Answered
	for _, h := range answer.Hits {
		if h.Evidence == nil {
			return one, fmt.Errorf("%q: a hit has no evidence", q.Text)
		}
		e := questions.RoundedEvidence(h.Evidence.Coverage, h.Evidence.Missed, h.Evidence.Absent, h.Evidence.Cosine, h.Evidence.Above)
		one.evidence, one.said = append(one.evidence, e), append(one.said, *h.Probability)
		one.hits = append(one.hits, questions.Judged{Features: featuresOf(e), Answers: slices.Contains(q.Episodes, h.Episode)})
	}
	return one, nil
}

// featuresOf returns what a rule weighs.
func featuresOf(e questions.Evidence) []float64 {
	return recall.Evidence{Coverage: e[0], Missed: e[1], Absent: e[2], Cosine: e[3], Above: e[4]}.Features()
}

// inHalves splits questions: every other one of each set and kind is calibrated on, the others are scored.
func inHalves(all []judgedQuestion) (halves [2][]judgedQuestion) {
	seen := map[string]int{}
	for _, q := range all {
		half := seen[q.set+string(q.Kind)] % 2
		seen[q.set+string(q.Kind)]++
		halves[half] = append(halves[half], q)
	}
	return halves
}

// score fits a rule to every other question of each kind and prints what it says of the others.
func score(provider string, all []judgedQuestion) error {
	halves := inHalves(all)
	weights, least, err := questions.Fit(evidenceOf(halves[0]), featuresOf)
	if err != nil {
		return err
	}
	var numbers []string
	for _, w := range weights {
		numbers = append(numbers, fmt.Sprintf("%.3f", w))
	}
	fmt.Printf("\n%s\nrule: %s; answered from %.3f on\n", provider, strings.Join(numbers, ", "), least)
	told := func(q judgedQuestion) bool { return q.best(weights) < least }
	printTold("calibrated on", halves[0], told)
	printTold("scored on", halves[1], told)
	printTold(firstNone, firstFifteen(all), told)
	printReliability(halves[1], func(q judgedQuestion, hit int) float64 { return questions.Logistic(weights, q.hits[hit].Features) })
	return nil
}

// printJudged prints how often recall itself said that nothing answers, and how reliable its probabilities are.
func printJudged(name string, all []judgedQuestion) {
	told := func(q judgedQuestion) bool { return !q.answered }
	half := inHalves(all)[1]
	printTold(name+", the other half", half, told)
	printTold(name+", "+firstNone, firstFifteen(all), told)
	printReliability(half, func(q judgedQuestion, hit int) float64 { return q.said[hit] })
}

const firstNone = "the first 15 of the examples"

// firstFifteen returns the questions about the examples without the further ones that have no answer.
func firstFifteen(all []judgedQuestion) []judgedQuestion {
	return slices.DeleteFunc(slices.Clone(all), func(q judgedQuestion) bool {
		return q.set != "example" || q.Kind == questions.KindNone && q.ID > "none-15"
	})
}

// printTold prints how many questions are told to have no answer.
func printTold(name string, half []judgedQuestion, toldNone func(judgedQuestion) bool) {
	type count struct{ told, of int }
	var none, right, found, all count
	for _, q := range half {
		told := toldNone(q)
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

// printReliability prints the reliability diagram of what is said of the hits as a table.
func printReliability(half []judgedQuestion, said func(q judgedQuestion, hit int) float64) {
	var probabilities []float64
	var answers []bool
	for _, q := range half {
		for i, h := range q.hits {
			probabilities, answers = append(probabilities, said(q, i)), append(answers, h.Answers)
		}
	}
	diagram := questions.Reliability(probabilities, answers, bins)
	fmt.Printf("off by %.3f of %d hits; said, answer, hits:", questions.CalibrationError(diagram), len(probabilities))
	for _, b := range diagram {
		n := float64(max(b.Hits, 1))
		fmt.Printf(" | %.2f %.2f %d", b.Said/n, float64(b.Answers)/n, b.Hits)
	}
	fmt.Println()
}
