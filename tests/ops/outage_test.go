package ops_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// killedWhileImporting kills `causeway up` in the middle of writes and of an import.
func (l *life) killedWhileImporting(t *testing.T) {
	p := &project{&harness.Project{Service: l.service, T: t, Name: "killed"}}
	var documents []vars
	for i := range 400 {
		documents = append(documents, vars{"name": fmt.Sprintf("%d.json", i), "content": fmt.Sprintf(
			`{"id": "imp-%03d", "task": "imported", "events": [{"id": "e1", "content": "a"}, {"id": "e2", "content": "b", "caused_by": ["e1"]}], "links": [{"source": "e2", "relation": "causes", "target": "imp-%03d/e1"}]}`, i, (i+1)%400)})
	}
	p.Record(vars{"id": "ep-0", "task": "first"})
	acknowledged := p.writeUntilItFails(func() {
		go func() {
			_, _ = l.service.Post(context.Background(), harness.ImportMutation, vars{"project": p.Name, "input": vars{"files": documents}})
		}()
	}, func() {
		harness.Eventually(t, "import and writes are on their way", func() bool {
			a, err := l.service.Post(context.Background(),
				`{ project(name: "killed") { totals { episodes } } episode(project: "killed", key: "ep-2") { key } }`, nil)
			var data struct {
				Project struct{ Totals harness.Totals }
				Episode *struct{ Key string }
			}
			return err == nil && json.Unmarshal(a.Data, &data) == nil && data.Project.Totals.Episodes > 60 && data.Episode != nil
		})
		l.end(t, "causeway", syscall.SIGKILL)
	})
	l.up(t, l.servers...)
	p = p.on(l.service)
	present := map[string]bool{}
	imports := 0
	for _, e := range p.Episodes() {
		present[e.Key] = true
		if strings.HasPrefix(e.Key, "imp-") {
			imports++
		}
	}
	for _, key := range acknowledged {
		if !present[key] {
			t.Errorf("%s was acknowledged and is lost", key)
		}
	}
	if len(acknowledged) < 2 || imports == 0 || imports >= 400 {
		t.Errorf("it was not in the middle: %d writes acknowledged, %d of 400 imported", len(acknowledged), imports)
	}
	report := p.ImportFiles(vars{"files": documents})
	if report.Created+report.Unchanged != 400 || report.Unchanged != imports {
		t.Errorf("imported again: %+v", harness.TotalsOf(report))
	}
	if got := p.Totals(); got.Links != 800 || got.Episodes != 400+len(present)-imports {
		t.Errorf("totals: %+v with %d episodes present before, %d imported", got, len(present), imports)
	}
	harness.Eventually(t, "everything is indexed", func() bool { return l.backlog(t, l.service) == 0 })
}

// writeUntilItFails records episodes one after the other until one fails, and returns
// those that were acknowledged. meanwhile ends the service.
func (p *project) writeUntilItFails(before, meanwhile func()) []string {
	var acknowledged []string
	var wg sync.WaitGroup
	before()
	wg.Go(func() {
		for i := range 100_000 {
			key := fmt.Sprintf("ep-%d", i)
			a, err := p.Post(context.Background(), harness.RecordMutation, vars{"project": p.Name, "input": vars{"id": key, "task": "written until the end"}})
			if err != nil || len(a.Errors) > 0 {
				return
			}
			acknowledged = append(acknowledged, key)
		}
	})
	meanwhile()
	wg.Wait()
	return acknowledged
}

// readiness is what /readyz says.
type readiness struct {
	Ready  bool
	Checks []struct {
		Name, Reason string
		Ready        bool
	}
	Backlog *int
}

func (l *life) readyz(t testing.TB, s *harness.Service) (int, readiness) {
	t.Helper()
	status, body := s.Page(t, "/readyz")
	var r readiness
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatalf("/readyz: %s", body)
	}
	return status, r
}

// backlog is -1 when it is not known.
func (l *life) backlog(t testing.TB, s *harness.Service) int {
	t.Helper()
	if _, r := l.readyz(t, s); r.Backlog != nil {
		return *r.Backlog
	}
	return -1
}

// notReady wants /readyz to name exactly one engine that does not answer.
func (l *life) notReady(t *testing.T, name string) {
	t.Helper()
	var status int
	var r readiness
	harness.Eventually(t, "the service sees it", func() bool { // a look at the engines is up to a second old
		status, r = l.readyz(t, l.outside)
		return !r.Ready
	})
	if status != http.StatusServiceUnavailable || r.Ready {
		t.Errorf("/readyz: status %d, %+v", status, r)
	}
	for _, c := range r.Checks {
		if c.Ready == (c.Name == name) || !c.Ready && c.Reason == "" {
			t.Errorf("/readyz of %s: %+v", c.Name, c)
		}
	}
	if status, _ := l.outside.Page(t, "/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: status %d; the process itself is well", status)
	}
}

// readyAgain waits until the service outside has found its engines again.
func (l *life) readyAgain(t *testing.T) {
	t.Helper()
	harness.Eventually(t, "the service is ready again by itself", func() bool {
		status, _ := l.readyz(t, l.outside)
		return status == http.StatusOK
	})
}

