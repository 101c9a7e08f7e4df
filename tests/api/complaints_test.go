package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// No write asks a language model: an embedding server that is named gets nothing but texts to embed, and a write is
// acknowledged whatever it answers.
func TestComplaints_WritesAskNoModel(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	var mu sync.Mutex
	var asked []string
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.Path)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(model.Close)
	cfg := harness.EmbeddedConfig(t)
	cfg.Embedding.URL, cfg.Embedding.Model = model.URL+"/v1", "m"
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	p := &project{&harness.Project{Service: s, T: t, Name: "none"}}
	const record = `mutation($project: String!, $id: String!) { recordEpisode(project: $project, input: {id: $id, task: "Write without a model"}) {
		receipt { change state } } }`
	for i := range 10 {
		a := harness.Get[struct {
			RecordEpisode struct {
				Receipt struct{ Change, State string }
			}
		}](p, record, vars{"id": fmt.Sprint("e", i)})
		if r := a.RecordEpisode.Receipt; r.Change != "CREATED" || r.State != "INDEXED" {
			t.Errorf("without a model a write ends as %+v", r)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if other := slices.DeleteFunc(asked, func(path string) bool { return path == "/v1/embeddings" }); len(other) > 0 {
		t.Errorf("a model was asked at %v", other)
	}
}

// Taking in hundreds of episodes is a matter of seconds. The limit is far above what is measured (make bench), because tests
// share their machine.
func TestComplaints_BulkIsQuick(t *testing.T) {
	harness.EmbeddedOnly(t)
	const episodes, limit = 300, time.Minute
	var lines strings.Builder
	for i := range episodes {
		fmt.Fprintf(&lines, `{"id": "bulk-%d", "task": "Piece of work %d", "outcome": "success", `+
			`"decisions": [{"id": "d001", "type": "design", "chosen": "way %d"}], "events": [{"id": "e001", "type": "test", "content": "run %d", "caused_by": ["d001"]}]}`+"\n", i, i, i, i)
	}
	file := filepath.Join(t.TempDir(), "bulk.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newProject(t)
	begin := time.Now()
	got := shared.SharedCLI(t).Run(t, "import", file, "--project", p.Name)
	if took := time.Since(begin); enginetest.TooLong(t, took, limit) {
		t.Errorf("%d episodes took %s, more than %s", episodes, took, limit)
	}
	if got.Code != 0 || shared.CountEpisodes(t, p.Name) != episodes {
		t.Errorf("%d of %d episodes are there; import said %+v", shared.CountEpisodes(t, p.Name), episodes, got)
	}
}

// An outcome that nobody gave is neither a success nor a failure.
func TestComplaints_UnknownIsNeither(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	const record = `mutation($project: String!, $e: EpisodeInput!) { recordEpisode(project: $project, input: $e) { episode { outcome } } }`
	harness.Get[any](p, record, vars{"e": vars{"id": "silent", "task": "End without a word"}})
	const list = `query($project: String!, $outcomes: [Outcome!]!) { episodes(project: $project, filter: {outcomes: $outcomes}) { totalCount } }`
	for _, c := range []struct {
		outcomes []string
		want     int
	}{
		{[]string{"SUCCESS", "PARTIAL", "FAILURE"}, 0},
		{[]string{"UNKNOWN"}, 1},
	} {
		a := harness.Get[struct{ Episodes struct{ TotalCount int } }](p, list, vars{"outcomes": c.outcomes})
		if a.Episodes.TotalCount != c.want {
			t.Errorf("%v: %d episodes, want %d", c.outcomes, a.Episodes.TotalCount, c.want)
		}
	}
	a := harness.Get[struct{ Episodes struct{ TotalCount int } }](p, `query($project: String!) { episodes(project: $project, filter: {failed: true}) { totalCount } }`, nil)
	if a.Episodes.TotalCount != 0 {
		t.Error("an unknown outcome counts as failed")
	}
}
