package ops_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/packages"
)

// sdk are the official OpenTelemetry SDK for Python, its exporter, and OpenInference.
func sdk() []string {
	return []string{"opentelemetry-sdk==1.45.2", "opentelemetry-exporter-otlp-proto-http==1.45.2", "openinference-instrumentation==0.1.72"}
}

// sdkPython returns a Python with the SDK. Its environment is made once and kept with the other tools.
func sdkPython(t *testing.T) string {
	t.Helper()
	enginetest.Program(t, "python3")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "causeway", "tools", "otel-python-1.45.2")
	python := filepath.Join(dir, "bin", "python")
	if exec.Command(python, "-c", "import openinference.instrumentation, opentelemetry.exporter.otlp.proto.http").Run() == nil {
		return python
	}
	if python, err = packages.Venv(t.Context(), dir, sdk()...); err != nil {
		t.Fatal(err)
	}
	return python
}

const (
	// trips is how many trips the agent makes, spansOfTrip how many spans one has.
	trips       = 60
	spansOfTrip = 3
)

// TestTraces_sdk runs an agent that sends its spans with the official SDK, configured by the environment alone, and kills the
// service in the middle: every span that was acknowledged is in an episode, and the failures say why.
func TestTraces_sdk(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	python := sdkPython(t)
	address := freeAddress(t)
	k := harness.Running{CLI: shared.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS="+address, "CAUSEWAY_HTTP_PORT_STRICT=true", "CAUSEWAY_OTLP_SILENCE=5s")}
	k.Start(t)
	agent := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "agent.py"), fmt.Sprint(trips))
	agent.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+address, "OTEL_EXPORTER_OTLP_HEADERS=causeway-project=travel")
	var said strings.Builder
	agent.Stderr = &said
	out, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]bool{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		line := append(strings.Fields(lines.Text()), "", "", "")
		switch {
		case line[0] == "acknowledged":
			acknowledged["workflow-"+line[1]+"/s-"+line[2]] = true
		case line[0] == "trip" && line[1] == fmt.Sprint(trips/3):
			harness.Kill(t, k.Process)
			k.Start(t)
		}
	}
	if err := agent.Wait(); err != nil {
		t.Fatalf("the agent ended with %v:\n%s", err, said.String())
	}
	t.Cleanup(func() { harness.Kill(t, k.Process) })
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "travel"}}
	if len(acknowledged) < trips*spansOfTrip/2 {
		t.Fatalf("only %d spans were acknowledged:\n%s", len(acknowledged), said.String())
	}
	t.Logf("%d of %d spans were acknowledged", len(acknowledged), trips*spansOfTrip)
	var lost []string
	harness.Eventually(t, "every span that was acknowledged is in an episode", func() bool {
		lost = missing(p, acknowledged)
		return len(lost) == 0
	})
	whySoldOut(t, p)
}

// freeAddress returns an address on which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().String()
}

// missing returns the keys of occurrences that no episode has.
func missing(p *project, keys map[string]bool) []string {
	p.T.Helper()
	there := map[string]bool{}
	for v := (vars{}); ; {
		a := p.Ask(`query($project: String!, $after: String) { occurrences(project: $project, first: 100, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } } }`, v)
		if a.Codes() == "PROJECT_NOT_FOUND" {
			break
		}
		page := harness.Get[struct {
			Occurrences struct {
				Nodes    []struct{ Key string }
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}](p, `query($project: String!, $after: String) { occurrences(project: $project, first: 100, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } } }`, v).Occurrences
		for _, o := range page.Nodes {
			there[o.Key] = true
		}
		if !page.PageInfo.HasNextPage {
			break
		}
		v["after"] = page.PageInfo.EndCursor
	}
	var out []string
	for key := range keys {
		if !there[key] {
			out = append(out, key)
		}
	}
	return out
}

// whySoldOut wants each failure to be caused by the tool that failed, over episodes and in one of them.
func whySoldOut(t *testing.T, p *project) {
	t.Helper()
	failures := harness.Get[struct {
		Episodes struct{ Nodes []struct{ Key string } }
	}](p, `query($project: String!) { episodes(project: $project, filter: {outcomes: [FAILURE]}, first: 3) { nodes { key } } }`, nil).Episodes.Nodes
	if len(failures) == 0 {
		t.Fatal("no trip failed")
	}
	for _, e := range failures {
		path := harness.Get[struct {
			CausalPath struct {
				Status string
				Paths  []struct {
					Hops []struct {
						Link struct{ Relation, Basis string }
					}
				}
			}
		}](p, `query($project: String!, $from: String!, $to: String!) { causalPath(project: $project, from: $from, to: $to, filter: {bases: [EXTRACTED]}) { status paths { hops { link { relation basis } } } } }`,
			vars{"from": e.Key + "/" + soldOut(p, e.Key), "to": e.Key + "/outcome"}).CausalPath
		if path.Status != "FOUND" || len(path.Paths) != 1 || len(path.Paths[0].Hops) != 2 {
			t.Errorf("%s: %+v", e.Key, path)
		}
	}
}

// soldOut is the short id of the tool's error in an episode.
func soldOut(p *project, episode string) string {
	p.T.Helper()
	for _, o := range harness.Get[struct {
		Occurrences struct{ Nodes []struct{ Key, Label string } }
	}](p, `query($project: String!, $episode: String!) { occurrences(project: $project, filter: {episode: $episode}, first: 100) { nodes { key label } } }`, vars{"episode": episode}).Occurrences.Nodes {
		if strings.HasPrefix(o.Label, "book_flight") && strings.Contains(o.Label, "SoldOut: no seat left") {
			return strings.TrimPrefix(o.Key, episode+"/")
		}
	}
	p.T.Fatalf("%s has no error of book_flight", episode)
	return ""
}
