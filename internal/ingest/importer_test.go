package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

func options() ingest.Options { return ingest.Options{Project: "p"} }

// doc is a document with an episode; the task is its content.
func doc(name, id, task string) ingest.Source {
	return ingest.Document(name, fmt.Appendf(nil, `{"id":%q,"task":%q}`, id, task))
}

// statuses lists "file status" of every document.
func statuses(r ingest.Report) []string {
	var out []string
	for _, i := range r.Items {
		out = append(out, i.File+" "+string(i.Status))
	}
	return out
}

func TestImport_TwiceChangesNothing(t *testing.T) {
	m := newMemory(t)
	sources := []ingest.Source{doc("a", "x", "1"), doc("b", "y", "1"), doc("c", "x", "2"), doc("d", "x", "3"), doc("e", "y", "1")}
	first, err := ingest.Import(t.Context(), m, options(), sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a taken", "b taken", "c taken", "d taken", "e unchanged"}, statuses(first)); diff != "" {
		t.Errorf("first import (-want +got):\n%s", diff)
	}
	if want := (ingest.Totals{Documents: 5, Taken: 4, Unchanged: 1, Created: 2, Revised: 2, Episodes: 2}); first.Totals != want {
		t.Errorf("totals = %+v, want %+v", first.Totals, want)
	}
	before := m.hashes()
	second, err := ingest.Import(t.Context(), m, options(), sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, m.hashes()); diff != "" || second.Totals.Unchanged != 5 {
		t.Errorf("second import: totals %+v, contents (-before +after):\n%s", second.Totals, diff)
	}
	if diff := cmp.Diff([]string{"earlier-content-already-recorded"}, rules(second.Items[0].Entries)); diff != "" {
		t.Errorf("entries of the first document (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"same-id-twice", "earlier-content-already-recorded"}, rules(second.Items[2].Entries)); diff != "" {
		t.Errorf("entries of the third document (-want +got):\n%s", diff)
	}
}

func TestImport_ContinuesRevisions(t *testing.T) {
	cases := []struct {
		why      string
		recorded []string
		given    []string
		want     []string
	}{
		{"nothing there", nil, []string{"1", "2", "1"}, []string{"1", "2", "1"}},
		{"interrupted after the first", []string{"1"}, []string{"1", "2", "3"}, []string{"1", "2", "3"}},
		{"interrupted in the middle of a return", []string{"1", "2"}, []string{"1", "2", "1"}, []string{"1", "2", "1"}},
		{"all there", []string{"1", "2", "1"}, []string{"1", "2", "1"}, []string{"1", "2", "1"}},
		{"there with others between", []string{"0", "1", "9", "2"}, []string{"1", "2"}, []string{"0", "1", "9", "2"}},
		{"changed since", []string{"1", "2", "9"}, []string{"1", "2"}, []string{"1", "2", "9", "1", "2"}},
		{"other order", []string{"2", "1"}, []string{"1", "2"}, []string{"2", "1", "2"}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			m := newMemory(t)
			for _, task := range c.recorded {
				if _, err := m.RecordAll(t.Context(), "p", []episodic.Episode{{ID: "x", Task: task}}, true, episodic.StateIndexed); err != nil {
					t.Fatal(err)
				}
			}
			var sources []ingest.Source
			for _, task := range c.given {
				sources = append(sources, doc("f"+task, "x", task))
			}
			if _, err := ingest.Import(t.Context(), m, options(), sources, nil); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range m.revisions["x"] {
				got = append(got, p.Episode.Task)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
		})
	}
}

func TestImport_Batches(t *testing.T) {
	cases := []struct {
		why     string
		options ingest.Options
		ids     string
		want    string
	}{
		{"by count", ingest.Options{BatchEpisodes: 2}, "a b c d e", "a b|c d|e"},
		{"by bytes", ingest.Options{BatchBytes: 250}, "a b c d e", "a b|c d|e"},
		{"one over the size still goes", ingest.Options{BatchBytes: 1}, "a b", "a|b"},
		{"an id once", ingest.Options{}, "a b a c a", "a b|a c|a"},
		{"together", ingest.Options{}, "a b c", "a b c"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			m := newMemory(t)
			var sources []ingest.Source
			for i, id := range strings.Fields(c.ids) {
				sources = append(sources, doc(fmt.Sprint(i), id, fmt.Sprint(i)))
			}
			c.options.Project = "p"
			if _, err := ingest.Import(t.Context(), m, c.options, sources, nil); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, b := range m.batches {
				got = append(got, strings.Join(b, " "))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
				t.Errorf("batches (-want +got):\n%s", diff)
			}
		})
	}
}

