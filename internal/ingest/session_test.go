package ingest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

const (
	sessionEpisode = `{"id":"episode-2026-01-09-session-7-fix","session":"2026-01-09-session-7-fix","timestamp":"2026-01-09T00:00:00Z","task":"Fix it","outcome":"success",
		"decisions":[{"id":"d001","chosen":"Use a lock"}],"lessons":["l"],
		"events":[{"id":"e001","type":"milestone","content":"Read the code"},{"id":"e002","type":"commit","content":"Commit: 3f2a91c"}]}`
	sessionLog = `{"session":{"number":7,"date":"2026-01-09","objective":"Fix it all"},"decisions":["use a  lock","Wait"],"learnings":["L","m"],
		"workLog":[{"task":"Read the code","status":"done"},{"task":"Ran the tests"}],"endingCommit":"3f2a91c0d4e5","mood":"good"}`
)

// pass imports one document and returns its item.
func pass(t *testing.T, m *recorded, format ingest.Format, name, raw string) ingest.Item {
	t.Helper()
	o := options()
	o.Format = format
	report, err := ingest.Import(t.Context(), m, o, []ingest.Source{ingest.Document(name, []byte(raw))}, nil)
	if err != nil || report.Totals.Refused > 0 {
		t.Fatalf("%s: %v, %+v", name, err, report.Items)
	}
	return report.Items[0]
}

// TestImport_OneSessionTwoDocuments imports an episode and the log of its session in both orders: one
// episode is left, which says what either says, and neither counts twice.
func TestImport_OneSessionTwoDocuments(t *testing.T) {
	episode := func(m *recorded) ingest.Item {
		return pass(t, m, ingest.FormatEpisode, "episode-2026-01-09-session-7-fix.json", sessionEpisode)
	}
	log := func(m *recorded) ingest.Item {
		return pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", sessionLog)
	}
	var hashes []string
	for why, order := range map[string][]func(*recorded) ingest.Item{"the episode first": {episode, log}, "the log first": {log, episode}} {
		m := newMemory(t)
		for _, one := range order {
			one(m)
		}
		present, err := m.OfSessions(t.Context(), "p", nil, []string{"2026-01-09-session-7-fix"})
		if err != nil || len(present) != 1 {
			t.Fatalf("%s: %v, %d episodes", why, err, len(present))
		}
		e := present[0]
		got := []string{e.ID, string(e.Outcome), e.Task, strings.Join(e.Lessons, ",")}
		for _, d := range e.Decisions {
			got = append(got, d.ID+" "+d.Chosen)
		}
		for _, v := range e.Events {
			got = append(got, v.ID+" "+v.Content)
		}
		want := []string{
			"episode-2026-01-09-session-7-fix", "success", "Fix it", "l,m", "d001 Use a lock", "log-d002 Wait", "e001 Read the code", "e002 Commit: 3f2a91c", "log-e002 Ran the tests",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", why, diff)
		}
		if len(e.Sources) != 2 || e.Sources[0].Format != "episode" || e.Sources[1].Format != "session-log" || string(e.Extra["session-log: mood"]) != `"good"` {
			t.Errorf("%s: sources %+v, extra %v", why, e.Sources, e.Extra)
		}
		before := m.hashes()
		for _, again := range append(order, order...) {
			if item := again(m); item.Status != ingest.StatusUnchanged || item.Episode != e.ID {
				t.Errorf("%s: again %+v", why, item)
			}
		}
		if diff := cmp.Diff(before, m.hashes()); diff != "" {
			t.Errorf("%s: again (-before +after):\n%s", why, diff)
		}
		hashes = append(hashes, m.revisions[e.ID][len(m.revisions[e.ID])-1].Hash)
	}
	if hashes[0] != hashes[1] {
		t.Error("the order of the imports changes the episode")
	}
}

