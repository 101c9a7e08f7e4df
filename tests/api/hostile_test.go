package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// heap samples the heap of the process, the service and its hostile clients together, until done is called,
// which returns by how much it grew at most and how much of that is left.
func heap() (done func() (most, left int64)) {
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before, ctx, peak := inUse(), make(chan struct{}), atomic.Int64{}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			peak.Store(max(peak.Load(), inUse()))
			select {
			case <-ctx:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return func() (int64, int64) {
		close(ctx)
		wg.Wait()
		runtime.GC()
		return (peak.Load() - before) >> 20, (inUse() - before) >> 20
	}
}

// zeros is a body that takes no memory to make.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// atOnce is far above the milliseconds, and the half second of the slowest of a thousand, that a refusal takes
// on a quiet machine: tests share theirs. What each took is logged.
const atOnce = 5 * time.Second

// TestHostile_Queries sends what is made to be costly. Each is refused at once, and the memory
// stays flat.
func TestHostile_Queries(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	repeat := func(n int, text func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(text(i) + " ")
		}
		return b.String()
	}
	for name, c := range map[string]struct{ why, query, want string }{
		"100 levels": {
			"depth", `query($project: String!) { episode(project: $project, key: "base") ` + strings.Repeat("{ outcomeOccurrence { episode ", 50) +
				"{ key }" + strings.Repeat(" } }", 50) + " }", "DEPTH_LIMIT_EXCEEDED",
		},
		"10,000 aliases": {
			"a query of that many aliases has too many tokens already", "{ " + repeat(10_000, func(i int) string { return fmt.Sprintf("a%d: __typename", i) }) + "}", "TOKEN_LIMIT_EXCEEDED",
		},
		"6,000 aliases": {"aliases", "{ " + repeat(6_000, func(i int) string { return fmt.Sprintf("a%d: __typename", i) }) + "}", "ALIAS_LIMIT_EXCEEDED"},
		"5,000 fields":  {"fields", "{ projects { " + repeat(5_000, func(int) string { return "name" }) + "} }", "FIELD_LIMIT_EXCEEDED"},
		"circular fragments": {
			"they would never end", "{ projects { ...a } } fragment a on Project { name ...b } fragment b on Project { name ...c } fragment c on Project { ...a }", "GRAPHQL_VALIDATION_FAILED",
		},
		"doubling fragments": {
			"forty of them are a million million fields", "{ ...f0 } " + repeat(40, func(i int) string { return fmt.Sprintf("fragment f%d on Query { ...f%d ...f%d }", i, i+1, i+1) }) +
				"fragment f40 on Query { __typename }", "FIELD_LIMIT_EXCEEDED",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.sub(t)
			done, began := heap(), time.Now()
			a := p.Ask(c.query, nil)
			took := time.Since(began)
			most, left := done()
			if codes, _, _ := strings.Cut(a.Codes(), ","); codes != c.want || enginetest.TooLong(t, took, atOnce) {
				t.Errorf("%s: after %s %.200s, want %s", c.why, took, a.Codes(), c.want)
			}
			if most > 64 || left > 8 {
				t.Errorf("%s: the heap grew by %d MB, of which %d are left", c.why, most, left)
			}
			t.Logf("%s after %s; the heap grew by %d MB", c.want, took.Round(time.Millisecond), most)
		})
	}
}

