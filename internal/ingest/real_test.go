package ingest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
)

// counts must agree between two independent ways of counting.
type counts struct{ episodes, decisions, events, links int }

// rawCounts counts an episode file without the reader: every entry of the two lists, and the
// distinct pairs in effects, caused_by and leads_to.
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
	c.links = len(pairs)
	return file["id"].(string), c
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
	sources, _, err := ingest.Files(all, nil)
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

// TestImport_RealEpisodesLoseNothing looks for every text of the files in the result, or in an
// entry that says why it is not there.
func TestImport_RealEpisodesLoseNothing(t *testing.T) {
	for _, path := range append(realFiles(t, "episodes", 453), realFiles(t, "episode-variants", 46)...) {
		loseNothing(t, ingest.FormatEpisode, path)
	}
}

func TestImport_RealSessionLogsLoseNothing(t *testing.T) {
	for _, path := range realFiles(t, "session-logs", 250) {
		loseNothing(t, ingest.FormatSessionLog, path)
	}
}

func loseNothing(t *testing.T, format ingest.Format, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ingest.Read(format, path, raw); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	losesNothing(t, format, path, raw)
}

// losesNothing looks for every text of an accepted document in the result, or in an entry that
// says why it is not there. It skips cleaned texts, which differ.
func losesNothing(t tester, format ingest.Format, path string, raw []byte) {
	p, entries, err := ingest.Read(format, path, raw)
	if err != nil {
		return
	}
	var read, file any
	if err := json.Unmarshal(p.Content, &read); err != nil {
		t.Fatalf("read the content: %v", err)
	}
	if err := json.Unmarshal(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")), &file); err != nil {
		t.Fatalf("read the document: %v", err)
	}
	found := squeezed(strings.Join(texts(read), "\n"))
	ignored := map[string]bool{}
	for _, e := range entries {
		if e.Kind == ingest.KindIgnored || slices.Contains([]ingest.Rule{
			ingest.RuleMidnight, ingest.RuleZone, ingest.RuleControl, ingest.RuleTextAsNumber, ingest.RuleLineEnds,
		}, e.Rule) {
			ignored[e.Path] = true
		}
	}
	walk(file, "", func(at, text string) {
		cleaned := strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar })
		if cleaned || strings.Contains(found, squeezed(text)) || under(ignored, at) || sameTime(found, text) {
			return
		}
		t.Errorf("%s: %s is lost: %.80q", filepath.Base(path), at, text)
	})
}

// under reports whether a path or one above it was reported.
func under(paths map[string]bool, at string) bool {
	for ; at != ""; at = at[:max(0, strings.LastIndexAny(at, ".["))] {
		if paths[at] {
			return true
		}
	}
	return false
}

func sameTime(found, text string) bool {
	t, err := episodic.ParseTimestamp(text)
	return err == nil && !t.IsZero() && strings.Contains(found, squeezed(t.String()))
}

func squeezed(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// walk calls f with every text of a value.
func walk(v any, at string, f func(at, text string)) {
	switch v := v.(type) {
	case string:
		f(at, v)
	case []any:
		for i, item := range v {
			walk(item, fmt.Sprintf("%s[%d]", at, i), f)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			walk(v[k], strings.TrimPrefix(at+"."+k, "."), f)
		}
	}
}

func texts(v any) []string {
	var out []string
	walk(v, "", func(_, text string) { out = append(out, text) })
	return out
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
	sources, _, err := ingest.Files(paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.Format = ingest.FormatSessionLog
	m := newMemory(t)
	report, err := ingest.Import(t.Context(), m, o, sources, nil)
	if err != nil || report.Totals.Refused > 0 || report.Totals.Episodes != 250 || report.Totals.Links != 0 {
		t.Fatalf("error %v, totals %+v", err, report.Totals)
	}
	if report.Totals.Decisions != 185 {
		t.Errorf("decisions = %d, want 185", report.Totals.Decisions)
	}
	events, withRationale, withOptions := 0, 0, 0
	for _, list := range m.revisions {
		for _, v := range list[0].Episode.Events {
			if v.Type != episodic.EventCommit {
				events++
			}
		}
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
	for _, key := range []string{"workLog", "actions_taken", "actions"} {
		switch work := file[key].(type) {
		case map[string]any:
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
		sources, _, err := ingest.Files([]string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		report, err := ingest.Import(t.Context(), newMemory(t), options(), sources, nil)
		if err != nil || report.Totals.Created != 2000 || report.Totals.Documents != 2000 || report.Totals.Decisions != 6000 {
			t.Errorf("%s: %v, totals %+v", net, err, report.Totals)
		}
	}
}
