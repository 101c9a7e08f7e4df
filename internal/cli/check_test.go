package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/google/go-cmp/cmp"
)

// checked returns the reports of a project that differs and of one that does not.
func checked() []app.CheckReport {
	chunk := 3
	return []app.CheckReport{
		{CheckReport: index.CheckReport{
			Project: "ops", Episodes: 2, Occurrences: 5, Chunks: 7, Indexed: 6,
			Findings: []index.FindingCount{
				{Kind: index.FindingMissingChunk, Found: 12, Mended: 11, First: []index.Finding{
					{Kind: index.FindingMissingChunk, Episode: "ep", Chunk: &chunk, Reason: "refused"},
					{Kind: index.FindingMissingChunk, Episode: "ep", Chunk: new(int), Mended: true},
				}},
				{Kind: index.FindingUnquoted, Found: 1, First: []index.Finding{{Episode: "ep", Occurrence: "ep/d1"}}},
				{Kind: index.FindingWaiting, Found: 1, First: []index.Finding{{Episode: "late"}}},
			},
		}},
		{CheckReport: index.CheckReport{Project: "web", Findings: []index.FindingCount{}}, Captured: &app.CapturedReport{Applied: 7, Waiting: 2, Removed: 1}},
	}
}

func TestPrintReports(t *testing.T) {
	c, out, _ := printing()
	if err := c.printReports(checked(), false); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"project ops: 2 episodes, 5 decisions and events, 7 chunks; 6 chunks in the index",
		"12 chunks that the index lacks, 11 mended", "ep, chunk 3: refused", "ep, chunk 0", "and 2 more",
		"1 decisions and events that no search finds", "ep/d1",
		"1 episodes that wait to be indexed", "late",
		"project web: 0 episodes, 0 decisions and events, 0 chunks; 0 chunks in the index", "nothing differs",
		"captured events in the journal: 7 in the graph as they were captured, 2 wait, 1 were removed since",
	}
	if diff := cmp.Diff(want, cells(out.String())); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
}

func TestPrintReports_JSON(t *testing.T) {
	c, out, _ := printing()
	if err := c.printReports(checked(), true); err != nil {
		t.Fatal(err)
	}
	var got []app.CheckReport
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(checked(), got); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
}

func TestDiffers(t *testing.T) {
	reports := checked()
	if err := differs(reports); err == nil || !strings.Contains(err.Error(), "in 2 places") {
		t.Errorf("one chunk and one event are not mended: %v", err)
	}
	reports[1].Captured.Lost = 3
	if err := differs(reports); err == nil || !strings.Contains(err.Error(), "3 captured events") {
		t.Errorf("three events are lost: %v", err)
	}
	reports[1].Captured.Lost = 0
	reports[0].Findings = reports[0].Findings[2:]
	if err := differs(reports); err != nil {
		t.Errorf("what waits is not wrong: %v", err)
	}
}

func TestPrintPrivacy(t *testing.T) {
	c, out, _ := printing()
	found := privacy.Counts{privacy.KindKey: 1, privacy.KindEmail: 2}
	report := app.PrivacyReport{Project: "ops", Contents: 3, Events: 4, Counts: found}
	for range checkRows + 1 {
		report.Findings = append(report.Findings, app.PrivacyFinding{Episode: "ep", Counts: found})
	}
	report.Findings[0] = app.PrivacyFinding{Event: "id", Counts: privacy.Counts{privacy.KindHome: 1}}
	printPrivacy(c.out, report)
	printPrivacy(c.out, app.PrivacyReport{Project: "web"})
	want := append([]string{"project ops: 3 contents of episodes and 4 execution events", "found: 2 email, 1 key", "event id: 1 home"},
		slices.Repeat([]string{"ep: 2 email, 1 key"}, checkRows-1)...)
	want = append(want, "and 1 more; --json lists all", "project web: 0 contents of episodes and 0 execution events", "nothing found")
	if diff := cmp.Diff(want, cells(out.String())); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
}