// TestHostile_Bodies sends bodies that are too large or too slow.
func TestHostile_Bodies(t *testing.T) {
	harness.EmbeddedOnly(t)
	s, _ := shared.Services(t)
	for name, announced := range map[string]int64{"50 MB, announced": 50 << 20, "50 MB, in chunks": -1} {
		t.Run(name, func(t *testing.T) {
			done, began := heap(), time.Now()
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/graphql", io.LimitReader(zeros{}, 50<<20))
			if err != nil {
				t.Fatal(err)
			}
			request.ContentLength = announced
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Expect", "100-continue")
			client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: 5 * time.Second}}
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, _ := io.ReadAll(response.Body)
			took := time.Since(began)
			if response.StatusCode != http.StatusRequestEntityTooLarge || !bytes.Contains(body, []byte("BODY_LIMIT_EXCEEDED")) || enginetest.TooLong(t, took, atOnce) {
				t.Errorf("after %s %s %.200s", took, response.Status, body)
			}
			if most, left := done(); most > 96 || left > 8 {
				t.Errorf("the heap grew by %d MB, of which %d are left", most, left)
			}
		})
	}
	t.Run("slow", func(t *testing.T) {
		const bodyTime = 300 * time.Millisecond
		s := limited(t, func(cfg *config.Config) { cfg.HTTP.BodyTime = bodyTime })
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		began := time.Now()
		if err := c.SetReadDeadline(began.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
		go func() {
			for range 900 { // a byte now and then, which is not to buy time
				if _, err := c.Write([]byte(" ")); err != nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		}()
		answer := make([]byte, 4096)
		n, err := c.Read(answer)
		if took := time.Since(began); err != nil || !strings.Contains(string(answer[:n]), "408 ") || took < bodyTime || enginetest.TooLong(t, took, atOnce) {
			t.Errorf("after %s %v: %s", took, err, answer[:n])
		}
	})
}

// limited returns a service with other limits.
func limited(t *testing.T, edit func(*config.Config)) *harness.Service {
	t.Helper()
	shared.Services(t)
	cfg := shared.Config(t)
	edit(&cfg)
	s, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return s
}

// introspection is what tools ask of a schema.
const introspection = `query { __schema { queryType { name } types { kind name description fields(includeDeprecated: true) { name description
	args { name type { kind name ofType { kind name ofType { name } } } defaultValue } type { kind name ofType { kind name ofType { name } } } }
	inputFields { name type { kind name ofType { name } } } enumValues(includeDeprecated: true) { name description } possibleTypes { name } } } }`

// TestHostile_Introspection sends a thousand introspections at once: each is answered or refused, most of them
// refused, and whoever asks whether the service lives is answered meanwhile. A thousand clients share the cores with
// the service and other tests, and so what a refusal takes is mostly the client's own time: only far too long fails.
func TestHostile_Introspection(t *testing.T) {
	harness.EmbeddedOnly(t)
	s, _ := shared.Services(t)
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	body, err := json.Marshal(vars{"query": introspection})
	if err != nil {
		t.Fatal(err)
	}
	var answered, refused, slowest atomic.Int64
	send := func() error {
		began := time.Now()
		response, err := client.Post(s.URL+"/graphql", "application/json", bytes.NewReader(body))
		if err != nil {
			return fmt.Errorf("send: %w", err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		switch {
		case err != nil:
			return fmt.Errorf("read: %w", err)
		case response.StatusCode == http.StatusOK && bytes.HasPrefix(text, []byte(`{"data"`)):
			answered.Add(1)
		case response.StatusCode == http.StatusServiceUnavailable && bytes.Contains(text, []byte("CONCURRENCY_LIMIT_EXCEEDED")) && response.Header.Get("Retry-After") != "":
			refused.Add(1)
			for took := int64(time.Since(began)); ; {
				before := slowest.Load()
				if took <= before || slowest.CompareAndSwap(before, took) {
					break
				}
			}
		default:
			return fmt.Errorf("%s: %.200s", response.Status, text)
		}
		return nil
	}
	done, began := heap(), time.Now()
	errs := make([]error, 1000)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = send() })
	}
	if status, _ := s.Page(t, "/healthz"); status != http.StatusOK {
		t.Errorf("GET /healthz meanwhile: %d", status)
	}
	wg.Wait()
	client.CloseIdleConnections()
	most, left := done()
	if err := errors.Join(errs...); err != nil {
		t.Errorf("%.1000s", err)
	}
	t.Logf("%d answered and %d refused within %s, the slowest refusal after %s; the heap grew by %d MB, of which %d are left",
		answered.Load(), refused.Load(), time.Since(began).Round(time.Millisecond), time.Duration(slowest.Load()).Round(time.Millisecond), most, left)
	if most > 256 || left > 48 {
		t.Errorf("the heap grew by %d MB, of which %d are left", most, left)
	}
	if answered.Load() == 0 || refused.Load() < answered.Load() || enginetest.TooLong(t, time.Duration(slowest.Load()), 6*atOnce) {
		t.Error("that is not some answered and the others refused without waiting for their turn")
	}
}

