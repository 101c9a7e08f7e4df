package ingest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// style is a log as people write them, with what is to be read of it.
type style struct {
	why, text        string
	decisions, links []string
	work             []string
	lessons          []string
	outcome          episodic.Outcome
}

func styles() []style {
	return []style{
		{
			why: "bullets in German", text: "# Sitzung 12: Glocken\n\n## Entscheidungen\n\n* **Glocke**: die kleine\n* **Seil**: Hanf\n  * Begründung: Stahl rostet\n\n## Erledigt\n\n* Glocke gehängt\n\n## Erkenntnisse\n\n* Seile vor dem Nebel prüfen\n\n## Nächste Schritte\n\n* Horn reparieren\n",
			decisions: []string{"Glocke: die kleine", "Seil: Hanf"}, work: []string{"Glocke gehängt"}, lessons: []string{"Seile vor dem Nebel prüfen"}, outcome: episodic.OutcomeUnknown,
		},
		{
			why: "tables", text: "# Session 13\n\n**Date**: 2026-05-03\n\n## Decisions\n\n| Question | Decision | Rationale | Alternatives |\n|---|---|---|---|\n| Which rope? | hemp | steel rusts | steel |\n| Which bell? | TBD | | |\n\n## Work Log\n\n| Time | What |\n|---|---|\n| 10:00 | Hung the bell |\n\n## Outcome\n\n| Gate | State |\n|---|---|\n| Lint | success |\n",
			decisions: []string{"Which rope?: hemp"}, work: []string{"10:00, What: Hung the bell"}, outcome: episodic.OutcomeUnknown,
		},
		{
			why: "a check list", text: "# Release 14\n\n## Checklist\n\n- [x] Hung the bell\n- [ ] Painted the pier\n- [x] Rang it\n\n---\n\n**Status**: all boxes but one\n",
			work: []string{"[x] Hung the bell", "[x] Rang it"}, outcome: episodic.OutcomeUnknown,
		},
		{
			why: "a postmortem", text: "# Postmortem: the ferry was late\n\n**Status**: Resolved\n\n## Summary\n\nThe ferry was two hours late because the rope of the winch broke.\n\n## Timeline\n\n- 09:00 the rope broke\n- 11:00 the ferry left\n\n## Root Cause\n\nThe rope was worn, so it broke under load. It could have been seen if somebody had looked.\n\n## Lessons Learned\n\n- Ropes wear out\n\n## Action Items\n\n- [ ] Check ropes each spring\n",
			work: []string{"09:00 the rope broke", "11:00 the ferry left"}, lessons: []string{"Ropes wear out"}, outcome: episodic.OutcomeUnknown,
			links: []string{"the rope of the winch broke => The ferry was two hours late", "The rope was worn => it broke under load"},
		},
		{
			why: "notes of a meeting", text: "# Meeting 2026-05-03\n\nAttendees: the captain, the mate\n\n## Agenda\n\n1. Bells\n2. Ropes\n\n## Discussion\n\nShould the bell ring at night? If it rings, people complain because they wake up.\n\n## Decisions\n\n1. The bell is silent from 22:00 on (mate)\n2. None for ropes yet - pending the quote\n\n## Action items\n\n- Captain: order rope\n",
			decisions: []string{": The bell is silent from 22:00 on (mate)", ": None for ropes yet - pending the quote"}, outcome: episodic.OutcomeUnknown,
		},
		{
			why: "a changelog", text: "# Changelog\n\n## 1.2.0 - 2026-05-03\n\n### Added\n\n- A bell at pier 3\n\n### Fixed\n\n- The horn failed due to rust in the valve.\n\n### Removed\n\n- The old rope\n",
			work: []string{"A bell at pier 3", "The horn failed due to rust in the valve.", "The old rope"}, outcome: episodic.OutcomeUnknown,
			links: []string{"rust in the valve => The horn failed due to rust in the valve."},
		},
	}
}

// TestReadSessionLog_Styles reads logs in styles that nobody made the reader for: what they say is there, and nothing else.
func TestReadSessionLog_Styles(t *testing.T) {
	for _, c := range styles() {
		p, _, err := ingest.Read(ingest.FormatSessionLog, "2026-05-03-session-12.md", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		e := p.Episode
		var work []string
		for _, v := range e.Events {
			if v.ReportedType != "statement" {
				work = append(work, v.Content)
			}
		}
		for what, diff := range map[string]string{
			"decisions": cmp.Diff(c.decisions, saidDecisions(e)), "links": cmp.Diff(c.links, saidLinks(e)), "work": cmp.Diff(c.work, work), "lessons": cmp.Diff(c.lessons, e.Lessons, cmp.Transformer("nil", func(s []string) []string { return append([]string{}, s...) })),
		} {
			if diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", c.why, what, diff)
			}
		}
		if e.Outcome != c.outcome {
			t.Errorf("%s: the outcome is %s", c.why, e.Outcome)
		}
	}
}
