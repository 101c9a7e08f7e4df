package markdownlog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest/markdownlog"
)

const whole = `# Session 7: Quieter bells

**Date**: 2026-05-03
**Branch**: ` + "`bells`" + `
**Weather**: fog

## Objective

Ring the bells *less* often.

## Decisions

1. **Ring once** - the neighbors sleep
   - Alternatives: horn
2. **Volume**: half

| Decision | Why | Alternatives |
|----------|-----|--------------|
| Rope of hemp | cheap | steel |

### Which bell?

**Options**: the small one
**Option B**: the large one
**Decision**: the small one
**Rationale**: it is near

### Lamp

**Decision**: [TBD]

## Work Log

### Tied the rope

**Status**: Complete

- knotted
  - twice

Plain words.

## Lessons Learned

- Hemp stretches

## Session End

- [x] Changes committed
- [ ] Bell oiled

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Commit all changes | [x] | 9d770ec0 |

## Weather

It rang because fog came.

` + "```text\n# no heading\n```" + `

---

**Status**: SUCCESS - all quiet
`

func TestRead(t *testing.T) {
	got, err := markdownlog.Read([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
		"Lamp (line 30)": "**Decision**: [TBD]",
		"Weather (line 58)": "It rang because fog came.\n\n` + "```text\\n# no heading\\n```" + `",
		"decisions": [
			{"decision_made": "Ring once", "rationale": "the neighbors sleep", "options": ["horn"]},
			{"decision_made": "half", "context": "Volume"},
			{"decision_made": "Rope of hemp", "rationale": "cheap", "options": ["steel"]},
			{"decision_made": "the small one", "context": "Which bell?", "rationale": "it is near", "options": ["the small one", "the large one"]}
		],
		"learnings": ["Hemp stretches"],
		"notes": ["Weather: fog", "status: SUCCESS - all quiet"],
		"outcome": "success",
		"protocolCompliance": {"sessionEnd": {
			"changesCommitted": {"Complete": true}, "Bell oiled": {"Complete": false}, "changesCommitted (2)": {"Complete": true, "Evidence": "9d770ec0"}
		}},
		"session": {"branch": "bells", "date": "2026-05-03", "objective": "Ring the bells less often."},
		"workLog": [{"action": "Tied the rope", "details": "Status: Complete\n- knotted\n  - twice\nPlain words."}]
	}`
	if diff := cmp.Diff(decoded(t, []byte(want)), decoded(t, got.JSON)); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]markdownlog.Open{{Section: "Lamp", Text: "[TBD]"}}, got.Open); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
	prose := []markdownlog.Passage{{Section: "Lamp", Text: "Decision: [TBD]\n"}, {Section: "Weather", Text: "It rang because fog came.\n"}}
	if diff := cmp.Diff(prose, got.Prose); diff != "" {
		t.Errorf("prose (-want +got):\n%s", diff)
	}
	if n := filled(whole); got.Account.Read+got.Account.Kept+got.Account.Marks != n || got.Account.Kept != 5 {
		t.Errorf("account %+v of %d lines", got.Account, n)
	}
}

func decoded(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return out
}

// filled counts the lines of a text that are not blank.
func filled(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

func TestRead_Decisions(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"a paragraph", "## Decision\n\nWait for the fog.\n\nIt lifts at noon.", []string{"Wait for the fog. < It lifts at noon."}},
		{"bold in a paragraph", "## Decision\n\n**WAIT** - it lifts", []string{"WAIT < it lifts"}},
		{"a section in one decision is about it", "## Decision\n\n**WAIT**\n\n### Outcome\n\n- dry", []string{"WAIT"}},
		{"options in titles before it", "### Option A: Go\n\n### Option B: Wait\n\n## Decision\n\nWait", []string{"Wait {Go|Wait}"}},
		{"options go to one decision", "### Option A: Go\n\n## Decision\n\nWait\n\n## Decision 2: Ring", []string{"Wait {Go}", "Ring"}},
		{"a title that is one", "## Work\n\n### Decision 3: Ring twice\n\n**Rationale**: fog", []string{"Ring twice < fog"}},
		{"a label anywhere", "## Thoughts\n\n**Decision**: wait\n- it lifts\n\nMore.", []string{"Thoughts: wait < - it lifts"}},
		{"a plain label", "## Thoughts\n\nDecision: wait", []string{"Thoughts: wait"}},
		{"a list below a label", "## Work Log\n\n**Decisions made**:\n\n- wait\n- ring\n\nDone.", []string{"wait", "ring"}},
		{"a number in the title, and a word before it", "## 3. Key Decisions Made (today)\n\n- wait", []string{"wait"}},
		{"none", "## Decisions\n\nNone - nothing to decide", nil},
		{"to be filled", "## Decision Record\n\n(To be filled after lunch)", nil},
		{"a word that only begins like none", "## Decisions\n\n- N/A is a verdict of its own", []string{"N/A is a verdict of its own"}},
		{"a title that only has the word", "## Decision Tree\n\n- wait\n\n## Decision Needed\n\n- ring", nil},
		{"a label that only has the word", "## A\n\n**Decision Point**: wait or ring\n\n**Decision Needed**: ring", nil},
		{"in code", "## A\n\n```\n## Decisions\n- wait\n```\n\n    **Decision**: ring", nil},
		{"in a quote", "> ## Decisions\n>\n> **Decision**: ring", []string{"Session 7: ring"}},
		{"a box among boxes", "### Decision\n\n- [x] **ADD**: it is new\n- [ ] **UPDATE**: it is known\n- [ ] **REJECT**: it is there\n\n### Justification\n\nNew.", []string{"ADD < it is new {ADD|UPDATE|REJECT}"}},
		{"no box is marked", "## Decision\n\n- [ ] wait\n- [ ] ring", nil},
		{"boxes of several decisions", "## Decisions\n\n- [x] wait\n- [ ] ring\n- [x] paint", []string{"wait", "paint"}},
		{"a choice with a list of what it rests on", "## Decisions Made\n\n**Nothing to do** - all was done:\n1. rung\n2. painted\n\nMore.", []string{"Nothing to do < all was done:\n- rung\n- painted"}},
		{"a list that words announce", "## Decisions\n\nWe decided:\n\n- wait\n- ring", []string{"wait", "ring"}},
		{"an answer to a question", "## Decision Point\n\n**QUESTION**: Should it ring?\n\n**ANSWER**: No, it is night\n\n**TIMELINE**: noon", []string{"Decision Point\nShould it ring?: No, it is night"}},
		{"an answer elsewhere", "## Questions\n\n**Question**: Does it ring?\n\n**Answer**: No", nil},
		{"a table without such a column", "## Decisions\n\n| Bell | Reason |\n|--|--|\n| small | near |", []string{"small < near"}},
	} {
		got, err := markdownlog.Read([]byte("# Session 7\n\n" + c.text + "\n"))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		if diff := cmp.Diff(c.want, decisions(t, got.JSON)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// decisions says the decisions of a log as "context: choice < reason {options}".
func decisions(t *testing.T, raw []byte) (out []string) {
	t.Helper()
	list, _ := decoded(t, raw)["decisions"].([]any)
	for _, one := range list {
		d := one.(map[string]any)
		s := d["decision_made"].(string)
		if context, told := d["context"].(string); told {
			s = context + ": " + s
		}
		if why, told := d["rationale"].(string); told {
			s += " < " + why
		}
		if options, told := d["options"].([]any); told {
			s += " {" + strings.Trim(strings.ReplaceAll(fmt.Sprint(options), " ", "|"), "[]") + "}"
		}
		out = append(out, s)
	}
	return out
}

func TestRead_Outcome(t *testing.T) {
	for _, c := range []struct{ why, text, outcome, status string }{
		{"nothing is said", "## Work Log\n\n- rang", "", ""},
		{"complete says that it ended", "**Status**: ✅ COMPLETE", "", "COMPLETE"},
		{"a word at the head", "**Outcome**: Successful - all quiet", "success", ""},
		{"in a section", "## Outcome\n\n**Result**: FAILED (no rope)", "failure", ""},
		{"a paragraph in a section", "## Session Outcome\n\n[PARTIAL] half of it", "partial", ""},
		{"success of something else", "## Outcome\n\nSuccess metrics were defined", "", "Success metrics were defined"},
		{"failed as an adjective", "**Outcome**: failed test found and fixed", "", "failed test found and fixed"},
		{"the status of a part of the work", "## Work Log\n\n### Rope\n\n**Status**: SUCCESS\n\n**Result**: failed", "", ""},
		{"of tests", "## Test Results\n\n**Result**: SUCCESS", "", ""},
		{"after the last rule", "## Work Log\n\n- rang\n\n---\n\n**Session Status**: FAILURE", "failure", ""},
		{"boxes that are checked", "## Session End\n\n- [x] all", "", ""},
		{"to be told", "## Outcome\n\nTBD", "", ""},
		{"the surest first", "**Status**: COMPLETE\n**Outcome**: partial", "partial", ""},
		{"a sure word beside another", "**Outcome**: done\n**Status**: failed", "failure", "done"},
	} {
		got, err := markdownlog.Read([]byte("# Session 7\n\n" + c.text + "\n"))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		log := decoded(t, got.JSON)
		outcome, _ := log["outcome"].(string)
		status, _ := log["status"].(string)
		if outcome != c.outcome || status != c.status {
			t.Errorf("%s: %q, %q; want %q, %q", c.why, outcome, status, c.outcome, c.status)
		}
	}
}

func TestRead_Head(t *testing.T) {
	got, err := markdownlog.Read([]byte("---\ndate: 2026-05-03\nsession: \"7\"\nmood\n---\n\n# Session Log: Session 7 - Quieter bells\n\n## Session Info\n\n- **Starting Commit**: 9d770ec\n- **Session ID**: bells-7\n- **PR**: #12\n\n[a]: https://example.org\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"beginning (line 4)": "mood", "notes": ["Session ID: bells-7"],
		"session": {"date": "2026-05-03", "number": "7", "objective": "Quieter bells", "startingCommit": "9d770ec", "pr": "#12", "id": "bells-7"}}`
	log := decoded(t, got.JSON)
	wanted := decoded(t, []byte(want))
	delete(wanted, "notes")
	for key := range log {
		if strings.HasPrefix(key, "Session Info") {
			if log[key] != "[a]: https://example.org" {
				t.Errorf("%s: %v", key, log[key])
			}
			delete(log, key)
		}
	}
	if diff := cmp.Diff(wanted, log); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestRead_Refuses(t *testing.T) {
	for why, c := range map[string]struct{ text, says string }{
		"other markdown":    {"# Bells\n\n## History\n\nThey rang.\n", "not a session log"},
		"nothing":           {"", "not a session log"},
		"no text":           {"# Session 7\n\xff\n", "UTF-8"},
		"null characters":   {"# Session 7\n\x00\n", "null"},
		"a line too long":   {"# Session 7\n" + strings.Repeat("a", 70_000), "line 2 have more than 65536"},
		"a block too long":  {"# Session 7\n" + strings.Repeat("a\n", 40_000), "without a blank line"},
		"a log too long":    {"# Session 7\n" + strings.Repeat("a\n\n", 400_000), "at most 1048576"},
		"nested too deep":   {"# Session 7\n" + strings.Repeat(">", 200) + "a\n", "deep"},
		"lists in lists":    {"# Session 7\n" + strings.Repeat("- ", 200) + "a\n", "deep"},
		"indented too deep": {"# Session 7\n- a\n" + strings.Repeat(" ", 300) + "- a\n", "deep"},
	} {
		if _, err := markdownlog.Read([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", why, err, c.says)
		}
	}
}

// TestRead_RealLogs accounts for every line of the real logs.
func TestRead_RealLogs(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "session-logs-markdown", "*.md"))
	if err != nil || len(paths) != 45 {
		t.Fatalf("%d logs, %v", len(paths), err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := markdownlog.Read(raw)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		accounted(t, raw, got)
		if got.Account.Read == 0 {
			t.Errorf("%s: nothing is read", path)
		}
	}
}

// accounted checks that the account has every line, and that the log has what it says to keep.
func accounted(t *testing.T, raw []byte, got markdownlog.Log) {
	t.Helper()
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	n, kept := filled(string(raw)), 0
	for key, value := range decoded(t, got.JSON) {
		if strings.Contains(key, " (line ") {
			kept += filled(value.(string))
		}
	}
	if a := got.Account; a.Read+a.Kept+a.Marks != n || a.Kept != kept {
		t.Errorf("account %+v of %d lines, %d kept:\n%s", a, n, kept, raw)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("---\na: b\n---\n# Session\nSetext\n===\n\n[x]: y\n\n> # Decisions\n> - a\n\n## Decision\n\n<div>\n\n* *\n+ [ ]\n"))
	f.Add([]byte("# Session\r\n## Decisions\r\n|a|\r\n|-|\r\n|b|c|\r\n1)\n\n\t- x\n\n    code\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := markdownlog.Read(raw)
		if err != nil {
			return
		}
		accounted(t, raw, got)
	})
}
