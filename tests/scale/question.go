package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// question is one that is asked many times, each time with other variables.
type question struct {
	name, text string
	// limit is the most milliseconds that p95 should be; 0 without a limit.
	limit float64
	// first is the name of the figure of the first answer after a start; empty for none.
	first string
	vars  func(i int) vars
	// answered is what the answer has to hold.
	answered string
}

const (
	episodeText = `query($project: String!, $key: String!) { episode(project: $project, key: $key) {
		key startedAt outcome task tags lessons decisions { shortId context options chosen rationale outcome } events { shortId type content }
		links { sourceKey relation targetKey basis } revision } }`
	episodesText = `query($project: String!, $filter: EpisodeFilter!) { episodes(project: $project, filter: $filter, first: 20) {
		edges { node { key startedAt outcome task domain tags } } pageInfo { hasNextPage } } }`
	recallText = `query($project: String!, $text: String!) { recall(project: $project, text: $text, first: 10) {
		degraded hits { score text episode { key startedAt outcome task } } } }`
	relevanceText = `query($project: String!, $text: String!) { recall(project: $project, text: $text, first: 10, ranking: RELEVANCE) {
		degraded hits { score text episode { key startedAt outcome task } } } }`
	pathText = `query($project: String!, $from: String!, $to: String!) { causalPath(project: $project, from: $from, to: $to, maxDepth: 100) {
		status paths { length hops { from { key label } link { relation basis } to { key label } } } } }`
	whyText = `query($project: String!, $from: String!, $to: String!) { factorPath(project: $project, from: $from, to: $to) {
		status paths { length strength hops { link { key relation strength bases } to { label } } } } }`
	whatIfText = `query($project: String!, $episode: String!, $decision: String!, $alternative: String!) {
		whatIf(project: $project, episode: $episode, decision: $decision, alternative: $alternative) {
			status reason model { value } tried } }`
	applicableText = `query($project: String!, $type: String!) {
		findApplicable(project: $project, task: {type: $type}, statuses: [CANDIDATE]) { total found { score pattern { name action } } } }`
)

// questions are those that are asked at every size, each of the episodes of that size.
func (m *measuring) questions() []question {
	d := m.diary
	ids, near, far := d.IDs(m.n), d.NearPairs(m.n), d.FarPairs(m.n)
	of := func(p corpus.Pair) vars { return vars{"from": p.From, "to": p.To} }
	recall := func(name, text string, kind corpus.Words, first, answered string) question {
		words := d.QuestionsOf(kind, m.n)
		return question{name, text, 100, first, func(i int) vars { return vars{"text": words[i]} }, answered}
	}
	return []question{
		{"by id", episodeText, 50, "", func(i int) vars { return vars{"key": ids[i]} }, `"key":"episode-`},
		{"by attributes", episodesText, 200, "", func(i int) vars {
			return vars{"filter": vars{"domain": fmt.Sprintf("domain-%02d", i%12), "tags": []string{fmt.Sprintf("tag-%02d", i%40)}}}
		}, `"edges":[`},
		recall("recall, rare words", recallText, corpus.RareWords, "", `"hits":[`), // in a small corpus nobody may know the words
		recall("recall, mixed words", recallText, corpus.MixedWords, "first recall after a start", `"degraded":false`),
		recall("recall, common words", recallText, corpus.CommonWords, "", `"degraded":false`),
		recall("recall by relevance", relevanceText, corpus.MixedWords, "", `"degraded":false`),
		{"path, near", pathText, 0, "", func(i int) vars { return of(near[i]) }, `"status":"FOUND"`},
		{fmt.Sprintf("path, %d links", corpus.SagaHops), pathText, 0, "", func(i int) vars { return of(far[i]) }, `"status":"FOUND"`},
		{"why", whyText, 0, "", func(int) vars { return vars{"from": d.Root() + "=yes", "to": "outcome=success"} }, `"status":"FOUND"`},
		{"what-if", whatIfText, 0, "first what-if after a start", func(i int) vars {
			n := i * (m.size - 1) / m.n
			id, alternative := d.Decision(n)
			return vars{"episode": corpus.ID(n), "decision": id, "alternative": alternative}
		}, `"value":`}, // of few episodes it may add that they say too little
		{"applicable patterns", applicableText, 50, "", func(i int) vars { return vars{"type": problem(i)} }, `"score":`},
	}
}

// ask asks every question, in turns, so that other load on the machine affects all of them.
func (m *measuring) ask(ctx context.Context) error {
	questions := m.questions()
	took := make([]measure.Timings, len(questions))
	for i := range m.n {
		for at, q := range questions {
			t, err := m.timed(ctx, q, i)
			if err != nil {
				return err
			}
			took[at] = append(took[at], t)
		}
	}
	for at, q := range questions {
		m.addTimes(q.name, q.limit, took[at])
	}
	if p := m.processes(); p != nil {
		m.add("memory", "MiB", float64(p.resident)/(1<<20))
	}
	m.say("questions are measured")
	return nil
}

// timed asks a question once and looks whether it is answered.
func (m *measuring) timed(ctx context.Context, q question, i int) (time.Duration, error) {
	var answer json.RawMessage
	v := q.vars(i)
	began := time.Now()
	err := m.query(ctx, q.text, v, &answer)
	took := time.Since(began)
	if err == nil && !strings.Contains(string(answer), q.answered) {
		err = fmt.Errorf("the answer lacks %s: %.300s", q.answered, answer)
	}
	if err != nil {
		return 0, fmt.Errorf("ask for %s with %v: %w", q.name, v, err)
	}
	return took, nil
}

// patternCount is how many patterns the project has, problems for how many types of problems.
const (
	patternCount = 100
	problems     = 10
)

func problem(i int) string { return fmt.Sprintf("problem %d", i%problems) }

const patternMutation = `mutation($project: String!, $input: PatternInput!) { addPattern(project: $project, input: $input) { pattern { key } } }`

// addPatterns adds the patterns; those that are there stay. Each says that a decision is good after a variable came true.
func (m *measuring) addPatterns(ctx context.Context) error {
	for i := range patternCount {
		trigger, action := m.diary.Variable(i%2), m.diary.Variable(2+3*(i%3))
		input := vars{
			"name": fmt.Sprintf("pattern %03d", i), "trigger": trigger + " came true", "action": "choose yes for " + action,
			"matches": []vars{{
				"trigger": []vars{{"variable": trigger, "state": "yes"}}, "then": []vars{{"variable": action, "state": "yes"}},
			}},
			"applicability": vars{"problemTypes": []string{problem(i)}},
		}
		var answer json.RawMessage
		if err := m.query(ctx, patternMutation, vars{"input": input}, &answer); err != nil {
			return fmt.Errorf("add pattern %d: %w", i, err)
		}
	}
	return nil
}
