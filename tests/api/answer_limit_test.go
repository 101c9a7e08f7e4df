package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
)

// memoryPeak samples what the heap and the stacks of the process take, until done is called, which returns by how many
// MB that grew at most. The collector runs often meanwhile, so that the figure is of what is in use and hardly of
// garbage, of which a busy machine leaves more.
func memoryPeak() (done func() int64) {
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc + m.StackInuse)
	}
	percent := debug.SetGCPercent(20)
	runtime.GC()
	before, stop, peak := inUse(), make(chan struct{}), atomic.Int64{}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			peak.Store(max(peak.Load(), inUse()))
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return func() int64 {
		close(stop)
		wg.Wait()
		debug.SetGCPercent(percent)
		return (peak.Load() - before) >> 20
	}
}

// crowded returns a service with episodes of 10,000 events and of few long ones, as somebody sees it who may only
// read them, and as somebody else who may.
func crowded(t *testing.T) (p *project, reader, other *harness.Service) {
	t.Helper()
	cfg := harness.EmbeddedConfig(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	cfg.GraphQL.QueryTime = 5 * time.Minute // a busy machine is no failure
	open, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	p = &project{&harness.Project{Service: open, T: t, Name: "crowd"}}
	for i := range 3 {
		p.Record(vars{"id": fmt.Sprintf("many-%d", i), "task": "much", "events": steps(10_000, 80)})
		p.Record(vars{"id": fmt.Sprintf("long-%d", i), "task": "much", "events": steps(60, 60<<10)})
	}
	as := func(name string) *harness.Service {
		secret, _, err := auth.File(cfg.Auth.TokensFile).Create(auth.Grant{Name: name, Projects: []string{p.Name}}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return &harness.Service{URL: open.URL, HTTP: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}, Token: secret}
	}
	return p, as("reader"), as("other")
}

// steps are n events with texts of that many bytes.
func steps(n, bytes int) []vars {
	events := make([]vars, n)
	for i := range events {
		events[i] = vars{"id": fmt.Sprintf("e%05d", i), "content": fmt.Sprintf("step %d ", i) + strings.Repeat("and so on ", bytes/10)}
	}
	return events
}

// flood is a short query with a large answer: of each of three episodes seven times the events.
func flood(episode, events string) string {
	var b strings.Builder
	b.WriteString("{ ")
	for i := range 3 {
		fmt.Fprintf(&b, `p%d: episode(project: "crowd", key: "%s-%d") { `, i, episode, i)
		for j := range 7 {
			fmt.Fprintf(&b, "e%d: %s { ...e } ", j, events)
		}
		b.WriteString("} ")
	}
	return b.String() + "} fragment e on Event { id key shortId position content episode { key task } }"
}

// began sends a query and returns the status and how the answer begins; the rest is read and let go.
func began(ctx context.Context, s *harness.Service, query string) (status int, head string, size int64, err error) {
	body, err := json.Marshal(vars{"query": query})
	if err != nil {
		return 0, "", 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return 0, "", 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.Token)
	response, err := s.HTTP.Do(request)
	if err != nil {
		return 0, "", 0, err
	}
	defer response.Body.Close()
	begin := make([]byte, 600)
	n, _ := io.ReadFull(response.Body, begin) // a short answer ends before
	rest, err := io.Copy(io.Discard, response.Body)
	return response.StatusCode, string(begin[:n]), int64(n) + rest, err
}

// TestAnswer_DoesNotTakeTheMachine lets 256 clients with a token that may only read ask for as much as they can at
// the same time, and then 64 in two other ways. The memory stays bounded, and somebody else is answered meanwhile.
func TestAnswer_DoesNotTakeTheMachine(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, reader, other := crowded(t)
	for name, c := range map[string]struct {
		clients int
		query   string
	}{
		"parts of many events":   {256, flood("many", "events(first: 600)")},
		"many events as a whole": {64, flood("many", "events")},
		"long texts":             {64, flood("long", "events")},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			done := memoryPeak()
			got := together(ctx, c.clients, func() string { return outcome(began(ctx, reader, c.query)) })
			var small atomic.Int64
			for small.Load() < 20 {
				if outcome(began(ctx, other, `{ project(name: "crowd") { totals { episodes } } }`)) == "answered" {
					small.Add(1)
				} else if ctx.Err() != nil {
					t.Fatalf("only %d small questions were answered meanwhile", small.Load())
				}
			}
			outcomes, most := got(), done()
			t.Logf("a query of %d bytes: %v; the memory grew by %d MB", len(c.query), outcomes, most)
			if most > 600 { // a quarter of it is usual; without the limits the answers take gigabytes
				t.Errorf("the memory grew by %d MB", most)
			}
			for what := range outcomes {
				if !slices.Contains([]string{"answered", "ANSWER_LIMIT_EXCEEDED", "INVALID_INPUT", "CONCURRENCY_LIMIT_EXCEEDED"}, what) {
					t.Errorf("somebody got %s", what)
				}
			}
		})
	}
	if got := p.Ask(`query($project: String!) { project(name: $project) { totals { episodes } } }`, nil); got.Status != http.StatusUnauthorized {
		t.Errorf("without a token: %d", got.Status)
	}
}

// together runs work n times at once. The returned function waits and counts the results.
func together(ctx context.Context, n int, work func() string) func() map[string]int {
	results := make(chan string, n)
	for range n {
		go func() { results <- work() }()
	}
	return func() map[string]int {
		counts := map[string]int{}
		for range n {
			select {
			case r := <-results:
				counts[r]++
			case <-ctx.Done():
				counts["no answer in time"]++
			}
		}
		return counts
	}
}

// outcome names what became of a question.
func outcome(status int, head string, _ int64, err error) string {
	switch code := regexp.MustCompile(`"code":"(\w+)"`).FindStringSubmatch(head); {
	case err != nil:
		return err.Error()
	case code != nil:
		return code[1]
	case status == http.StatusOK && strings.HasPrefix(head, `{"data":{`):
		return "answered"
	default:
		return head
	}
}
