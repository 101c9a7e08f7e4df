package ingest_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/soak"
	"pgregory.net/rapid"
)

// exportOf lets the service export what a memory recorded.
type exportOf struct {
	episodic.Store
	from *recorded
}

// Snapshot implements [episodic.Store].
func (a exportOf) Snapshot(context.Context, string) ([]episodic.Record, error) {
	var out []episodic.Record
	for id, list := range a.from.revisions {
		out = append(out, episodic.Record{Episode: id, Revision: len(list), Hash: list[len(list)-1].Hash})
	}
	slices.SortFunc(out, func(x, y episodic.Record) int { return cmp.Compare(x.Episode, y.Episode) })
	return out, nil
}

// ListContents implements [episodic.Store], in arbitrary order.
func (a exportOf) ListContents(_ context.Context, _ string, keys []episodic.RevisionKey) ([]episodic.Content, error) {
	var out []episodic.Content
	for _, key := range slices.Backward(keys) {
		p := a.from.revisions[key.Episode][key.Number-1]
		out = append(out, episodic.Content{RevisionKey: key, Hash: p.Hash, RecordedAt: time.Unix(1e9, 1), JSON: p.Content})
	}
	return out, nil
}

// exported returns the export of a memory.
func exported(tb rapid.TB, from *recorded, revisions bool) ([]byte, archive.ExportReport) {
	tb.Helper()
	var out bytes.Buffer
	service := memory.NewEpisodes(memory.EpisodeParts{Store: exportOf{from: from}, Index: nil}, time.Now)
	o := archive.ExportOptions{Project: "p", Revisions: revisions}
	report, err := service.Archive.Export(context.Background(), o, func(line []byte) error {
		_, err := out.Write(line)
		return err
	}, nil)
	if err != nil {
		tb.Fatalf("Export: %v", err)
	}
	return out.Bytes(), report
}

// last returns the last hash of each episode.
func last(m *recorded) map[string]string {
	out := map[string]string{}
	for id, hashes := range m.hashes() {
		out[id] = hashes[len(hashes)-1]
	}
	return out
}

func TestImport_Export(t *testing.T) {
	soak.Check(t, 100, func(r *rapid.T) {
		from := newMemory(t)
		for range rapid.IntRange(1, 9).Draw(r, "writes") {
			if _, err := from.RecordAll(t.Context(), "p", []episodic.Episode{anyEpisode().Draw(r, "episode")}, false, episodic.StateIndexed); err != nil {
				r.Fatalf("the generator is to make what is taken: %v", err)
			}
		}
		for _, revisions := range []bool{false, true} {
			lines, report := exported(r, from, revisions)
			to := newMemory(t)
			importLines(r, to, lines)
			if revisions && !sameHashes(from.hashes(), to.hashes()) {
				r.Fatalf("revisions:\n got %v\nwant %v\n%s", to.hashes(), from.hashes(), lines)
			}
			if want, got := last(from), last(to); !sameHashes(want, got) {
				r.Fatalf("contents:\n got %v\nwant %v\n%s", got, want, lines)
			}
			_, again := exported(r, to, revisions)
			if again.Fingerprint != report.Fingerprint || again.Episodes != len(from.revisions) {
				r.Fatalf("the export of the import is %+v, not %+v", again, report)
			}
			before := to.hashes()
			importLines(r, to, lines)
			if !sameHashes(before, to.hashes()) {
				r.Fatalf("a second import changes %v to %v", before, to.hashes())
			}
		}
	})
}

func sameHashes[V any](a, b map[string]V) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// importLines imports lines that need no repair.
func importLines(tb rapid.TB, to *recorded, lines []byte) {
	tb.Helper()
	o := ingest.Options{Project: "p", BatchEpisodes: 3}
	report, err := ingest.Import(context.Background(), to, o, []ingest.Source{ingest.Document("x.jsonl", lines)}, nil)
	if err != nil || !report.Complete {
		tb.Fatalf("Import: %v, %s", err, report.Reason)
	}
	for _, item := range report.Items {
		if item.Status != ingest.StatusTaken && item.Status != ingest.StatusUnchanged {
			tb.Fatalf("%s is %s: %s %v", item.File, item.Status, item.Reason, item.Entries)
		}
	}
}

