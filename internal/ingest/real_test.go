package ingest_test

import (
	"bytes"
	stdcmp "cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
)

// counts must agree between two independent ways of counting.
type counts struct{ episodes, decisions, events, links int }

// rawCounts counts an episode file without the reader: every entry of the two lists, and the
// distinct pairs in effects, caused_by and leads_to that do not join a commit to itself.
func rawCounts(t *testing.T, path string) (string, counts) {
	t.Helper()
	file := rawFile(t, path)
	pairs := map[[2]string]bool{}
	c := counts{episodes: 1}
	decisions, _ := file["decisions"].([]any)
	events, _ := file["events"].([]any)
	for _, d := range decisions {
		c.decisions++
		if m, ok := d.(map[string]any); ok {
			for _, to := range strs(m["effects"]) {
				pairs[[2]string{m["id"].(string), to}] = true
			}
		}
	}
	for _, v := range events {
		c.events++
		m := v.(map[string]any)
		id := m["id"].(string)
		for _, from := range strs(m["caused_by"]) {
			pairs[[2]string{from, id}] = true
		}
		for _, to := range strs(m["leads_to"]) {
			pairs[[2]string{id, to}] = true
		}
	}
	commits := map[string]string{}
	for _, v := range events {
		m := v.(map[string]any)
		commits[m["id"].(string)] = rawCommit(m)
	}
	maps.DeleteFunc(pairs, func(p [2]string, _ bool) bool { return commits[p[0]] != "" && commits[p[0]] == commits[p[1]] })
	c.links = len(pairs)
	return file["id"].(string), c
}

// rawCommit returns the first digits of the only commit that a commit event names.
func rawCommit(event map[string]any) string {
	found := map[string]bool{}
	if event["type"] == "commit" {
		for _, sha := range regexp.MustCompile(`\b[0-9a-f]{7,40}\b`).FindAllString(event["content"].(string), -1) {
			found[sha[:7]] = true
		}
	}
	if len(found) != 1 {
		return ""
	}
	return slices.Collect(maps.Keys(found))[0]
}

func rawFile(t *testing.T, path string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")), &file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

func strs(v any) []string {
	var out []string
	list, _ := v.([]any)
	for _, s := range list {
		out = append(out, s.(string))
	}
	return out
}

func realFiles(t *testing.T, folder string, want int) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", folder, "*.json"))
	if err != nil || len(paths) != want {
		t.Fatalf("%d files in %s (%v), want %d", len(paths), folder, err, want)
	}
	slices.Sort(paths)
	return paths
}

