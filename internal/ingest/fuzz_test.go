package ingest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
)

func FuzzReadEpisode(f *testing.F) {
	for _, c := range append(append(headDeviations(), decisionDeviations()...), eventDeviations()...) {
		f.Add([]byte(c.raw))
	}
	f.Add([]byte(`{"id":"x","task":"\ud800","links":[{"source":"x/outcome","target":"y/e1","relation":"CAUSES","confidence":"0.5"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		readsWell(t, ingest.FormatEpisode, raw)
	})
}

func FuzzReadSessionLog(f *testing.F) {
	f.Add([]byte(logWith(`"decisions":[{"decision":"a","alternatives":["b"]},"c"],"workLog":[{"time":"T1","action":"d","decision":"e"},"f"]`)))
	f.Add([]byte(logWith(`"endingCommit":"9d770ec0","protocolCompliance":{"sessionEnd":{"x":{"Complete":true,"Evidence":"77f74104"}}},"outcome":{"status":"SUCCESS"}`)))
	f.Add([]byte(`{"session_number":1,"date":"2026-01-09","learnings":{"a":["b"]},"workLog":{"a":{"action":"b"}},"outcomes":{"episode":{"decisions":[1]}}}`))
	f.Add([]byte(logWith(`"decision":{"id":"D1","issue":"#1","chosenApproach":"a","alternatives":["",",","None - b"],"outcome":"partial"},"commits":[{"sha":"9d770ec0"},"x"]`)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		readsWell(t, ingest.FormatSessionLog, raw)
	})
}

func FuzzReadMarkdownLog(f *testing.F) {
	f.Add([]byte("# Session 7: Bell\n\n**Date**: 2026-05-03\n**Status**: SUCCESS\n\n## Decisions\n\n1. **Ring it** - because fog came\n   - loud\n\n## Work Log\n\n### Step\n\n- [x] rang\n"))
	f.Add([]byte("---\nsession: 7\ndate: x\n---\n\n## Session End\n\n| Step | Status | Evidence |\n|--|--|--|\n| Commit all changes | [x] | 9d770ec0 |\n\n---\n**Outcome**: failed\n"))
	f.Add([]byte("# Log\n## Decision\n(TBD)\n## Lessons\nnone\n## Option A: x\n## Decision 2: y\n**Rationale**: E due to:\n- a b\n- c d\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		readsWellAs(t, ingest.FormatSessionLog, "2026-01-09-x.md", raw)
	})
}

func FuzzReadExport(f *testing.F) {
	content := `{"id":"x","timestamp":"2026-01-09T00:00:00Z","outcome":"unknown","task":"t","decisions":[],` +
		`"events":[{"id":"e1","type":"unknown","content":"c"}],"metrics":{"errors":0},"lessons":[]}`
	head := `{"causeway_export":1,"project":"p","revision":1,"hash":"%s","recorded_at":"2026-01-09T00:00:00Z","episode":`
	f.Add([]byte(fmt.Sprintf(head, sum(content)) + content + "}"))
	f.Add([]byte(fmt.Sprintf(head, sum(`{"id":" x"}`)) + `{"id":" x"}}`))
	f.Add([]byte(`{"causeway_export":2}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		readsWell(t, ingest.FormatSessionLog, raw)
		p, entries, err := ingest.Read(ingest.FormatSessionLog, "x", raw)
		if err != nil || !bytes.HasPrefix(raw, []byte(`{"causeway_export"`)) {
			return
		}
		if says := rules(entries); !bytes.Contains(raw, []byte(p.Hash)) && !slices.Contains(says, string(ingest.RuleOtherVersion)) {
			t.Errorf("taken with the hash %s and the entries %v", p.Hash, says)
		}
	})
}

// tester is what tests, fuzzing and property tests have in common.
type tester interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// readsWell checks what holds for every document: it is refused with a reason, or the result is
// valid, stable, and the same after writing and reading it again.
func readsWell(t tester, format ingest.Format, raw []byte) {
	readsWellAs(t, format, "2026-01-09-x.json", raw)
}

func readsWellAs(t tester, format ingest.Format, name string, raw []byte) {
	p, entries, err := ingest.Read(format, name, raw)
	for _, e := range entries {
		if e.Rule == "" || e.Kind == "" || e.Message == "" {
			t.Errorf("entry %+v says nothing", e)
		}
	}
	if err != nil {
		var syntax *ingest.SyntaxError
		if errors.As(err, &syntax) && (syntax.Line < 1 || syntax.Column < 1) {
			t.Errorf("error %v has no place", err)
		}
		return
	}
	isJSON := json.Valid(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
	if !isJSON && format != ingest.FormatSessionLog {
		t.Fatalf("%q was taken and is no JSON", raw)
	}
	var back episodic.Episode
	if err := json.Unmarshal(p.Content, &back); err != nil {
		t.Fatalf("read the content: %v", err)
	}
	again, err := intake.Prepare(back)
	if err != nil || !bytes.Equal(again.Content, p.Content) || again.Hash != p.Hash {
		t.Fatalf("preparing again: %v\n%s\n%s", err, p.Content, again.Content)
	}
	if diff := cmp.Diff(p.Episode, back); diff != "" {
		t.Fatalf("the content is another episode (-prepared +read):\n%s", diff)
	}
	if format != ingest.FormatEpisode {
		return
	}
	read, entries, err := ingest.Read(format, "x.json", p.Content)
	for _, e := range entries {
		if e.Kind == ingest.KindIgnored {
			t.Errorf("own content: %+v", e)
		}
	}
	if err != nil {
		t.Fatalf("reading the own content: %v", err)
	}
	if len(read.Episode.Decisions) != len(back.Decisions) || len(read.Episode.Links) != len(back.Links) {
		t.Errorf("reading the own content loses something:\n%s", cmp.Diff(back, read.Episode))
	}
}
