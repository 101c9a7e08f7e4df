package ops_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// killWriters is how many clients write at once while the service is killed.
const killWriters = 4

// killed is a service that is killed again and again while it is written to.
type killed struct {
	*harness.Running
	clients [killWriters]killClient
	round   int
	// What is printed at the end.
	unanswered, arrived int
}

// killClient writes episodes of its own, so that it knows what must be there.
type killClient struct {
	// step counts what it asked for, acknowledged what was answered.
	step, acknowledged int
	// held is what was acknowledged, by episode; asked is the write that was not answered.
	held  map[string]killContent
	asked *killContent
}

// killContent is one content of an episode: the second one replaces the first.
type killContent struct {
	id      string
	content int
	// round is the session that the content names.
	round int
}

// newKilled returns a service that does not run yet.
func newKilled(t *testing.T) *killed {
	t.Helper()
	return &killed{Running: shared.Running(t)}
}

// TestKill kills the service at random moments while it is written to. Each acknowledged
// write has to be there exactly once, and `causeway check` has to be clean, without any
// repair by hand. CAUSEWAY_TEST_KILLS is how often it is killed.
func TestKill(t *testing.T) {
	harness.Beside(t)
	k, kills := newKilled(t), harness.KillCount()
	for i := range k.clients {
		k.clients[i].held = map[string]killContent{}
	}
	for k.round = range kills {
		k.Start(t)
		k.verify(t, fmt.Sprint(k.round-1))
		k.killAfter(t, time.Duration(rand.IntN(1500))*time.Millisecond)
		if t.Failed() {
			return
		}
	}
	k.Start(t)
	k.verify(t, fmt.Sprint(kills-1))
	k.verify(t, "")
	k.check(t)
	acknowledged := 0
	for _, c := range k.clients {
		acknowledged += c.acknowledged
	}
	t.Logf("%s: killed %d times; %d writes acknowledged, each there exactly once; %d not answered, of which %d were there; slowest start %s",
		k.Kind, kills, acknowledged, k.unanswered, k.arrived, k.Slowest.Round(time.Millisecond))
}

// killAfter lets all clients write until the service is killed, a while after the first write
// was acknowledged.
func (k *killed) killAfter(t *testing.T, d time.Duration) {
	t.Helper()
	var clients sync.WaitGroup
	first, told := context.WithTimeout(t.Context(), time.Minute) // until then servers plan what they never did
	defer told()
	for n := range k.clients {
		clients.Go(func() { k.clients[n].write(k.Service, n, k.round, told) })
	}
	<-first.Done()
	time.Sleep(d)
	harness.Kill(t, k.Process)
	clients.Wait()
}

// write records episodes, each third time another content of the last one, until a write is
// not answered. acknowledged is told of each that is.
func (c *killClient) write(s *harness.Service, client, round int, acknowledged func()) {
	for ; ; c.step++ {
		next := killContent{id: fmt.Sprintf("ep-%d-%05d", client, c.step), content: 1, round: round}
		if before, was := c.held[fmt.Sprintf("ep-%d-%05d", client, c.step-1)]; was && c.step%3 == 2 {
			next.id, next.content = before.id, 2
		}
		c.asked = &next
		a, err := s.Post(context.Background(), harness.RecordMutation, vars{"project": "killed", "input": next.episode()})
		if err != nil || len(a.Errors) > 0 {
			c.step++
			return
		}
		c.held[next.id], c.asked = next, nil
		c.acknowledged++
		acknowledged()
	}
}

func (c killContent) episode() vars {
	return vars{
		"id": c.id, "task": fmt.Sprintf("content %d", c.content), "session": fmt.Sprintf("round-%d", c.round),
		"events": []vars{{"id": "e1", "content": "a"}, {"id": "e2", "content": "b", "causedBy": []string{"e1"}}, {"id": "e3", "content": "c"}},
		"links":  []vars{{"source": "e2", "relation": "CAUSES", "target": "e3"}},
	}
}

// verify compares what is there of one round, or of all, with what was acknowledged. A write that
// was not answered may be there or not; from then on it is what it was found to be.
func (k *killed) verify(t *testing.T, round string) {
	t.Helper()
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "killed"}}
	if a := p.Ask(`query($project: String!) { project(name: $project) { name } }`, nil); a.Codes() == "PROJECT_NOT_FOUND" && k.silent() {
		return
	}
	found := map[string]harness.Listed{}
	for _, e := range k.list(p, round) {
		if _, twice := found[e.Key]; twice {
			t.Errorf("%s is listed twice", e.Key)
		}
		found[e.Key] = e
	}
	want := map[string]int{}
	for i := range k.clients {
		c := &k.clients[i]
		k.settle(c, found)
		for id, held := range c.held {
			if round == "" || fmt.Sprint(held.round) == round {
				want[id] = held.content
			}
		}
	}
	for id, content := range want {
		e, there := found[id]
		if !there || e.Revision != content || e.Task != fmt.Sprintf("content %d", content) {
			t.Errorf("%s: content %d was acknowledged; there is %+v", id, content, e)
		}
		delete(found, id)
	}
	if len(found) > 0 {
		t.Errorf("nobody wrote %v", found)
	}
	if got := p.Totals(); round == "" && (got.Episodes != len(want) || got.Events != 3*len(want) || got.Links != 2*len(want)) {
		t.Errorf("%d episodes were acknowledged, with 3 events and 2 links each: %+v", len(want), got)
	}
}

// silent reports whether nothing was ever acknowledged.
func (k *killed) silent() bool {
	for _, c := range k.clients {
		if c.acknowledged > 0 {
			return false
		}
	}
	return true
}

// settle learns what became of the write that was not answered.
func (k *killed) settle(c *killClient, found map[string]harness.Listed) {
	if c.asked == nil {
		return
	}
	k.unanswered++
	if e, there := found[c.asked.id]; there && e.Revision == c.asked.content {
		c.held[c.asked.id] = *c.asked
		k.arrived++
	}
	c.asked = nil
}

// list returns the episodes that name a round as their session, all without one.
func (k *killed) list(p *project, round string) []harness.Listed {
	if round == "" {
		return p.Episodes()
	}
	return p.Listed(vars{"filter": vars{"session": "round-" + round}})
}

// check waits until nothing is left to be indexed and runs `causeway check`.
func (k *killed) check(t *testing.T) {
	t.Helper()
	harness.Eventually(t, "everything is indexed", func() bool {
		_, body := k.Service.Page(t, "/readyz")
		var r readiness
		return json.Unmarshal([]byte(body), &r) == nil && r.Backlog != nil && *r.Backlog == 0
	})
	k.Clean(t, "killed")
}