// anyEpisode draws valid episodes with few distinct ids and with values that an importer would
// repair in other files.
func anyEpisode() *rapid.Generator[episodic.Episode] {
	return rapid.Custom(func(r *rapid.T) episodic.Episode {
		text, word, at := anyText(), anyWord(), anyTime()
		texts, words := rapid.SliceOfN(text, 0, 3), rapid.SliceOfN(word, 0, 3)
		e := episodic.Episode{
			ID:      rapid.SampledFrom([]string{"a", "a#1", "é\"<&>", "日本", "null", "episode-2026-01-01", strings.Repeat("x", episodic.MaxEpisodeID)}).Draw(r, "id"),
			Session: word.Draw(r, "session"), StartedAt: at.Draw(r, "at"), Task: text.Draw(r, "task"),
			Outcome: rapid.SampledFrom(append(episodic.Outcomes(), "")).Draw(r, "outcome"),
			Context: rapid.MapOfN(rapid.StringMatching(`[a-zé]{1,9}`), text, 0, 3).Draw(r, "context"),
			Domain:  word.Draw(r, "domain"), TaskType: word.Draw(r, "task type"), Complexity: word.Draw(r, "complexity"),
			Tools: words.Draw(r, "tools"), Strategies: words.Draw(r, "strategies"), Tags: words.Draw(r, "tags"),
			Goals: texts.Draw(r, "goals"), Constraints: texts.Draw(r, "constraints"), Insights: texts.Draw(r, "insights"),
			Lessons: texts.Draw(r, "lessons"), Notes: texts.Draw(r, "notes"),
			CausalOrderVersion: rapid.SampledFrom([]int{0, 1, math.MaxInt32}).Draw(r, "version"),
			Metrics: episodic.Metrics{
				DurationMinutes: rapid.Ptr(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 0.1, 1e21, math.MaxFloat64, math.SmallestNonzeroFloat64}), true).Draw(r, "minutes"),
				ToolCalls:       anyCount(r, "tool calls"), Errors: anyCount(r, "errors"), Recoveries: anyCount(r, "recoveries"),
				Commits: anyCount(r, "commits"), FilesChanged: anyCount(r, "files"),
			},
		}
		if e.Outcome == "" || e.Outcome == episodic.OutcomeUnknown {
			e.ReportedOutcome = word.Draw(r, "reported outcome")
		}
		for _, id := range []string{"d001", "D-1"}[:rapid.IntRange(0, 2).Draw(r, "decisions")] {
			e.Decisions = append(e.Decisions, anyDecision(r, id))
		}
		for _, id := range []string{"e001", "0"}[:rapid.IntRange(0, 2).Draw(r, "events")] {
			v := episodic.Event{ID: id, At: at.Draw(r, "at"), Content: text.Draw(r, "content"), Factor: word.Draw(r, "factor"), Actor: word.Draw(r, "actor")}
			if v.Type = rapid.SampledFrom(append(episodic.EventTypes(), "")).Draw(r, "type"); v.Type == episodic.EventOther {
				v.ReportedType = word.Draw(r, "reported type")
			}
			e.Events = append(e.Events, v)
		}
		if len(e.Events) > 0 && rapid.Bool().Draw(r, "linked") {
			e.Links = append(e.Links, anyLink(r, "e001"))
		}
		return e
	})
}

func anyDecision(r *rapid.T, id string) episodic.Decision {
	text, word := anyText(), anyWord()
	d := episodic.Decision{
		ID: id, At: anyTime().Draw(r, "at"), Context: text.Draw(r, "context"), Options: rapid.SliceOfN(text, 0, 3).Draw(r, "options"),
		Chosen: text.Draw(r, "chosen"), Rationale: text.Draw(r, "rationale"), Factor: word.Draw(r, "factor"), Actor: word.Draw(r, "actor"),
		Type: rapid.SampledFrom(append(episodic.DecisionTypes(), "")).Draw(r, "type"), Outcome: rapid.SampledFrom(episodic.Outcomes()).Draw(r, "outcome"),
	}
	if d.Type == episodic.DecisionOther {
		d.ReportedType = word.Draw(r, "reported type")
	}
	if d.Outcome == episodic.OutcomeUnknown {
		d.ReportedOutcome = word.Draw(r, "reported outcome")
	}
	return d
}

