package ingest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest"
)

func TestReadSessionLog_Causes(t *testing.T) {
	for _, c := range []struct {
		why, members string
		want         []string
		doubts       int
	}{
		{"an entry that is one sentence is the effect", `"workLog":["The bell rang because fog came"]`, []string{"fog came => The bell rang because fog came (0.5 because/1: The bell rang because fog came)"}, 0},
		{"one of several sentences is not", `"workLog":["The bell rang because fog came. Then it stopped."]`, []string{"fog came => The bell rang (0.5 because/1: The bell rang because fog came.)"}, 0},
		{"the value of a field", `"workLog":[{"action":"Look","result":"The bell rang because fog came"}]`, []string{"fog came => The bell rang (0.5 because/1: The bell rang because fog came)"}, 0},
		{"a choice", `"decisions":[{"decision":"Ring twice due to fog"}]`, []string{"fog => Ring twice due to fog (0.5 due-to/1: Ring twice due to fog)"}, 0},
		{"a reason that only says why", `"decisions":[{"decision":"Ring","rationale":"Because fog came"}]`, []string{"fog came => Ring (0.5 because/1: Because fog came)"}, 0},
		{"a reason with a cause of something else", `"decisions":[{"decision":"Ring","rationale":"The ferry waits because fog came"}]`, []string{"fog came => The ferry waits (0.5 because/1: The ferry waits because fog came)"}, 0},
		{"what has no place", `"findings":[{"what":"The horn broke due to rust"}]`, []string{"rust => The horn broke (0.5 due-to/1: The horn broke due to rust)"}, 0},
		{"the evidence of gates is about the protocol", `"protocolCompliance":{"sessionEnd":{"x":{"Complete":true,"Evidence":"Not run because of fog"}}}`, nil, 0},
		{"an occurrence that says the cause", `"workLog":["Fog came","It was late due to fog came"]`, []string{"Fog came => It was late due to fog came (0.5 due-to/1: It was late due to fog came)"}, 0},
		{"likely", `"workLog":["The bell was probably caused by fog"]`, []string{"fog => The bell was probably caused by fog (0.25 caused-by/1: The bell was probably caused by fog)"}, 0},
		{"denied", `"workLog":["The bell was not caused by fog"]`, nil, 1},
		{"the same twice is one", `"workLog":["A bell rang due to fog. And so on.","A bell rang due to fog. Or not."]`, []string{"fog => A bell rang (0.5 due-to/1: A bell rang due to fog.)"}, 0},
		{"the other way round is not taken", `"workLog":["A bell caused fog at noon. Then x","Fog at noon caused a bell. Then x"]`, []string{"A bell => fog at noon (0.5 caused/1: A bell caused fog at noon.)"}, 0},
		{"one after the other is no cause", `"workLog":["Fog came","The bell rang"]`, nil, 0},
	} {
		p, entries, err := ingest.Read(ingest.FormatSessionLog, logName, []byte(logWith(c.members)))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		var got []string
		said := saidLinks(p.Episode)
		for i, l := range p.Episode.Links {
			got = append(got, fmt.Sprintf("%s (%v %s)", said[i], *l.Confidence, l.Note))
		}
		doubts := 0
		for _, e := range entries {
			if e.Rule == ingest.RuleDoubtfulCause {
				doubts++
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" || doubts != c.doubts {
			t.Errorf("%s: %d doubts (-want +got):\n%s", c.why, doubts, diff)
		}
	}
}

// TestReadSessionLog_BoundsCauses reads a log of nothing but causes.
func TestReadSessionLog_BoundsCauses(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "- bell %d rang because fog %d came\n\n", i, i)
	}
	p, entries, err := ingest.Read(ingest.FormatSessionLog, "2026-05-03-session-7.md", []byte("# Session 7\n\n## Thoughts\n\n"+b.String()))
	if err != nil || len(p.Episode.Links) != 500 {
		t.Fatalf("%d links, %v", len(p.Episode.Links), err)
	}
	if !slices.ContainsFunc(entries, func(e ingest.Entry) bool { return strings.Contains(e.Message, "2500 causes beyond the first 500") }) {
		t.Errorf("the report does not count the rest")
	}
}

// TestImport_MarkdownLogAndEpisode puts a markdown log and the episode of its session together, with the cause
// that only the log states, between the occurrences that they are there.
func TestImport_MarkdownLogAndEpisode(t *testing.T) {
	const log = "# Session 7\n\n**Date**: 2026-01-09\n\n## Decisions\n\n- Use a lock\n\n## Work Log\n\n- Read the code\n- Use a  LOCK because two writers collided\n"
	m := newMemory(t)
	pass(t, m, ingest.FormatEpisode, "episode-2026-01-09-session-7-fix.json", sessionEpisode)
	pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.md", log)
	present, err := m.OfSessions(t.Context(), "p", nil, []string{"2026-01-09-session-7-fix"})
	if err != nil || len(present) != 1 || len(present[0].Sources) != 2 {
		t.Fatalf("%v, %d episodes", err, len(present))
	}
	e := present[0]
	if diff := cmp.Diff([]string{"two writers collided => Use a  LOCK because two writers collided"}, saidLinks(e)); diff != "" || len(e.Decisions) != 1 {
		t.Errorf("%d decisions, links (-want +got):\n%s; %+v %+v", len(e.Decisions), diff, e.Events, e.Links)
	}
	if again := pass(t, m, ingest.FormatSessionLog, "2026-01-09-session-7-fix.md", log); again.Status != ingest.StatusUnchanged {
		t.Errorf("again: %+v", again)
	}
}
