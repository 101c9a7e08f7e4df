package tests_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestInstances_SameEpisodeAtOnce lets two services write the same ids at the same time,
// some with equal and some with other content, and delete in between.
func TestInstances_SameEpisodeAtOnce(t *testing.T) {
	p := newProject(t)
	_, second := services(t)
	const rounds, ids = 12, 3
	var wg sync.WaitGroup
	for i, s := range []*service{p.service, second} {
		for id := range ids {
			wg.Go(func() {
				for round := range rounds {
					e := vars{
						"id": fmt.Sprintf("ep-%d", id), "task": fmt.Sprintf("writer%d round%d", i*(round%2), round),
						"events": []vars{{"id": "e1", "content": "a"}, {"id": "e2", "content": "b", "causedBy": []string{"e1"}}},
					}
					a, err := s.post(context.Background(), recordMutation, vars{"project": p.name, "input": e})
					if err != nil || len(a.Errors) > 0 && a.codes() != "CONFLICT" {
						t.Errorf("service %d, %v: %s %s %v", i, e["id"], a.codes(), a.text(), err)
					}
				}
			})
		}
	}
	wg.Wait()
	if got := p.totals(); got.Episodes != ids || got.Events != 2*ids || got.Links != ids {
		t.Errorf("totals: %+v", got)
	}
	for id := range ids {
		p.wantConsistent(fmt.Sprintf("ep-%d", id))
	}
	for _, s := range []*service{p.service, second} {
		if got := p.on(s).contents(); got != p.contents() {
			t.Errorf("the services disagree: %s, %s", got, p.contents())
		}
	}
}

// wantConsistent looks at one episode: its revisions are numbered without a gap, the
// current one is the latest, and word search holds exactly that one.
func (p *project) wantConsistent(key string) {
	p.t.Helper()
	e := p.episode(key)
	var numbers []int
	for _, r := range e.Revisions {
		numbers = append(numbers, r.Number)
	}
	slices.Reverse(numbers)
	for i, n := range numbers {
		if n != i+1 {
			p.t.Errorf("%s: revisions %v", key, numbers)
			break
		}
	}
	last := e.Revisions[0]
	var content struct{ Task string }
	if err := json.Unmarshal([]byte(last.Content), &content); err != nil {
		p.t.Error(err)
	}
	if last.Hash != e.Hash || last.Number != e.Revision || content.Task != e.Task {
		p.t.Errorf("%s is not its latest revision %+v: %+v", key, last, e)
	}
	eventually(p.t, 20*time.Second, key+" is indexed with its latest content", func() bool {
		for _, h := range p.recall(e.Task).Hits {
			if h.Key == key {
				return h.Part == "HEAD" && len(h.Words) == 2
			}
		}
		return false
	})
}

func TestInstances_ReadYourWriteElsewhere(t *testing.T) {
	p := newProject(t)
	_, second := services(t)
	for i := range 20 {
		key := fmt.Sprintf("ep-%d", i)
		p.record(vars{"id": key, "task": "seen by both"})
		if e := p.on(second).episode(key); e.Key != key {
			t.Errorf("the second service does not see %s", key)
		}
	}
}
