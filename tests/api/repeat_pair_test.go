package api_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// TestPairs lets two writers, on two services, record the same id with different contents at
// once. The episode ends in one of the two revisions, and both know which.
func TestPairs(t *testing.T) {
	p := newProject(t)
	_, second := shared.Services(t)
	const query = `mutation($project: String!, $input: EpisodeInput!, $wait: WriteState!) { recordEpisode(project: $project, input: $input, waitFor: $wait) {
		receipt { revision replaced currentRevision superseded hash } } }`
	type receipt struct {
		Revision                  int
		Replaced, CurrentRevision *int
		Superseded                bool
		Hash                      string
	}
	overtaken := 0
	for i := range pairCount {
		key := fmt.Sprintf("pair-%02d", i)
		wait := []string{"APPLIED", "INDEXED"}[i%2]
		var receipts [2]receipt
		var wg sync.WaitGroup
		for n, s := range []*harness.Service{p.Service, second} {
			wg.Go(func() {
				input := small(key, fmt.Sprintf("content of writer %d", n))
				receipts[n] = harness.Get[struct{ RecordEpisode struct{ Receipt receipt } }](p.on(s), query, vars{"input": input, "wait": wait}).RecordEpisode.Receipt
			})
		}
		wg.Wait()
		early, late := receipts[0], receipts[1]
		if early.Revision > late.Revision {
			early, late = late, early
		}
		if early.Revision != 1 || early.Replaced != nil || late.Revision != 2 || late.Replaced == nil || *late.Replaced != 1 {
			t.Fatalf("%s: revisions %+v and %+v", key, early, late)
		}
		if late.Superseded || late.CurrentRevision == nil || *late.CurrentRevision != 2 {
			t.Errorf("%s: the later one is not told that it is current: %+v", key, late)
		}
		if early.CurrentRevision == nil || early.Superseded != (*early.CurrentRevision == 2) {
			t.Errorf("%s: the earlier one is told %+v", key, early)
		}
		if early.Superseded {
			overtaken++
		}
		e := p.episode(key)
		if e.Revision != 2 || e.Hash != late.Hash || len(e.Revisions) != 2 || e.Revisions[1].Hash != early.Hash {
			t.Errorf("%s ends as revision %d %s; written were %+v and %+v", key, e.Revision, e.Hash, early, late)
		}
	}
	t.Logf("%d pairs; in %d the earlier writer was told at once that it was superseded", pairCount, overtaken)
}

// TestKill_CallsAndJobs kills the service after a keyed write and while a job is at work: a
// repeat gets the first answer, and the job reads as interrupted and can be done again.
func TestKill_CallsAndJobs(t *testing.T) {
	harness.Beside(t)
	k := shared.Running(t)
	k.CLI = shared.SharedCLI(t)
	k.CLI.Env = append(k.CLI.Env, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_IMPORT_BATCH=1", "CAUSEWAY_HOME="+t.TempDir())
	k.Start(t)
	p := &project{&harness.Project{Service: k.Service, T: t, Name: newProject(t).Name}}
	if enginetest.Embedded() { // on a file of the test's own
		p.Name = "killed"
	}
	const record = `mutation($project: String!, $input: EpisodeInput!) {
		recordEpisode(project: $project, input: $input, idempotencyKey: "kill") { receipt { change revision hash } } }`
	first := p.Ask(record, vars{"input": small("ep", "before the kill")})
	ids := longImport()
	const keyed = `mutation($project: String!, $input: ImportEpisodesInput!, $wait: Boolean!) {
		importEpisodes(project: $project, input: $input, wait: $wait, idempotencyKey: "import") { job { id state } } }`
	type started struct {
		ImportEpisodes struct{ Job struct{ ID, State string } }
	}
	id := harness.Get[started](p, keyed, vars{"input": files(ids...), "wait": false}).ImportEpisodes.Job.ID
	harness.Eventually(t, "the job has begun to write", func() bool { return p.job(id).Done > 0 })
	harness.Kill(t, k.Process)
	k.Start(t)
	t.Cleanup(func() { harness.Kill(t, k.Process) })
	p.Service = k.Service
	again := p.Ask(record, vars{"input": small("ep", "before the kill")})
	if diff := cmp.Diff(string(first.Data), string(again.Data)); diff != "" || len(again.Errors) > 0 {
		t.Errorf("the repeat after the kill: %s %s", again.Text(), diff)
	}
	if enginetest.Embedded() { // where this test waits beside others
		harness.Eventually(t, "the job reads as interrupted", func() bool { return p.job(id).State == "INTERRUPTED" })
		if e := p.job(id).Error; e == nil || e.Code != "INTERRUPTED" {
			t.Errorf("the interrupted job says %+v", e)
		}
		var jobs [2]string
		for i := range jobs { // the first repeat does the rest, the second gets its answer
			got := harness.Get[started](p, keyed, vars{"input": files(ids...), "wait": true}).ImportEpisodes.Job
			if jobs[i] = got.ID; got.State != "SUCCEEDED" {
				t.Errorf("the import under the same key: %+v", got)
			}
		}
		if jobs[0] == id || jobs[0] != jobs[1] {
			t.Errorf("the jobs of one key: %s, then %v", id, jobs)
		}
	}
	report := p.ImportFiles(files(ids...))
	if report.Unchanged < 1 || report.Unchanged+report.Created != len(ids) || p.Totals().Episodes != len(ids)+1 {
		t.Errorf("imported again: %+v, %+v", harness.TotalsOf(report), p.Totals())
	}
}