// leave kills `causeway up`, so that nobody starts a stopped engine again, and serves the
// same engines from the test.
func (l *life) leave(t *testing.T) *project {
	t.Helper()
	l.end(t, "causeway", syscall.SIGKILL)
	if l.outside == nil {
		state, err := engine.Status(t.Context(), l.home)
		if err != nil {
			t.Fatal(err)
		}
		password, err := state.Password()
		if err != nil {
			t.Fatal(err)
		}
		cfg := harness.ExternalConfig(t, enginetest.Connection{URI: state.Neo4jURI, User: state.Neo4jUser, Password: password}, state.WeaviateURL)
		if cfg.Weaviate.APIKey, err = state.WeaviateKey(); err != nil {
			t.Fatal(err)
		}
		s, end, err := harness.Serve(cfg, true)
		if err != nil {
			t.Fatal(err)
		}
		l.outside, l.close = s, end
	}
	return &project{&harness.Project{Service: l.outside, T: t, Name: "outage"}}
}

func (l *life) neo4jStopped(t *testing.T) {
	p := l.leave(t)
	for i := range 20 {
		p.Record(vars{"id": fmt.Sprintf("ep-%02d", i), "task": "before the outage", "events": []vars{{"id": "e1", "content": "step"}}})
	}
	before := p.Contents()
	l.end(t, "neo4j", syscall.SIGTERM)
	p.wantUnavailable()
	l.notReady(t, "neo4j")
	l.up(t, "weaviate")
	l.readyAgain(t)
	if after := p.Contents(); after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}
	if r := p.Record(vars{"id": "later", "task": "after the outage"}); r.State != "INDEXED" {
		t.Errorf("a write afterwards: %+v", r)
	}
}

// wantUnavailable asks and writes in every way, all at once, while Neo4j does not run.
func (p *project) wantUnavailable() {
	p.T.Helper()
	var wg sync.WaitGroup
	for name, c := range map[string]struct {
		query string
		v     vars
	}{
		"an episode": {harness.EpisodeQuery, vars{"key": "ep-00"}},
		"a list":     {harness.EpisodesQuery, vars{}},
		"a path":     {harness.PathQuery, vars{"from": "ep-00/e1", "to": "ep-00/outcome"}},
		"recall":     {`query($project: String!) { recall(project: $project, text: "outage") { truncated } }`, vars{}},
		"a write":    {harness.RecordMutation, vars{"input": vars{"id": "lost", "task": "not acknowledged"}}},
		"a delete":   {`mutation($project: String!) { deleteEpisode(project: $project, key: "ep-00") { removedId } }`, vars{}},
		"an import":  {harness.ImportMutation, vars{"input": vars{"files": []vars{{"name": "a.json", "content": `{"id": "lost", "task": "x", "outcome": "success"}`}}}}},
	} {
		wg.Go(func() {
			began := time.Now()
			c.v["project"] = p.Name
			a, err := p.Post(p.T.Context(), c.query, c.v)
			if err != nil || a.Codes() != "UNAVAILABLE" || !strings.Contains(strings.ToLower(a.Text()), "neo4j") {
				p.T.Errorf("%s without Neo4j: %s %s %v", name, a.Codes(), a.Text(), err)
			}
			if took := time.Since(began); enginetest.TooLong(p.T, took, 12*time.Second) {
				p.T.Errorf("%s without Neo4j is refused after %s", name, took)
			}
		})
	}
	wg.Wait()
}

func (l *life) weaviateStopped(t *testing.T) {
	p := l.leave(t)
	p.T = t
	l.end(t, "weaviate", syscall.SIGTERM)
	began := time.Now()
	for i := range 5 {
		r := p.Record(vars{"id": fmt.Sprintf("dark-%d", i), "task": fmt.Sprintf("written in the dark lantern%d", i)})
		if r.State != "APPLIED" || r.Change != "CREATED" || !strings.Contains(strings.ToLower(r.Reason), "weaviate") {
			t.Errorf("a write without Weaviate: %+v", r)
		}
	}
	p.Edit("deleteEpisode", "dark-4")
	for word, want := range map[string]string{"lantern2": "dark-2", "outage": "ep-00", "lantern4": ""} {
		got := p.Recall(word)
		if !got.Degraded || got.Reason == "" || want == "" && len(got.Hits) > 0 || want != "" && len(got.Hits) == 0 {
			t.Errorf("recall of %s without Weaviate: %+v", word, got)
		}
	}
	if took := time.Since(began); enginetest.TooLong(t, took, 40*time.Second) {
		t.Errorf("five writes and three questions without Weaviate took %s", took)
	}
	l.notReady(t, "weaviate")
	if n := l.backlog(t, l.outside); n < 4 {
		t.Errorf("the backlog is %d, want the writes that are not indexed", n)
	}
	l.up(t, "neo4j")
	harness.Eventually(t, "the backlog empties by itself", func() bool { return l.backlog(t, l.outside) == 0 })
	for word, want := range map[string]string{"lantern2": "dark-2", "lantern4": ""} {
		if got := p.Recall(word); got.Degraded || got.First() != want {
			t.Errorf("recall of %s with Weaviate back: %+v", word, got)
		}
	}
	for _, e := range p.Episodes() {
		if !e.Indexed {
			t.Errorf("%s is not indexed", e.Key)
		}
	}
}
