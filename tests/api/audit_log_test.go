package api_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
)

const auditQuery = `query($project: String!, $first: Int! = 100, $after: String) {
	audit(project: $project, first: $first, after: $after) { nodes { at action by subject count events } pageInfo { hasNextPage endCursor } } }`

type auditAnswer struct {
	Audit struct {
		Nodes []struct {
			At                  time.Time
			Action, By, Subject string
			Count, Events       int
		}
		PageInfo struct {
			HasNextPage bool
			EndCursor   string
		}
	}
}

// lines are the entries in words, the first first.
func (a auditAnswer) lines() string {
	var out []string
	for _, n := range a.Audit.Nodes {
		count := fmt.Sprint(n.Count)
		if n.Events > 0 {
			count += fmt.Sprintf("+%d", n.Events)
		}
		out = append([]string{strings.TrimSpace(fmt.Sprintf("%s %s %s %s", n.Action, count, n.By, n.Subject))}, out...)
	}
	return strings.Join(out, "\n")
}

// TestAuditLog: what removes, restores and merges is noted with the name of the token, what fails or is a dry run is not, and a purge
// of the project keeps it.
func TestAuditLog(t *testing.T) {
	shared.Services(t)
	cfg := shared.Config(t)
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	cfg.Auth.TokensFile = string(file)
	token, _, err := file.Create(auth.Grant{Name: "ann", All: true, Write: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	s.Token = token
	p := s.Project(t)
	if a := p.Ask(auditQuery, nil); a.Codes() != "PROJECT_NOT_FOUND" {
		t.Errorf("an unknown project: %s", a.Codes())
	}
	for n := range 7 {
		p.Record(harness.Sharing(fmt.Sprint("e", n)))
	}
	p.Edit("deleteEpisode", "e0")
	p.Edit("restoreEpisode", "e0")
	p.Edit("purgeEpisode", "e1")
	p.Ask(`mutation($project: String!) { deleteEpisode(project: $project, key: "unknown") { removedId } }`, nil)
	p.Record(vars{"id": "e7", "task": "another cause", "events": []vars{{"id": "e002", "content": "the other", "factor": "other cause"}}})
	other := harness.SharedCause()
	other.Variable = strings.Replace(other.Variable, "shared", "other", 1)
	p.Merge(harness.SharedCause().Key(), other.Key())
	deleted := deleteFiltered(p, vars{"tags": []string{"none"}, "until": "2099-01-01"}, false)
	if len(deleted.Episodes) != 0 || deleted.Matching != 0 {
		t.Errorf("nothing meets the filter: %+v", deleted)
	}
	filter := vars{"outcomes": []string{"SUCCESS", "FAILURE", "PARTIAL", "UNKNOWN"}}
	if dry := deleteFiltered(p, filter, true); len(dry.Episodes) != 7 || dry.Matching != 7 {
		t.Errorf("a dry run: %+v", dry)
	}
	if wet := deleteFiltered(p, filter, false); len(wet.Episodes) != 7 || wet.Matching != 0 {
		t.Errorf("deleted: %+v", wet)
	}
	p.Refused("no filter", deleteEpisodesMutation, vars{"filter": vars{}}, "INVALID_INPUT filter")
	want := "DELETE 1 ann e0\nRESTORE 1 ann e0\nPURGE 1 ann e1\nMERGE_FACTORS 1 ann " + harness.SharedCause().Key() + "\nDELETE_FILTERED 7 ann outcomes"
	got := harness.Get[auditAnswer](p, auditQuery, nil)
	if got.lines() != want {
		t.Errorf("the log is\n%s\nwant\n%s", got.lines(), want)
	}
	if at := got.Audit.Nodes[0].At; time.Since(at) > 10*time.Minute || at.After(time.Now().Add(time.Minute)) {
		t.Errorf("it was at %s", at)
	}
	q := &project{p}
	q.capture("APPLIED", taskEvent(1, "w"), taskEvent(2, "w"), taskEvent(3, "w"))
	if err := s.Purge(p.Name); err != nil {
		t.Fatal(err)
	}
	want += "\nPURGE_PROJECT 7+3 ann"
	if got := harness.Get[auditAnswer](p, auditQuery, nil); got.lines() != want {
		t.Errorf("after the purge the log is\n%s\nwant\n%s", got.lines(), want)
	}
	first := harness.Get[auditAnswer](p, auditQuery, vars{"first": 5})
	rest := harness.Get[auditAnswer](p, auditQuery, vars{"first": 5, "after": first.Audit.PageInfo.EndCursor})
	if pages := rest.lines() + "\n" + first.lines(); pages != want || !first.Audit.PageInfo.HasNextPage || rest.Audit.PageInfo.HasNextPage {
		t.Errorf("in pages it is\n%s", pages)
	}
}

const deleteEpisodesMutation = `mutation($project: String!, $filter: EpisodeFilter!, $dryRun: Boolean! = false) {
	deleteEpisodes(project: $project, filter: $filter, dryRun: $dryRun) { episodes matching } }`

type deletedEpisodes struct {
	Episodes []string
	Matching int
}

func deleteFiltered(p *harness.Project, filter vars, dryRun bool) deletedEpisodes {
	return harness.Get[struct{ DeleteEpisodes deletedEpisodes }](p, deleteEpisodesMutation, vars{"filter": filter, "dryRun": dryRun}).DeleteEpisodes
}

// TestAuditLog_counts: an entry counts what the call says that it did.
func TestAuditLog_counts(t *testing.T) {
	p := newProject(t)
	for n, label := range []string{"the price list was stale", "price list was stale", "The price list was stale!"} {
		p.Record(vars{"id": fmt.Sprint("g", n), "task": "group", "events": []vars{{"id": "e001", "content": label}}})
	}
	for n := range 3 {
		p.Record(harness.Sharing(fmt.Sprint("s", n)))
	}
	type answer struct {
		GroupFactors   struct{ Merged int }
		UngroupFactors struct{ Released int }
		PrunePatterns  struct{ Items []struct{ Why string } }
		MergePatterns  struct{ Pattern struct{ Key string } }
	}
	ask := func(call string) answer {
		return harness.Get[answer](p, `mutation($project: String!) { `+call+` }`, nil)
	}
	merged := ask(`groupFactors(project: $project) { merged }`).GroupFactors.Merged
	released := ask(`ungroupFactors(project: $project) { released }`).UngroupFactors.Released
	p.Merge(harness.SharedEffect().Key(), harness.SharedCause().Key())
	ask(fmt.Sprintf(`splitFactor(project: $project, factor: %q, members: [%q]) { derivation { pending } }`, harness.SharedEffect().Key(), harness.SharedCause().Key()))
	for _, name := range []string{"one", "two", "three"} {
		ask(fmt.Sprintf(`addPattern(project: $project, input: {name: %q, trigger: "it rains", action: "wait"}) { created }`, name))
	}
	both := ask(`mergePatterns(project: $project, patterns: ["one", "two"], name: "both") { pattern { key } }`).MergePatterns.Pattern.Key
	ask(`setRules(project: $project, nullRate: HALF) { rules { nullRate } }`)
	for n := range 12 {
		p.Record(vars{"id": fmt.Sprint("f", n), "task": "fail", "startedAt": time.Now().Add(-time.Hour).Format(time.RFC3339)})
		ask(fmt.Sprintf(`recordApplication(project: $project, pattern: "both", episode: "f%d", outcome: FAILURE) { pattern { key } }`, n))
	}
	would := len(ask(`prunePatterns(project: $project, minConfidence: 1) { items { why } }`).PrunePatterns.Items)
	pruned := len(ask(`prunePatterns(project: $project, minConfidence: 1, dryRun: false) { items { why } }`).PrunePatterns.Items)
	if merged == 0 || released == 0 || pruned == 0 || would != pruned {
		t.Errorf("%d merged, %d released, %d of %d pruned", merged, released, pruned, would)
	}
	want := fmt.Sprintf("MERGE_FACTORS %d\nSPLIT_FACTORS %d\nMERGE_FACTORS 1  %s\nSPLIT_FACTORS 1  %s\nMERGE_PATTERNS 2  %s\nPRUNE_PATTERNS %d",
		merged, released, harness.SharedEffect().Key(), harness.SharedEffect().Key(), both, pruned)
	if got := harness.Get[auditAnswer](p, auditQuery, nil).lines(); got != want {
		t.Errorf("the log is\n%s\nwant\n%s", got, want)
	}
}