func anyLink(r *rapid.T, source string) episodic.Link {
	return episodic.Link{
		Source: source, Target: rapid.SampledFrom([]string{episodic.OutcomeID, "elsewhere/e9", "b#2/0"}).Draw(r, "target"),
		Relation: rapid.SampledFrom(episodic.Relations()).Draw(r, "relation"), Basis: rapid.SampledFrom(episodic.Bases()).Draw(r, "basis"),
		Confidence: rapid.Ptr(rapid.Float64Range(0, 1), true).Draw(r, "confidence"), Note: anyText().Draw(r, "note"),
	}
}

func anyCount(r *rapid.T, what string) *int64 {
	return rapid.Ptr(rapid.SampledFrom([]int64{0, 1, 1<<53 + 1, math.MaxInt64}), true).Draw(r, what)
}

// anyText draws texts that importers would change: space, line ends, JSON, control characters.
func anyText() *rapid.Generator[string] {
	odd := rapid.SampledFrom([]string{
		"", "null", "0", `{"causeway_export":1}`, "\u2028\u2029", "\ufffd", "\ufeff", "<b>&amp;</b>", `\u0041"\`, "a\nb\tc", "9d770ec0 #12 a/b.go", "𝒳", "e\u0301",
	})
	return rapid.OneOf(odd, rapid.Map(rapid.String(), strip))
}

// anyWord draws a single line of text.
func anyWord() *rapid.Generator[string] {
	return rapid.Map(anyText(), func(s string) string { return strings.NewReplacer("\n", "", "\t", "").Replace(s) })
}

// strip removes the characters that no episode may have.
func strip(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, ""))
}

// anyTime draws times that importers may misread: days, midnights that are instants, the first
// and the last year.
func anyTime() *rapid.Generator[episodic.Timestamp] {
	return rapid.SampledFrom([]episodic.Timestamp{
		{},
		day("2026-01-09"), day("2026-01-09T00:00:00Z"), day("2026-01-09T00:00:00.000000001Z"), day("2026-01-09T10:00:00+05:30"),
		day("0000-01-01T00:00:00Z"), day("9999-12-31T23:59:59.999999999Z"), day("0001-01-01T00:00:01Z"), day("1969-12-31"),
	})
}

// oneLine returns the line of an export of one episode.
func oneLine(t *testing.T, e episodic.Episode) string {
	t.Helper()
	from := newMemory(t)
	if _, err := from.RecordAll(t.Context(), "p", []episodic.Episode{e}, false, episodic.StateIndexed); err != nil {
		t.Fatal(err)
	}
	lines, _ := exported(t, from, false)
	return string(lines)
}

func TestRead_ExportForm(t *testing.T) {
	line := oneLine(t, episodic.Episode{ID: "x", Task: "a <b>"})
	want := `{"causeway_export":1,"project":"p","revision":1,"hash":"`
	if !strings.HasPrefix(line, want) || !strings.HasSuffix(line, `,"recorded_at":"2001-09-09T01:46:40.000000001Z","episode":{"id":"x","outcome":"unknown",`+
		`"task":"a <b>","decisions":[],"events":[],"metrics":{},"lessons":[]}}`+"\n") {
		t.Errorf("the line is %s", line)
	}
	if head, _, _ := strings.Cut(line, `"episode":`); len(head)+len(strings.Repeat("p", 64)) > archive.MaxExportHead {
		t.Errorf("the head has %d bytes", len(head))
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(line), "", "  "); err != nil {
		t.Fatal(err)
	}
	if _, entries, err := ingest.Read(ingest.FormatEpisode, "x.json", pretty.Bytes()); err != nil || len(entries) > 0 {
		t.Errorf("white space is no damage: %v, %v", err, entries)
	}
	if _, entries, err := ingest.Read(ingest.FormatSessionLog, "x.json", []byte(line)); err != nil || len(entries) > 0 {
		t.Errorf("a line of an export needs no format: %v, %v", err, entries)
	}
}

func TestRead_ExportDamaged(t *testing.T) {
	line := strings.TrimSpace(oneLine(t, episodic.Episode{ID: "x", Task: "a task", StartedAt: day("2026-01-09T00:00:00Z")}))
	replace := func(from, to string) string {
		if !strings.Contains(line, from) {
			t.Fatalf("%s is not in %s", from, line)
		}
		return strings.Replace(line, from, to, 1)
	}
	before, _, _ := strings.Cut(line, `,"episode"`)
	for why, c := range map[string]struct{ line, says string }{
		"a letter":            {replace("a task", "a task."), "does not fit its hash"},
		"a time as a day":     {replace("T00:00:00Z", ""), "does not fit its hash"},
		"a hash":              {replace(`"hash":"`, `"hash":"0`), "does not fit its hash"},
		"cut off":             {line[:len(line)-20], "line 1, column"},
		"without episode":     {before + "}", "is damaged"},
		"an unknown head":     {replace(`"project"`, `"extra":1,"project"`), `unknown field "extra"`},
		"an unknown field":    {replace(`"task"`, `"mood":1,"task"`), `unknown field "mood"`},
		"a key twice":         {replace(`"project"`, `"project":"p","project"`), "twice"},
		"a later version":     {replace(`"causeway_export":1`, `"causeway_export":2`), "another version"},
		"no version":          {replace(`"causeway_export":1`, `"causeway_export":null`), "another version"},
		"a revision in words": {replace(`"revision":1`, `"revision":"one"`), "is damaged"},
	} {
		if _, _, err := ingest.Read(ingest.FormatEpisode, "x.jsonl:1", []byte(c.line)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q in it", why, err, c.says)
		}
	}
}

func TestRead_ExportOfAnotherVersion(t *testing.T) {
	content := `{"id":"x","outcome":"unknown","task":" not trimmed ","decisions":[],"events":[],"metrics":{},"lessons":[]}`
	hash := episodic.Fingerprint([]string{"of something else"})
	line := `{"causeway_export":1,"project":"p","revision":1,"hash":"` + hash + `","recorded_at":"2026-01-09T00:00:00Z","episode":` + content + `}`
	if _, _, err := ingest.Read(ingest.FormatEpisode, "x.jsonl:1", []byte(line)); err == nil {
		t.Error("a line with the hash of something else was taken")
	}
	line = strings.Replace(line, hash, sum(content), 1)
	p, entries, err := ingest.Read(ingest.FormatEpisode, "x.jsonl:1", []byte(line))
	if got := rules(entries); err != nil || p.Episode.Task != "not trimmed" || !slices.Equal(got, []string{string(ingest.RuleOtherVersion)}) {
		t.Errorf("%v, %v, %v", p.Episode, got, err)
	}
}

func TestImport_ExportSizes(t *testing.T) {
	line := oneLine(t, episodic.Episode{ID: "x", Task: strings.Repeat("t", 1000)})
	_, content, _ := strings.Cut(line, `"episode":`)
	o := options()
	o.MaxDocument = len(content) - 2
	for name, text := range map[string]string{"a.jsonl": line, "a.json": line, "b.json": "[" + line + "]"} {
		report, err := ingest.Import(t.Context(), newMemory(t), o, []ingest.Source{ingest.Document(name, []byte(text))}, nil)
		if err != nil || report.Totals.Taken != 1 {
			t.Errorf("%s: the head counts against the size of the episode: %v, %+v", name, err, report.Items)
		}
	}
}

func TestImport_LongStandardInput(t *testing.T) {
	var lines strings.Builder
	for i := range 300 {
		lines.WriteString(oneLine(t, episodic.Episode{ID: fmt.Sprintf("x%d", i), Task: strings.Repeat("t", 100)}))
	}
	o := options()
	o.MaxDocument = 500
	report, err := ingest.Import(t.Context(), newMemory(t), o, []ingest.Source{ingest.Document("-", []byte(lines.String()))}, nil)
	if err != nil || report.Totals.Taken != 300 {
		t.Errorf("%d bytes without a name are read to the end: %v, %s", lines.Len(), err, report.Totals)
	}
}
