package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// jobShown is a job as the API shows it.
type jobShown struct {
	ID, Project, Kind, State         string
	Done, Total                      int
	CreatedAt, StartedAt, FinishedAt string
	Report                           *harness.Imported
	Error                            *struct{ Code, Message string }
}

const jobFields = `id project kind state done total createdAt startedAt finishedAt error { code message }
	report { dryRun complete files created revised unchanged refused notWritten reports { name status episodeKey revision } }`

func (p *project) job(id string) jobShown {
	p.T.Helper()
	return harness.Get[struct{ Job jobShown }](p, `query($id: ID!) { job(id: $id) { `+jobFields+` } }`, vars{"id": id}).Job
}

// startImport begins an import and returns the global id of its job.
func (p *project) startImport(input vars) string {
	p.T.Helper()
	const query = `mutation($project: String!, $input: ImportEpisodesInput!) { importEpisodes(project: $project, input: $input, wait: false) { job { id state } } }`
	job := harness.Get[struct{ ImportEpisodes struct{ Job jobShown } }](p, query, vars{"input": input}).ImportEpisodes.Job
	if job.State != "RUNNING" && job.State != "SUCCEEDED" && job.State != "FAILED" {
		p.T.Errorf("the job begins as %+v", job)
	}
	return job.ID
}

// slowly returns a service that writes an import in many small transactions.
func slowly(t *testing.T) *harness.Service {
	t.Helper()
	shared.Services(t)
	cfg := shared.Config(t)
	cfg.Import.Batch, cfg.Import.Jobs, cfg.Import.Files, cfg.Import.Bytes = 1, 1, len(longImport()), 1<<20
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return s
}

func manyIDs(n int) []string {
	var ids []string
	for i := range n {
		ids = append(ids, fmt.Sprintf("ep-%03d", i))
	}
	return ids
}

// longImport are the ids of an import that takes some seconds in transactions of one episode.
func longImport() []string {
	if enginetest.Embedded() {
		return manyIDs(2000)
	}
	return manyIDs(200)
}

// TestJob_Cancel cancels an import from another service: what was written stays, the report
// says exactly what, and importing again does the rest.
func TestJob_Cancel(t *testing.T) {
	harness.Beside(t)
	p := projectOn(t, slowly(t))
	other, _ := shared.Services(t)
	ids := longImport()
	id := p.startImport(files(ids...))
	harness.Eventually(t, "something is written", func() bool { return p.on(other).job(id).Done > 0 })
	if a := p.Ask(`mutation($project: String!, $input: ImportEpisodesInput!) { importEpisodes(project: $project, input: $input) { job { id } } }`,
		vars{"input": files("one-more")}); a.Codes() != "JOB_LIMIT_EXCEEDED" {
		t.Errorf("one import more than may run: %s", a.Codes())
	}
	harness.Get[any](p.on(other), `mutation($id: ID!) { cancelJob(id: $id) { job { id state } } }`, vars{"id": id})
	var job jobShown
	harness.Eventually(t, "the job has ended", func() bool { job = p.on(other).job(id); return job.State != "RUNNING" })
	if job.State != "CANCELLED" || job.Report == nil || job.Report.Complete || job.Report.Created == 0 || job.Report.NotWritten == 0 || job.Error != nil {
		t.Fatalf("the job ended as %+v", job)
	}
	if n := p.Totals().Episodes; n != job.Report.Created || job.Report.Created+job.Report.NotWritten != len(ids) {
		t.Errorf("%d episodes are there; the report says %+v", n, harness.TotalsOf(*job.Report))
	}
	rest := p.on(other).ImportFiles(files(ids...))
	if rest.Unchanged != job.Report.Created || rest.Created != job.Report.NotWritten {
		t.Errorf("the rest: %+v", harness.TotalsOf(rest))
	}
}

