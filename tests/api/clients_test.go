package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// program is one of the example clients: what it needs, and how it is run in a folder of its own.
type program struct {
	name  string
	needs []string
	// prepare returns the commands to run, given the folder of all the clients.
	prepare func(t *testing.T, clients string) packed
}

func programs() []program {
	return []program{
		{"go", []string{"go"}, func(t *testing.T, clients string) packed {
			binary := filepath.Join(t.TempDir(), "client")
			runs(t, filepath.Join(clients, "go"), "go", "build", "-o", binary, ".")
			return packed{client: []string{binary}}
		}},
		{"python", []string{"python3"}, func(t *testing.T, _ string) packed { return wheel(t) }},
		{"typescript", []string{"npm", "node"}, func(t *testing.T, _ string) packed { return tarball(t) }},
		{"curl", []string{"bash", "curl", "jq"}, func(_ *testing.T, clients string) packed {
			return packed{client: []string{"bash", filepath.Join(clients, "curl", "client.sh")}}
		}},
	}
}

// runs runs a command that has to succeed.
func runs(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// TestClients runs the example clients, in Python and TypeScript with the packages, which it builds and installs. The service that they see is one with which things go
// wrong: it wants a token, and the first requests meet an engine that is away, a busy service,
// another writer and a connection that breaks. Each client is run twice.
func TestClients(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	clients, err := filepath.Abs(filepath.Join(tree.Root(), "examples", "clients"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := shared.Services(t)
	for _, p := range programs() {
		t.Run(p.name, func(t *testing.T) {
			harness.Beside(t)
			for _, name := range p.needs {
				enginetest.Program(t, name)
			}
			project := projectOn(t, s)
			commands := p.prepare(t, clients)
			trouble := &troubled{t: t, token: "secret-" + p.name, to: s.URL}
			server := httptest.NewServer(trouble)
			defer server.Close()
			for _, change := range []string{"CREATED", "UNCHANGED"} {
				got := told(t, commands.client, server.URL, project.Name, trouble.token)
				if diff := cmp.Diff(story(change), got); diff != "" {
					t.Errorf("%s prints (-want +got):\n%s", p.name, diff)
				}
			}
			if n := trouble.count.Load(); n < 2*12+4 {
				t.Errorf("only %d requests came; the four that failed have to be made again", n)
			}
			if commands.trouble != nil {
				meetsTrouble(t, commands)
			}
			if commands.agent != nil {
				losesNoEvent(t, commands.agent, projectOn(t, s), s.URL)
			}
		})
	}
}

// story is what every client prints, where the written episodes were new or were there.
func story(change string) []string {
	counts := "2 new, 0 there before, 0 refused"
	if change == "UNCHANGED" {
		counts = "0 new, 2 there before, 0 refused"
	}
	return []string{
		"recorded monday: " + change,
		"repeated monday: " + change,
		"recorded tuesday: " + change,
		"repeated tuesday: " + change,
		"recall: tuesday",
		"why: Kiosk 7 sold at the prices of yesterday, Keep prices for an hour",
		"path: Keep prices for an hour -> Kiosk 7 sold at the prices of yesterday -> Throw away what was kept",
		"what if: INSUFFICIENT_EVIDENCE",
		"context: # of 400 tokens, [monday] similar, 2026-05-04, outcome success: Make the price list faster",
		"captured: 2 events, " + fmt.Sprint(change == "UNCHANGED"),
		"imported: SUCCEEDED, " + counts,
		"error: PROJECT_NOT_FOUND (check the name: projects lists them; the first episode makes a project)",
	}
}

// told returns the lines that a client prints, with # for the number of tokens.
func told(t *testing.T, command []string, address, project, token string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), harness.CommandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "CAUSEWAY_URL="+address, "CAUSEWAY_PROJECT="+project, "CAUSEWAY_TOKEN="+token)
	var errOut strings.Builder
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v: %v\n%s", command, err, errOut.String())
	}
	if !strings.Contains(errOut.String(), "import: 2 of 2") {
		t.Errorf("%v does not show how far the import is: %q", command, errOut.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, line := range lines {
		if rest, isContext := strings.CutPrefix(line, "context: "); isContext {
			_, rest, _ = strings.Cut(rest, " ")
			lines[i] = "context: # " + rest
		}
	}
	return lines
}

// troubled passes requests on to a service, except for some of the first.
type troubled struct {
	t         *testing.T
	token, to string
	count     atomic.Int64
}

func (h *troubled) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if got := r.Header.Get("Authorization"); got != "Bearer "+h.token {
		h.t.Errorf("a request says %q for who asks", got)
	}
	switch h.count.Add(1) {
	case 1:
		refuse(w, http.StatusOK, "UNAVAILABLE")
	case 3:
		refuse(w, http.StatusServiceUnavailable, "CONCURRENCY_LIMIT_EXCEEDED")
	case 5:
		refuse(w, http.StatusOK, "CONFLICT")
	case 7:
		panic(http.ErrAbortHandler)
	default:
		r.Header.Del("Authorization") // the service behind asks for none
		passed(h.t, h.to, w, r)
	}
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"errors": [{"message": "not now", "extensions": {"code": %q, "hint": "repeat", "requestId": "r"}}]}`, code)
}

// passed passes a request on to the service at an address.
func passed(t *testing.T, address string, w http.ResponseWriter, r *http.Request) {
	target, err := url.Parse(address)
	if err != nil {
		t.Errorf("address of the service: %v", err)
		return
	}
	proxy := httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	proxy.ServeHTTP(w, r)
}