// TestImport_EntriesThatAFieldTells has an episode whose tool took the result of an entry for an event: the entry
// counts once, with all of its text.
func TestImport_EntriesThatAFieldTells(t *testing.T) {
	m := newMemory(t)
	pass(t, m, ingest.FormatEpisode, "e.json", `{"id":"episode-2026-01-09-session-7-fix","session":"2026-01-09-session-7-fix","timestamp":"2026-01-09","task":"Fix it",
		"events":[{"id":"e001","type":"milestone","content":"success"},{"id":"e002","type":"milestone","content":"All 5 tests pass"},{"id":"e003","type":"milestone","content":"Done"}]}`)
	pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", `{"session":{"number":7,"date":"2026-01-09","objective":"Fix it"},"workLog":[
		{"task":"Repaired the lock","outcome":"success"},{"task":"Repaired the door","outcome":"success"},{"task":"Tested","evidence":"All 5 tests pass"},{"task":"Done"}]}`)
	present, err := m.OfSessions(t.Context(), "p", nil, []string{"2026-01-09-session-7-fix"})
	if err != nil || len(present) != 1 {
		t.Fatalf("%v, %d episodes", err, len(present))
	}
	var got []string
	for _, v := range present[0].Events {
		got = append(got, v.ID+" "+v.Content)
	}
	want := []string{
		"e001 Repaired the lock\noutcome: success", "e002 Tested\nevidence: All 5 tests pass", "e003 Done", "log-e002 Repaired the door\noutcome: success",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImport_ANewContentOfOneSource(t *testing.T) {
	m := newMemory(t)
	pass(t, m, ingest.FormatEpisode, "e.json", sessionEpisode)
	pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", sessionLog)
	item := pass(t, m, ingest.FormatEpisode, "e.json", strings.Replace(sessionEpisode, "Use a lock", "Use no lock", 1))
	if item.Change != episodic.ChangeRevised || item.Decisions != 3 {
		t.Errorf("a new content of the episode: %+v", item)
	}
	item = pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", strings.Replace(sessionLog, `,"Wait"`, "", 1))
	if item.Change != episodic.ChangeRevised || item.Decisions != 2 || item.Episode != "episode-2026-01-09-session-7-fix" {
		t.Errorf("a new content of the log: %+v", item)
	}
}

// TestImport_BothRecordedBefore starts with a log and an episode of one session that were recorded apart.
func TestImport_BothRecordedBefore(t *testing.T) {
	for _, format := range []ingest.Format{ingest.FormatEpisode, ingest.FormatSessionLog} {
		m := newMemory(t)
		pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", sessionLog)
		p, _, err := ingest.Read(ingest.FormatEpisode, "e.json", []byte(sessionEpisode))
		if err != nil {
			t.Fatal(err)
		}
		m.record(p)
		if format == ingest.FormatEpisode {
			pass(t, m, format, "e.json", sessionEpisode)
		} else {
			pass(t, m, format, "2026-01-09-session-7-fix.json", sessionLog)
		}
		present, err := m.OfSessions(t.Context(), "p", nil, []string{"2026-01-09-session-7-fix"})
		if err != nil || len(present) != 1 || len(present[0].Sources) != 2 {
			t.Errorf("%s again: %v, %d episodes", format, err, len(present))
		}
	}
}

func TestImport_AnotherDayIsAnotherSession(t *testing.T) {
	m := newMemory(t)
	pass(t, m, ingest.FormatEpisode, "e.json", strings.Replace(sessionEpisode, "2026-01-09T00", "2026-01-10T00", 1))
	if item := pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.json", sessionLog); item.Episode != "session-log-2026-01-09-session-7-fix" {
		t.Errorf("the log went into an episode of another day: %+v", item)
	}
}

// TestImport_RealSessionsCountOnce imports the real episodes and the real logs into one project, and
// compares the counts with those of the files.
func TestImport_RealSessionsCountOnce(t *testing.T) {
	episodes, logs := realFiles(t, "episodes", 453), realFiles(t, "session-logs", 250)
	m := newMemory(t)
	for _, in := range []struct {
		format ingest.Format
		paths  []string
	}{{ingest.FormatEpisode, episodes}, {ingest.FormatSessionLog, logs}} {
		sources, _, err := ingest.Files(ingest.FormatEpisode, in.paths, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := options()
		o.Format = in.format
		if report, err := ingest.Import(t.Context(), m, o, sources, nil); err != nil || report.Totals.Refused > 0 {
			t.Fatal(err, report.Totals)
		}
	}
	bySession := map[string]map[string]any{}
	for _, path := range episodes {
		file := rawFile(t, path)
		bySession[file["session"].(string)] = file
	}
	pairs, wantDecisions, wantCommits := 0, 0, 0
	for _, path := range logs {
		file := bySession[strings.TrimSuffix(filepath.Base(path), ".json")]
		if file == nil {
			continue
		}
		pairs++
		places, _ := rawDecisions(rawFile(t, path))
		list, _ := file["decisions"].([]any)
		wantDecisions += len(list) + len(places)
		id := file["id"].(string)
		kept := m.revisions[id][len(m.revisions[id])-1].Episode
		wantCommits += rawCommits(kept)
		if len(kept.Sources) != 2 {
			t.Errorf("%s has %d sources", id, len(kept.Sources))
		}
		if m.revisions["session-log-"+kept.Session] != nil {
			t.Errorf("%s counts beside its log", id)
		}
	}
	decisions, commits := 0, 0
	for _, list := range m.revisions {
		if e := list[len(list)-1].Episode; len(e.Sources) == 2 {
			decisions += len(e.Decisions)
			for _, v := range e.Events {
				if v.Type == episodic.EventCommit {
					commits++
				}
			}
		}
	}
	if len(m.revisions) != 453+250-pairs || pairs == 0 {
		t.Errorf("%d episodes of 453 episodes and 250 logs, %d of which are of one session", len(m.revisions), pairs)
	}
	if decisions != wantDecisions || commits != wantCommits {
		t.Errorf("%d decisions, want %d; %d commits, want %d", decisions, wantDecisions, commits, wantCommits)
	}
}

// rawCommits counts the commit events of an episode without those that repeat a commit of another source.
func rawCommits(e episodic.Episode) int {
	n, seen := 0, map[string]bool{}
	for _, v := range e.Events {
		if v.Type != episodic.EventCommit {
			continue
		}
		fromLog := strings.HasPrefix(v.ID, "log-")
		sha := rawCommit(map[string]any{"type": "commit", "content": v.Content})
		if fromLog && seen[sha] {
			continue
		}
		seen[sha] = true
		n++
	}
	return n
}