func TestImport_OneBadEpisodeDoesNotStopOthers(t *testing.T) {
	m := newMemory(t)
	m.fail = func(ids []string) error {
		if slices.Contains(ids, "bad") {
			return &problem.InvalidError{Problems: []problem.Problem{{Path: "links[0]", Code: problem.CodeDanglingReference, Message: "no"}}}
		}
		if slices.Contains(ids, "odd") {
			return episodic.ErrConflict
		}
		return nil
	}
	sources := []ingest.Source{
		doc("1", "a", ""), ingest.Document("2", []byte("{")), doc("3", "bad", ""), doc("4", "odd", ""), doc("5", "b", ""),
	}
	report, err := ingest.Import(t.Context(), m, options(), sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1 taken", "2 refused", "3 refused", "4 not written", "5 taken"}, statuses(report)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if i := report.Items[1]; i.Line != 1 || i.Column != 1 || i.Reason == "" {
		t.Errorf("refused document = %+v, want the place", i)
	}
	if i := report.Items[2]; len(i.Problems) != 1 || i.Problems[0].Code != problem.CodeDanglingReference {
		t.Errorf("refused document = %+v, want the problem", i)
	}
	if report.Complete {
		t.Error("the report is complete although a document was not written")
	}
}

func TestImport_EndsWhenTheStoreIsGone(t *testing.T) {
	for _, ahead := range []bool{false, true} {
		t.Run(fmt.Sprintf("ahead %t", ahead), func(t *testing.T) { testStoreGone(t, ahead) })
	}
}