// TestHostile_Names asks with cursors that no page gave, and with keys and ids of another project.
func TestHostile_Names(t *testing.T) {
	harness.EmbeddedOnly(t)
	a, b := twins(t)
	const page, occurrence = `(first: 1, after: $after) { edges { cursor node { __typename } } }`, `occurrence(project: $project, key: "ep-1/e001")`
	lists := map[string]string{
		"episodes": "", "occurrences": "", "references": "", "upstream": occurrence + " { causes" + page + " }", "downstream": occurrence + " { effects" + page + " }",
		"mentions of Reference:" + a.Name + "/COMMIT/1a2b3c4": `reference(project: $project, kind: COMMIT, key: "1a2b3c4") { mentions` + page + " }",
	}
	for list, query := range lists {
		if query == "" {
			query = strings.Replace(list+page, "(", "(project: $project, ", 1)
		}
		query = "query($project: String!, $after: String) { " + query + " }"
		for why, text := range map[string]string{
			"not of this form": "1|" + list, "another version": "9|" + list + "|x", "another list": "1|projects|x", "empty": "1|" + list + "|",
			"a statement": "1|" + list + "|' OR 1=1 //", "a key of the other project": "1|" + list + "|" + b.Name + "/ep-1", "not text": "1|" + list + "|\xff\x00\xfe",
		} {
			began := time.Now()
			got := a.Ask(query, vars{"after": base64.RawURLEncoding.EncodeToString([]byte(text))})
			if codes := got.Codes(); codes != "" && codes != "INVALID_INPUT after" || enginetest.TooLong(t, time.Since(began), atOnce) || strings.Contains(string(got.Data), b.Name) {
				t.Errorf("%s, %s: after %s %s %s", list, why, time.Since(began), codes, got.Data)
			}
			if refused := got.Codes() != ""; !refused && !strings.HasPrefix(text, "1|"+list+"|") {
				t.Errorf("%s, %s: taken", list, why)
			}
		}
	}
	a.Record(vars{"id": "mine", "task": "only here"})
	for why, c := range map[string]struct{ query, want string }{
		"the key of an episode of the other project": {`query($project: String!) { episode(project: $project, key: "mine") { key } }`, "NOT_FOUND"},
		"its decisions":  {`query($project: String!) { episode(project: $project, key: "mine") { decisions(byTime: true) { key } } }`, "NOT_FOUND"},
		"its occurrence": {`query($project: String!) { occurrence(project: $project, key: "mine/outcome") { effects { totalCount } } }`, "NOT_FOUND"},
		"its deletion":   {`mutation($project: String!) { deleteEpisode(project: $project, key: "mine") { removedId } }`, "NOT_FOUND"},
		"its purging":    {`mutation($project: String!) { purgeEpisode(project: $project, key: "mine") { removedId } }`, "NOT_FOUND"},
		"an id as a key": {fmt.Sprintf(`query($project: String!) { episode(project: $project, key: "Episode:%s/mine") { key } }`, a.Name), "NOT_FOUND"},
		"a path as a key": {
			fmt.Sprintf(`query($project: String!) { episode(project: $project, key: "../%s/mine") { key } }`, a.Name), "NOT_FOUND",
		},
		"a broken id": {`{ node(id: "Episode:/mine") { id } }`, "INVALID_INPUT"},
	} {
		began := time.Now()
		got := b.Ask(c.query, nil)
		code := ""
		if len(got.Errors) > 0 {
			code = got.Errors[0].Extensions.Code
		}
		if code != c.want || enginetest.TooLong(t, time.Since(began), atOnce) {
			t.Errorf("%s: after %s %s %s, want %s", why, time.Since(began), got.Codes(), got.Data, c.want)
		}
	}
	if got := a.Ask(`query($project: String!) { episode(project: $project, key: "mine") { key } }`, nil); len(got.Errors) > 0 {
		t.Errorf("the episode is gone: %s", got.Codes())
	}
}