func TestImport_RealEpisodes(t *testing.T) {
	all := append(realFiles(t, "episode-variants", 46), realFiles(t, "episodes", 453)...)
	last := map[string]counts{}
	for _, path := range all {
		id, c := rawCounts(t, path)
		last[id] = c
	}
	var want counts
	for _, c := range last {
		want = counts{want.episodes + 1, want.decisions + c.decisions, want.events + c.events, want.links + c.links}
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newMemory(t)
	report, err := ingest.Import(t.Context(), m, options(), sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := counts{report.Totals.Episodes, report.Totals.Decisions, report.Totals.Events, report.Totals.Links}
	if got != want || report.Totals.Refused > 0 || !report.Complete {
		t.Errorf("counts = %+v, want %+v; totals %+v", got, want, report.Totals)
	}
	for i, path := range all {
		_, c := rawCounts(t, path)
		if item := report.Items[i]; item.Decisions != c.decisions || item.Events != c.events || item.Links != c.links {
			t.Errorf("%s: %d decisions, %d events, %d links, want %+v", path, item.Decisions, item.Events, item.Links, c)
		}
	}
	before := m.hashes()
	again, err := ingest.Import(t.Context(), m, options(), sources, nil)
	if err != nil || again.Totals.Unchanged != len(all) {
		t.Errorf("second import: %v, totals %+v, want all unchanged", err, again.Totals)
	}
	if diff := cmp.Diff(before, m.hashes()); diff != "" {
		t.Errorf("second import changed something (-before +after):\n%s", diff)
	}
}

// TestImport_RealLinksInTimeHaveAnOrder counts, without the reader, what the times of both ends of a
// derived link tell, and compares that with the links and with the report.
func TestImport_RealLinksInTimeHaveAnOrder(t *testing.T) {
	want, got := map[string]int{}, map[string]int{}
	for _, path := range realFiles(t, "episodes", 453) {
		rawOrders(t, path, want)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, entries, err := ingest.Read(ingest.FormatEpisode, path, raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Episode.Links {
			if l.Basis == episodic.BasisTemporal {
				got["ordered"]++
			}
		}
		for _, e := range entries {
			got[string(e.Rule)]++
		}
	}
	for _, kind := range []string{"ordered", "order-unknown", "link-against-time"} {
		if want[kind] != got[kind] {
			t.Errorf("%s: %d links, want %d", kind, got[kind], want[kind])
		}
	}
	if want["ordered"] == 0 || want["order-unknown"] == 0 || got["commit-to-itself"] == 0 {
		t.Errorf("nothing to compare: %v", want)
	}
}

// rawOrders counts the links that a file says are derived from the order in time by what the texts of
// the times tell: a time is a day or longer than it, and the longer texts sort by time.
func rawOrders(t *testing.T, path string, counts map[string]int) {
	t.Helper()
	file := rawFile(t, path)
	if file["causal_order_version"] == nil {
		return
	}
	at, sha := map[string]string{}, map[string]string{}
	events, _ := file["events"].([]any)
	pairs := map[[2]string]bool{}
	for _, v := range events {
		m := v.(map[string]any)
		id := m["id"].(string)
		at[id] = regexp.MustCompile(`T00:00:00(\.0+)?(Z|\+00:00)$`).ReplaceAllString(m["timestamp"].(string), "")
		if sha[id] = rawCommit(m); sha[id] == "" {
			sha[id] = id
		}
		for _, from := range strs(m["caused_by"]) {
			pairs[[2]string{from, id}] = true
		}
		for _, to := range strs(m["leads_to"]) {
			pairs[[2]string{id, to}] = true
		}
	}
	for p := range pairs {
		a, b := at[p[0]], at[p[1]]
		shorter := min(len(a), len(b))
		switch stdcmp.Compare(a[:shorter], b[:shorter]) {
		case -1:
			counts["ordered"]++
		case 1:
			counts["link-against-time"]++
		default:
			if sha[p[0]] != sha[p[1]] {
				counts["order-unknown"]++
			}
		}
	}
}

// TestImport_RealSessionLogs counts decisions, by place, and work log entries independently.
func TestImport_RealSessionLogs(t *testing.T) {
	paths := realFiles(t, "session-logs", 250)
	where, logs, entries := map[string]int{}, 0, 0
	for _, path := range paths {
		found, n := rawDecisions(rawFile(t, path))
		for _, place := range found {
			where[place]++
		}
		if len(found) > 0 {
			logs++
		}
		entries += n
	}
	want := map[string]int{
		"decisions object": 77, "decisions text": 23, "outcomes.decisions": 49, "outcomes.episode.decisions": 4,
		"technicalDecisions": 4, "decision": 2, "workLog.decision": 26,
	}
	if diff := cmp.Diff(want, where); diff != "" || logs != 71 {
		t.Errorf("%d logs, want 71 (-want +got):\n%s", logs, diff)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.Format = ingest.FormatSessionLog
	m := newMemory(t)
	report, err := ingest.Import(t.Context(), m, o, sources, nil)
	if err != nil || report.Totals.Refused > 0 || report.Totals.Episodes != 250 || report.Totals.Links < 50 {
		t.Fatalf("error %v, totals %+v", err, report.Totals)
	}
	if report.Totals.Decisions != 185 {
		t.Errorf("decisions = %d, want 185", report.Totals.Decisions)
	}
	events, withRationale, withOptions := 0, 0, 0
	for _, list := range m.revisions {
		for _, v := range list[0].Episode.Events {
			if v.Type != episodic.EventCommit && v.ReportedType != "statement" {
				events++
			}
		}
		statedOnly(t, list[0].Episode)
		for _, d := range list[0].Episode.Decisions {
			if d.Chosen == "" {
				t.Errorf("%s/%s has no choice", list[0].Episode.ID, d.ID)
			}
			withRationale += min(1, len(d.Rationale))
			withOptions += min(1, len(d.Options))
		}
	}
	if events != entries || withRationale < 130 || withOptions < 20 {
		t.Errorf("%d events for %d entries; %d decisions with a rationale, %d with options", events, entries, withRationale, withOptions)
	}
	if again, err := ingest.Import(t.Context(), m, o, sources, nil); err != nil || again.Totals.Unchanged != 250 {
		t.Errorf("second import: %v, totals %+v", err, again.Totals)
	}
}

// rawDecisions returns the place of each decision in a log and the number of its work log
// entries.
func rawDecisions(file map[string]any) (places []string, entries int) {
	add := func(v any, place string) {
		switch v := v.(type) {
		case []any:
			for range v {
				places = append(places, place)
			}
		case string, map[string]any:
			places = append(places, place)
		}
	}
	list, _ := file["decisions"].([]any)
	for _, d := range list {
		place := "decisions object"
		if _, ok := d.(string); ok {
			place = "decisions text"
		}
		places = append(places, place)
	}
	if outcomes, ok := file["outcomes"].(map[string]any); ok {
		add(outcomes["decisions"], "outcomes.decisions")
		if episode, ok := outcomes["episode"].(map[string]any); ok {
			add(episode["decisions"], "outcomes.episode.decisions")
		}
	}
	add(file["technicalDecisions"], "technicalDecisions")
	add(file["decision"], "decision")
	for _, key := range []string{"workLog", "actions_taken", "actions", "tasks", "work", "workCompleted", "outcomes"} {
		switch work := file[key].(type) {
		case map[string]any:
			if tasks, _ := work["tasks"].([]any); key != "workLog" {
				entries += len(tasks)
				continue
			}
			entries++
		case []any:
			entries += len(work)
			for _, entry := range work {
				if m, ok := entry.(map[string]any); ok {
					add(m["decision"], "workLog.decision")
				}
			}
		}
	}
	return places, entries
}

// TestImport_RealCommits finds the full SHA of every commit event of the usual form.
func TestImport_RealCommits(t *testing.T) {
	found := 0
	for _, path := range realFiles(t, "episodes", 453) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := ingest.Read(ingest.FormatEpisode, path, raw)
		if err != nil {
			t.Fatal(err)
		}
		mentioned := map[string]bool{}
		for _, m := range p.Mentions {
			mentioned[m.By+" "+m.As+" "+m.Reference.Key] = true
		}
		events, _ := rawFile(t, path)["events"].([]any)
		for _, v := range events {
			event := v.(map[string]any)
			sha, is := strings.CutPrefix(event["content"].(string), "Commit: ")
			if !is || len(sha) < 7 || strings.Trim(sha, "0123456789abcdef") != "" {
				continue
			}
			found++
			if by := p.Episode.ID + "/" + event["id"].(string); !mentioned[by+" "+sha+" "+sha[:7]] {
				t.Errorf("%s does not mention %s", by, sha)
			}
		}
	}
	if found < 700 {
		t.Errorf("only %d commit events were compared", found)
	}
}

// TestImport_CausalSamples reads the two networks as compressed JSON Lines.
func TestImport_CausalSamples(t *testing.T) {
	for _, net := range []string{"asia", "agentops_a"} {
		path := filepath.Join(enginetest.Data(t), "causal", "bn", net, "episodes.jsonl.gz")
		sources, _, err := ingest.Files(ingest.FormatEpisode, []string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		report, err := ingest.Import(t.Context(), newMemory(t), options(), sources, nil)
		if err != nil || report.Totals.Created != 2000 || report.Totals.Documents != 2000 || report.Totals.Decisions != 6000 {
			t.Errorf("%s: %v, totals %+v", net, err, report.Totals)
		}
	}
}