func testStoreGone(t *testing.T, ahead bool) {
	m := newMemory(t)
	m.fail = func(ids []string) error {
		if slices.Contains(ids, "c") {
			return fmt.Errorf("bolt: %w", episodic.ErrUnavailable)
		}
		return nil
	}
	o := options()
	o.BatchEpisodes, o.Ahead = 2, ahead
	sources := []ingest.Source{doc("1", "a", ""), doc("2", "b", ""), doc("3", "c", ""), doc("4", "d", ""), doc("5", "e", "")}
	report, err := ingest.Import(t.Context(), m, o, sources, nil)
	if !errors.Is(err, episodic.ErrUnavailable) || report.Complete || !strings.Contains(report.Reason, "unavailable") {
		t.Errorf("error = %v, reason %q, want unavailable", err, report.Reason)
	}
	if diff := cmp.Diff([]string{"1 taken", "2 taken", "3 not written", "4 not written", "5 not written"}, statuses(report)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m.fail = nil
	report, err = ingest.Import(t.Context(), m, o, sources, nil)
	if err != nil || report.Totals.Unchanged != 2 || report.Totals.Created != 3 {
		t.Errorf("again: %v, totals %+v, want the rest written", err, report.Totals)
	}
}

// TestImport_PartsOfABatch holds that what is too much at once for an engine is written in parts, in order.
func TestImport_PartsOfABatch(t *testing.T) {
	for _, ahead := range []bool{false, true} {
		m := newMemory(t)
		m.fail = func(ids []string) error {
			if len(ids) > 20 {
				return fmt.Errorf("bolt: %w", episodic.ErrUnavailable)
			}
			return nil
		}
		o := options()
		o.BatchEpisodes, o.Ahead = 60, ahead
		var sources []ingest.Source
		var want []string
		for i := range 130 {
			id := fmt.Sprintf("e%03d", i)
			sources, want = append(sources, doc(id, id, "")), append(want, id)
		}
		report, err := ingest.Import(t.Context(), m, o, sources, nil)
		if err != nil || !report.Complete || report.Totals.Created != 130 {
			t.Errorf("ahead %t: %v, totals %+v, want all written", ahead, err, report.Totals)
		}
		if diff := cmp.Diff(want, slices.Concat(m.batches...)); diff != "" || len(m.batches[0]) != 15 {
			t.Errorf("ahead %t: the first part has %d (-want +got):\n%s", ahead, len(m.batches[0]), diff)
		}
	}
}

func TestImport_Cancelled(t *testing.T) {
	m := newMemory(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := options()
	o.BatchEpisodes = 1
	progress := func(done, total int) {
		if done == 2 {
			cancel()
		}
	}
	report, err := ingest.Import(ctx, m, o, []ingest.Source{doc("1", "a", ""), doc("2", "b", ""), doc("3", "c", "")}, progress)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want cancelled", err)
	}
	if diff := cmp.Diff([]string{"1 taken", "2 taken", "3 not written"}, statuses(report)); diff != "" || report.Complete {
		t.Errorf("complete %v (-want +got):\n%s", report.Complete, diff)
	}
	cancelled, err := ingest.Import(ctx, m, o, []ingest.Source{doc("1", "a", "")}, nil)
	if !errors.Is(err, context.Canceled) || cancelled.Complete {
		t.Errorf("error = %v before anything was read", err)
	}
}

func TestImport_Strict(t *testing.T) {
	m := newMemory(t)
	o := options()
	o.Strict = true
	report, err := ingest.Import(t.Context(), m, o, []ingest.Source{doc("1", "a", ""), ingest.Document("2", []byte("[3]"))}, nil)
	if err != nil || report.Complete || len(m.batches) > 0 || !strings.Contains(report.Reason, "1 documents were refused") {
		t.Errorf("error %v, reason %q, batches %v, want nothing written", err, report.Reason, m.batches)
	}
	if diff := cmp.Diff([]string{"1 not written", "2[0] refused"}, statuses(report)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if report, err = ingest.Import(t.Context(), m, o, []ingest.Source{doc("1", "a", "")}, nil); err != nil || !report.Complete {
		t.Errorf("error %v, report %+v, want all written", err, report)
	}
}

func TestImport_Progress(t *testing.T) {
	var got []string
	o := options()
	o.BatchEpisodes = 2
	sources := []ingest.Source{doc("1", "a", ""), doc("2", "b", ""), ingest.Document("3", []byte("x")), doc("4", "c", "")}
	if _, err := ingest.Import(t.Context(), newMemory(t), o, sources, func(done, total int) {
		got = append(got, fmt.Sprintf("%d/%d", done, total))
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1/4", "3/4", "4/4"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImport_RefusesAProject(t *testing.T) {
	if _, err := ingest.Import(t.Context(), newMemory(t), ingest.Options{Project: "a b"}, nil, nil); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("error = %v, want invalid", err)
	}
}

func TestImport_BoundsDocuments(t *testing.T) {
	lines := strings.Repeat(`{"id":"x","task":"1"}`+"\n", 4)
	for _, c := range []struct {
		why     string
		sources []ingest.Source
		taken   bool
	}{
		{"as many as are taken", []ingest.Source{doc("a", "x", "1"), ingest.Document("b.json", []byte(`[{"id":"y"},{"id":"z"}]`))}, true},
		{"a list", []ingest.Source{ingest.Document("a.json", []byte("[1"+strings.Repeat(",1", 1_000_000)+"]"))}, false},
		{"lines", []ingest.Source{ingest.Document("a.jsonl", []byte(lines))}, false},
		{"lines under another name", []ingest.Source{ingest.Document("a", []byte(lines))}, false},
		{"several sources", []ingest.Source{doc("a", "x", "1"), doc("b", "y", "1"), doc("c", "z", "1"), doc("d", "x", "2")}, false},
	} {
		m, o := newMemory(t), options()
		o.MaxDocuments = 3
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		report, err := ingest.Import(t.Context(), m, o, c.sources, nil)
		runtime.ReadMemStats(&after)
		var invalid *problem.InvalidError
		refused := errors.As(err, &invalid) && invalid.Problems[0].Code == problem.CodeTooLarge
		if refused == c.taken || c.taken && err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		if !c.taken && (len(m.batches) > 0 || report.Complete || len(report.Items) > 3) {
			t.Errorf("%s: %d batches are written; the report is %+v", c.why, len(m.batches), report.Totals)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s: %d bytes of memory were taken", c.why, used)
		}
	}
}
