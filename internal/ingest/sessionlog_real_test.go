package ingest_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// statedOnly checks that the links of a log name a rule and a sentence, and are no more sure than a text.
func statedOnly(t *testing.T, e episodic.Episode) {
	t.Helper()
	for _, l := range e.Links {
		if l.Basis != episodic.BasisExtracted || l.Relation != episodic.RelationCauses || l.Confidence == nil || *l.Confidence > 0.5 || !regexp.MustCompile(`^[a-z-]+/[0-9]+: .`).MatchString(l.Note) {
			t.Errorf("%s: link %+v", e.ID, l)
		}
	}
}

// TestImport_RealMarkdownLogs imports a folder of logs as they are: none is refused, none gets an outcome
// but those whose text has the word, and importing again changes nothing.
func TestImport_RealMarkdownLogs(t *testing.T) {
	folder := filepath.Join(enginetest.Data(t), "ai-agents", "session-logs-markdown")
	sources, passed, err := ingest.Files(ingest.FormatSessionLog, []string{folder}, nil)
	if err != nil || len(sources) != 45 || len(passed) > 0 {
		t.Fatalf("%d files, %v passed over, %v", len(sources), passed, err)
	}
	o := options()
	o.Format = ingest.FormatSessionLog
	m := newMemory(t)
	report, err := ingest.Import(t.Context(), m, o, sources, nil)
	if err != nil || report.Totals.Refused > 0 || report.Totals.Episodes != 45 || report.Totals.Decisions < 60 || report.Totals.Links < 8 {
		t.Fatalf("error %v, totals %+v", err, report.Totals)
	}
	var told []string
	for id, list := range m.revisions {
		statedOnly(t, list[0].Episode)
		if list[0].Episode.Outcome != episodic.OutcomeUnknown {
			told = append(told, strings.TrimPrefix(id, "session-log-")+" "+string(list[0].Episode.Outcome))
		}
	}
	slices.Sort(told)
	if diff := cmp.Diff([]string{
		"2025-12-17-session-01-mcp-config-research success", "2025-12-18-session-05-mcp-workspace-variable success",
		"2025-12-18-session-22-retrospective success", "2025-12-18-session-23-skillbook success",
	}, told); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if again, err := ingest.Import(t.Context(), m, o, sources, nil); err != nil || again.Totals.Unchanged != 45 {
		t.Errorf("second import: %v, totals %+v", err, again.Totals)
	}
}
