package ingest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest"
)

func sample(t *testing.T) ingest.Report {
	t.Helper()
	sources := []ingest.Source{
		doc("plain.json", "a", "t"),
		ingest.Document("odd.json", []byte(`{"id":"b","task":"t","timestamp":"2026-05-06T00:00:00Z","extra":"\u001b[31mred\u202e",
			"events":[{"id":"e1","timestamp":"2026-05-06T00:00:00Z"},{"id":"e2","caused_by":["e1"]}],"decisions":[{"id":"d1"}]}`)),
		ingest.Document("bad.json", []byte(`{"id":"c","task":"t","outcome":`)),
		doc("again.json", "a", "t"),
	}
	report, err := ingest.Import(t.Context(), newMemory(t), options(), sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestReport_Counts(t *testing.T) {
	report := sample(t)
	want := ingest.Totals{
		Documents: 4, Taken: 1, Repaired: 1, Unchanged: 1, Refused: 1, Created: 2, Episodes: 2, Decisions: 1, Events: 2, Links: 1,
	}
	if report.Totals != want {
		t.Errorf("totals = %+v, want %+v", report.Totals, want)
	}
	got := map[ingest.Rule][2]int{}
	for _, r := range report.Rules {
		got[r.Rule] = [2]int{r.Count, r.Documents}
	}
	wantRules := map[ingest.Rule][2]int{"unknown-field": {1, 1}, "midnight-is-a-date": {2, 1}, "same-content-twice": {1, 1}}
	if diff := cmp.Diff(wantRules, got); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

// TestReport_KeepsSome counts what was done to documents with many entries the same whether all of them are kept or a few, and keeps first
// what could not be read.
func TestReport_KeepsSome(t *testing.T) {
	var events []string
	for i := range 40 {
		events = append(events, fmt.Sprintf(`{"id":"e%d","type":"milestone","content":"x","timestamp":"2026-06-20T00:00:00Z","mood":%d}`, i, i))
	}
	many := fmt.Sprintf(`{"id":"many","task":"t","outcome":"success","started_at":"some day","events":[%s,{"id":"last","type":"error","content":"x","caused_by":["none"]}]}`, strings.Join(events, ","))
	imported := func(most int) ingest.Report {
		o := options()
		o.Entries = most
		report, err := ingest.Import(t.Context(), newMemory(t), o, []ingest.Source{ingest.Document("many.json", []byte(many)), doc("plain.json", "a", "t")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	all, some := imported(0), imported(3)
	if all.Totals != some.Totals || all.Totals.Unread == 0 || all.Totals.Repaired != 1 {
		t.Errorf("the totals are %+v, and %+v with a few entries", all.Totals, some.Totals)
	}
	if diff := cmp.Diff(all.Rules, some.Rules); diff != "" {
		t.Errorf("the rules (-all +some):\n%s", diff)
	}
	kept, left := some.Items[0].Entries, 0
	for _, l := range some.Items[0].Left {
		left += l.Count
	}
	if len(kept) != 3 || len(kept)+left != len(all.Items[0].Entries) || len(all.Items[0].Left) > 0 {
		t.Errorf("%d entries are kept and %d left of %d", len(kept), left, len(all.Items[0].Entries))
	}
	if !slices.ContainsFunc(kept, func(e ingest.Entry) bool { return e.Kind == ingest.KindUnread }) {
		t.Errorf("kept are %+v", kept)
	}
	for rows := range 2 {
		var of, with bytes.Buffer
		if err := errors.Join(all.WriteTable(&of, rows), some.WriteTable(&with, rows)); err != nil || of.String() != with.String() {
			t.Errorf("%v; the tables differ:\n%s%s", err, &of, &with)
		}
	}
}

func TestReport_JSON(t *testing.T) {
	report := sample(t)
	raw, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var back ingest.Report
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report, back); diff != "" {
		t.Errorf("(-report +read):\n%s", diff)
	}
	var plain struct {
		Documents []struct {
			File, Status, Episode, Reason string
			Line, Column                  int
			Entries                       []struct{ Path, Rule, Kind, Message string }
		}
	}
	if err := json.Unmarshal(raw, &plain); err != nil {
		t.Fatal(err)
	}
	if d := plain.Documents[2]; d.Status != "refused" || d.Line != 1 || d.Column != 31 || d.Reason == "" {
		t.Errorf("refused document = %+v, want reason, line and column", d)
	}
	last := plain.Documents[1].Entries[len(plain.Documents[1].Entries)-1]
	if last.Path != "extra" || last.Kind != "kept" || !strings.Contains(last.Message, "red") {
		t.Errorf("entry = %+v, want the kept value", last)
	}
}

func TestReport_Table(t *testing.T) {
	report := sample(t)
	report.PassedOver = []string{"README.md"}
	cases := []struct {
		why       string
		rows      int
		want, not []string
	}{
		{"what needs a person first", 1, []string{"bad.json", "refused", "and 3 more", "midnight-is-a-date", "README.md", "4 documents: 1 taken, 1 repaired, 1 unchanged, 1 refused"}, []string{"plain.json"}},
		{"all in few rows", 10, []string{"bad.json", "odd.json", "plain.json", "again.json", "2 repaired, 1 kept"}, []string{"more;"}},
		{"no rows", 0, []string{"unknown-field", "2 episodes (2 created, 0 revised, 0 restored) with 1 decisions, 2 events and 1 links."}, []string{"bad.json"}},
		{"everything", -1, []string{"events[0].timestamp", "extra"}, []string{"more;"}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			var b bytes.Buffer
			if err := report.WriteTable(&b, c.rows); err != nil {
				t.Fatal(err)
			}
			for _, s := range c.want {
				if !strings.Contains(b.String(), s) {
					t.Errorf("%q is missing in\n%s", s, b.String())
				}
			}
			for _, s := range append(c.not, "\x1b", "\u202e") {
				if strings.Contains(b.String(), s) {
					t.Errorf("%q is in\n%s", s, b.String())
				}
			}
		})
	}
}

func TestRules_EachOnceWithAMeaning(t *testing.T) {
	seen := map[ingest.Rule]bool{}
	for _, r := range ingest.Rules() {
		if seen[r.Rule] || r.Meaning == "" || r.Kind == "" {
			t.Errorf("rule %+v is there twice or says nothing", r)
		}
		seen[r.Rule] = true
	}
}
