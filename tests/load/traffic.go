package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	random "math/rand/v2"
	"strings"
	"sync"
	"time"
)

// episodesEach is how many episodes a writer has; it records other contents of them again and again, so that what
// is in memory does not grow with the time of a run.
const episodesEach = 25

// traffic is what the clients do.
type traffic struct {
	s       *service
	o       options
	project string
	report  *report
}

func newTraffic(s *service, o options) *traffic {
	return &traffic{s: s, o: o, project: "load-" + strings.ToLower(rand.Text()[:10]), report: newReport()}
}

// fill records every episode once.
func (t *traffic) fill(ctx context.Context) error {
	for writer := range max(t.o.writers, 1) {
		for i := range episodesEach {
			r, err := t.s.Ask(ctx, recordMutation, t.episode(writer, i, 0))
			if err == nil && r.Code() != "OK" {
				err = fmt.Errorf("%s: %s", r.Code(), r.Errors[0].Message)
			}
			if err != nil {
				return err
			}
		}
	}
	for kind := range questions() { // what reading alone keeps is there before too
		for range 3 {
			query, v := t.question(kind)
			if r, err := t.s.Ask(ctx, query, v); err != nil || r.Code() != "OK" {
				return errors.Join(fmt.Errorf("ask for %s: %v", kind, r.Errors), err)
			}
		}
	}
	return nil
}

// run lets the clients ask until the time is over; the requests under way then are waited for.
func (t *traffic) run(ctx context.Context) *report {
	end := time.Now().Add(t.o.time)
	goOn := func() bool { return ctx.Err() == nil && time.Now().Before(end) }
	var clients sync.WaitGroup
	for range t.o.readers {
		clients.Go(func() { t.read(ctx, goOn) })
	}
	for writer := range t.o.writers {
		clients.Go(func() { t.write(ctx, writer, goOn) })
	}
	clients.Wait()
	return t.report
}

func (t *traffic) read(ctx context.Context, goOn func() bool) {
	var kinds []string
	for kind := range questions() {
		kinds = append(kinds, kind)
	}
	for goOn() {
		kind := kinds[random.IntN(len(kinds))]
		query, v := t.question(kind)
		t.time(ctx, kind, query, v)
	}
}

func (t *traffic) write(ctx context.Context, writer int, goOn func() bool) {
	for n := 1; goOn(); n++ {
		t.time(ctx, "recordEpisode", recordMutation, t.episode(writer, n%episodesEach, n))
	}
}

// time sends a request and notes what became of it.
func (t *traffic) time(ctx context.Context, kind, query string, v map[string]any) {
	began := time.Now()
	r, err := t.s.Ask(ctx, query, v)
	took := time.Since(began)
	if err != nil {
		t.report.note(kind, took, "no answer: "+err.Error())
		return
	}
	t.report.note(kind, took, r.Code())
	switch {
	case isLimit(r.Code()):
		pause(ctx, time.Second) // as the answer says
	case t.o.pause > 0:
		pause(ctx, time.Duration(random.Int64N(2*int64(t.o.pause))))
	}
}

const recordMutation = `mutation($project: String!, $input: EpisodeInput!) {
	recordEpisode(project: $project, input: $input) { receipt { change revision state } } }`

func key(writer, i int) string { return fmt.Sprintf("w%02d-%02d", writer, i) }

// some returns made-up words, of which a few are frequent and most are rare, as in texts.
func some(n int) string {
	const consonants, vowels = "bcdfghklmnprstvwz", "aeiou"
	picked := make([]string, n)
	for i := range picked {
		rank := int(5000 * math.Pow(random.Float64(), 4))
		var b strings.Builder
		for syllable := rank; b.Len() < 4 || syllable > 0; syllable /= len(consonants) * len(vowels) {
			b.WriteByte(consonants[syllable%len(consonants)])
			b.WriteByte(vowels[syllable/len(consonants)%len(vowels)])
		}
		picked[i] = b.String()
	}
	return strings.Join(picked, " ")
}

// episode returns the variables that record an episode of a writer with other content for each n.
func (t *traffic) episode(writer, i, n int) map[string]any {
	outcome := []string{"SUCCESS", "FAILURE", "PARTIAL"}[random.IntN(3)]
	return map[string]any{"project": t.project, "input": map[string]any{
		"id": key(writer, i), "task": fmt.Sprintf("%s, for the %d. time", some(6), n), "outcome": outcome,
		"startedAt": fmt.Sprintf("2026-03-%02dT10:00:00Z", 1+i), "lessons": []string{some(8)},
		"decisions": []map[string]any{{"id": "d1", "chosen": some(4), "rationale": some(8), "effects": []string{"e1"}}},
		"events": []map[string]any{
			{"id": "e1", "content": some(8), "at": fmt.Sprintf("2026-03-%02dT11:00:00Z", 1+i)},
			{"id": "e2", "type": "ERROR", "content": some(8) + " failed", "causedBy": []string{"e1"}},
		},
		"links": []map[string]any{{"source": "e2", "relation": "CAUSES", "target": "outcome"}},
	}}
}

// questions are what readers ask, by the name of the field.
func questions() map[string]string {
	return map[string]string{
		"episode":          `query($project: String!, $key: String!) { episode(project: $project, key: $key) { task outcome decisions { chosen } events { content } } }`,
		"episodes":         `query($project: String!) { episodes(project: $project, first: 20, filter: {outcomes: [FAILURE]}) { edges { node { key task } } pageInfo { hasNextPage } } }`,
		"decisionSequence": `query($project: String!, $key: String!) { episode(project: $project, key: $key) { decisions(byTime: true) { chosen at } } }`,
		"causalPath":       `query($project: String!, $from: String!, $to: String!) { causalPath(project: $project, from: $from, to: $to) { status paths { length hops { to { key label } } } } }`,
		"causes":           `query($project: String!, $to: String!) { occurrence(project: $project, key: $to) { causes { edges { depth node { key label } } } } }`,
		"recall":           `query($project: String!, $text: String!) { recall(project: $project, text: $text) { degraded hits { score episode { key task } } } }`,
		"similarFailures":  `query($project: String!, $text: String!) { similarFailures(project: $project, error: $text) { hits { episode { key } } } }`,
		"contextFor":       `query($project: String!, $text: String!) { contextFor(project: $project, task: $text) { text } }`,
	}
}

func (t *traffic) question(kind string) (string, map[string]any) {
	episode := key(random.IntN(max(t.o.writers, 1)), random.IntN(episodesEach))
	all := map[string]any{"project": t.project, "key": episode, "from": episode + "/d1", "to": episode + "/outcome", "text": some(4)}
	v := map[string]any{}
	query := questions()[kind]
	for name, value := range all {
		if strings.Contains(query, "$"+name+":") {
			v[name] = value
		}
	}
	return query, v
}