// TestJob_IsKept looks at an import in every way that shows a job.
func TestJob_IsKept(t *testing.T) {
	p := newProject(t)
	_, second := shared.Services(t)
	p.ImportFiles(files("a"))
	p.ImportFiles(files("a", "b"))
	page := harness.Get[struct{ Jobs harness.Connection[jobShown] }](p.on(second), `query($project: String!) { jobs(project: $project, first: 1) {
		edges { cursor node { `+jobFields+` } } pageInfo { hasNextPage endCursor } } }`, nil).Jobs
	if len(page.Edges) != 1 || !page.PageInfo.HasNextPage {
		t.Fatalf("the first page: %+v", page)
	}
	job := page.Edges[0].Node
	if job.State != "SUCCEEDED" || job.Kind != "IMPORT" || job.Project != p.Name || job.Done != 2 || job.Total != 2 || job.FinishedAt == "" ||
		job.Report.Unchanged != 1 || job.Report.Created != 1 || !job.Report.Complete {
		t.Errorf("the last job: %+v %+v", job, job.Report)
	}
	const node = `query($id: ID!) { node(id: $id) { id ... on Job { ` + jobFields + ` } } }`
	if diff := cmp.Diff(job, harness.Get[struct{ Node jobShown }](p, node, vars{"id": job.ID}).Node); diff != "" {
		t.Errorf("as a node (-listed +node):\n%s", diff)
	}
	if diff := cmp.Diff(job, p.on(second).job(job.ID)); diff != "" {
		t.Errorf("on the other service (-listed +job):\n%s", diff)
	}
	for why, ask := range map[string]struct{ query, id, code string }{
		"a job that is not there": {`query($id: ID!) { job(id: $id) { id } }`, "Job:" + p.Name + "/none", "NOT_FOUND"},
		"another thing":           {`query($id: ID!) { job(id: $id) { id } }`, "Episode:" + p.Name + "/a", "INVALID_INPUT id"},
		"cancel nothing":          {`mutation($id: ID!) { cancelJob(id: $id) { job { id } } }`, "Job:" + p.Name + "/none", "NOT_FOUND"},
		"no project":              {`query { jobs(project: "never-recorded") { edges { cursor } } }`, "", "PROJECT_NOT_FOUND"},
	} {
		if a := p.Ask(ask.query, vars{"id": ask.id}); a.Codes() != ask.code {
			t.Errorf("%s: %s, want %s", why, a.Codes(), ask.code)
		}
	}
	if err := p.Purge(p.Name); err != nil {
		t.Fatal(err)
	}
	if a := p.Ask(`query($id: ID!) { job(id: $id) { id } }`, vars{"id": job.ID}); a.Codes() != "NOT_FOUND" {
		t.Errorf("after the project was purged: %s", a.Codes())
	}
}

// TestJob_Progress follows an import by server-sent events, from the other service.
func TestJob_Progress(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := projectOn(t, slowly(t))
	other, _ := shared.Services(t)
	ids := longImport()[:200]
	id := p.startImport(files(ids...))
	body, err := json.Marshal(vars{"query": `subscription($id: ID!) { jobProgress(id: $id) { state done total report { created } } }`, "variables": vars{"id": id}})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, other.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	response, err := other.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var told []jobShown
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		text, isData := strings.CutPrefix(lines.Text(), "data:")
		var event struct {
			Data struct{ JobProgress jobShown }
		}
		if !isData || json.Unmarshal([]byte(text), &event) != nil {
			continue
		}
		told = append(told, event.Data.JobProgress)
	}
	if len(told) < 2 {
		t.Fatalf("told %+v", told)
	}
	last := told[len(told)-1]
	if last.State != "SUCCEEDED" || last.Done != len(ids) || last.Total != len(ids) || last.Report == nil || last.Report.Created != len(ids) {
		t.Errorf("at last: %+v", last)
	}
	if !slices.IsSortedFunc(told, func(a, b jobShown) int { return a.Done - b.Done }) || told[0].State != "RUNNING" {
		t.Errorf("told %+v", told)
	}
	t.Logf("told %d times", len(told))
}

// TestJob_Limits asks for more than one import takes.
func TestJob_Limits(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := projectOn(t, slowly(t))
	large := simpleFile("large")
	large["content"] = strings.Repeat(" ", 1<<20) + large["content"].(string)
	for why, input := range map[string]vars{
		"too many files": files(append(longImport(), "one-more")...),
		"too many bytes": {"files": []vars{large}},
	} {
		p.Refused(why, harness.ImportMutation, vars{"input": input}, "TOO_LARGE input.files")
	}
	many := vars{"files": []vars{{"name": "many.json", "content": "[1" + strings.Repeat(",1", len(longImport())) + "]"}}}
	id := p.startImport(many)
	var job jobShown
	harness.Eventually(t, "the job has ended", func() bool { job = p.job(id); return job.State != "RUNNING" })
	if job.State != "FAILED" || job.Error == nil || job.Error.Code != "TOO_LARGE" || job.Report == nil || job.Report.Complete {
		t.Errorf("one file with too many documents: %+v, %+v", job, job.Error)
	}
}

