package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestInstances_SameEpisodeAtOnce lets two services write the same ids at the same time,
// some with equal and some with other content, and delete in between.
func TestInstances_SameEpisodeAtOnce(t *testing.T) {
	p := newProject(t)
	_, second := shared.Services(t)
	const rounds, ids = 12, 3
	var wg sync.WaitGroup
	for i, s := range []*harness.Service{p.Service, second} {
		for id := range ids {
			wg.Go(func() {
				for round := range rounds {
					e := vars{
						"id": fmt.Sprintf("ep-%d", id), "task": fmt.Sprintf("writer%d round%d", i*(round%2), round),
						"events": []vars{{"id": "e1", "content": "a"}, {"id": "e2", "content": "b", "causedBy": []string{"e1"}}},
					}
					a, err := s.Post(context.Background(), harness.RecordMutation, vars{"project": p.Name, "input": e})
					if err != nil || len(a.Errors) > 0 && a.Codes() != "CONFLICT" {
						t.Errorf("service %d, %v: %s %s %v", i, e["id"], a.Codes(), a.Text(), err)
					}
				}
			})
		}
	}
	wg.Wait()
	if got := p.Totals(); got.Episodes != ids || got.Events != 2*ids || got.Links != ids {
		t.Errorf("totals: %+v", got)
	}
	for id := range ids {
		p.wantConsistent(fmt.Sprintf("ep-%d", id))
	}
	for _, s := range []*harness.Service{p.Service, second} {
		if got := p.on(s).Contents(); got != p.Contents() {
			t.Errorf("the services disagree: %s, %s", got, p.Contents())
		}
	}
}

// wantConsistent looks at one episode: its revisions are numbered without a gap, the
// current one is the latest, and word search holds exactly that one.
func (p *project) wantConsistent(key string) {
	p.T.Helper()
	e := p.episode(key)
	var numbers []int
	for _, r := range e.Revisions {
		numbers = append(numbers, r.Number)
	}
	slices.Reverse(numbers)
	for i, n := range numbers {
		if n != i+1 {
			p.T.Errorf("%s: revisions %v", key, numbers)
			break
		}
	}
	last := e.Revisions[0]
	var content struct{ Task string }
	if err := json.Unmarshal([]byte(last.Content), &content); err != nil {
		p.T.Error(err)
	}
	if last.Hash != e.Hash || last.Number != e.Revision || content.Task != e.Task {
		p.T.Errorf("%s is not its latest revision %+v: %+v", key, last, e)
	}
	harness.Eventually(p.T, key+" is indexed with its latest content", func() bool {
		for _, h := range p.Recall(e.Task).Hits {
			if h.Key == key {
				return h.Part == "HEAD" && len(h.Words) == 2
			}
		}
		return false
	})
}

func TestInstances_ReadYourWriteElsewhere(t *testing.T) {
	p := newProject(t)
	_, second := shared.Services(t)
	for i := range 20 {
		key := fmt.Sprintf("ep-%d", i)
		p.Record(vars{"id": key, "task": "seen by both"})
		if e := p.on(second).episode(key); e.Key != key {
			t.Errorf("the second service does not see %s", key)
		}
	}
}