// TestDryRun compares the report of a dry run with that of the import, and the project before
// with that after.
func TestDryRun(t *testing.T) {
	p := newProject(t)
	link := func(id, task, other string) vars {
		return vars{"name": id, "content": fmt.Sprintf(`{"id": %q, "task": %q, "events": [{"id": "e1", "content": "x", "caused_by": [%q]}]}`, id, task, other)}
	}
	p.ImportAll(vars{"id": "same", "task": "kept"}, vars{"id": "changed", "task": "old"}, vars{"id": "deleted", "task": "gone"})
	p.Edit("deleteEpisode", "deleted")
	input := vars{"files": []vars{
		{"name": "same", "content": `{"id": "same", "task": "kept"}`},
		{"name": "changed", "content": `{"id": "changed", "task": "new"}`},
		{"name": "changed again", "content": `{"id": "changed", "task": "newer"}`},
		{"name": "deleted", "content": `{"id": "deleted", "task": "gone"}`},
		link("new", "new", "later/e1"), link("later", "later", "never/e1"), link("to-new", "x", "new/e1"),
		{"name": "broken", "content": `{"id": `},
		{"name": "no id", "content": `{"task": 7}`},
	}}
	contents, graph, found := p.Contents(), shared.Fingerprint(t, p.Name), p.Recall("new kept old")
	dry := vars{"dryRun": true, "files": input["files"]}
	rehearsed := p.ImportFiles(dry)
	if !rehearsed.DryRun || rehearsed.Created != 3 || rehearsed.Revised != 2 || rehearsed.Refused != 2 {
		t.Errorf("the dry run says %+v", harness.TotalsOf(rehearsed))
	}
	if diff := cmp.Diff(contents, p.Contents()); diff != "" {
		t.Errorf("the contents changed:\n%s", diff)
	}
	if diff := cmp.Diff(graph, shared.Fingerprint(t, p.Name)); diff != "" {
		t.Errorf("the graph changed:\n%s", diff)
	}
	if diff := cmp.Diff(found, p.Recall("new kept old")); diff != "" {
		t.Errorf("the index changed:\n%s", diff)
	}
	got := shared.SharedCLI(t).Run(t, "check", "--project", p.Name)
	if got.Code != 0 {
		t.Errorf("check: %+v", got)
	}
	done := p.ImportFiles(input)
	rehearsed.DryRun = false
	if diff := cmp.Diff(done, rehearsed); diff != "" {
		t.Errorf("the dry run says something else than the import (-import +dry run):\n%s", diff)
	}
	nobody := &project{&harness.Project{Service: p.Service, T: t, Name: p.Name + "-new"}}
	if r := nobody.ImportFiles(dry); r.Created != 6 || nobody.Contents() != "no project" {
		t.Errorf("a dry run made a project: %+v, %s", harness.TotalsOf(r), nobody.Contents())
	}
}

func TestDryRun_Command(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	path := t.TempDir() + "/a.jsonl"
	if err := os.WriteFile(path, []byte(`{"id": "a", "task": "x"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := shared.SharedCLI(t).Run(t, "import", path, "--project", p.Name, "--dry-run")
	if got.Code != 0 || !strings.Contains(got.Out, "nothing was written") || !strings.Contains(got.Out, "created") {
		t.Errorf("import --dry-run: %+v", got)
	}
	if left := p.Contents(); left != "no project" {
		t.Errorf("it wrote %s", left)
	}
}

// TestJob_Purge purges a project while another service imports into it: the import ends first,
// and does not bring the project back.
func TestJob_Purge(t *testing.T) {
	harness.Beside(t)
	p := projectOn(t, slowly(t))
	other, _ := shared.Services(t)
	id := p.startImport(files(longImport()...))
	harness.Eventually(t, "something is written", func() bool { return p.on(other).job(id).Done > 0 })
	harness.Get[any](p.on(other), `mutation($project: String!) { purgeProject(project: $project, confirm: $project) { removedId } }`, nil)
	for range 4 {
		if got := p.on(other).Contents(); got != "no project" {
			t.Fatalf("after the purge there is %s", got)
		}
		time.Sleep(200 * time.Millisecond)
	}
	if a := p.Ask(`query($id: ID!) { job(id: $id) { id } }`, vars{"id": id}); a.Codes() != "NOT_FOUND" {
		t.Errorf("the job after the purge: %s", a.Codes())
	}
}
