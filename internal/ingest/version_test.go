package ingest_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/prose"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// digests is the file with what each version of the mapping and of each rule made of the fixtures.
const digests = "testdata/rule-digests.txt"

// TestRules_haveVersions wants the mapping of runs, and every rule, to make of fixed records what it made when its version was new. Whoever changes
// what they find gives them another version, by which episodes are known that are to be made anew, and adds its digest with CAUSEWAY_TEST_UPDATE=1.
func TestRules_haveVersions(t *testing.T) {
	kept := readDigests(t)
	for _, one := range found(t) {
		was, known := kept[one.name]
		switch digest := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(one.finds, "\n")))); {
		case len(one.finds) == 0:
			t.Errorf("%s finds nothing in the fixtures: give it some", one.name)
		case known && was != digest:
			t.Errorf("%s finds something else in the fixtures than before. If that is meant, give it another version. It finds:\n%s", one.name, strings.Join(one.finds[:min(len(one.finds), 20)], "\n"))
		case !known && os.Getenv("CAUSEWAY_TEST_UPDATE") == "":
			t.Errorf("%s has no digest yet: run this test with CAUSEWAY_TEST_UPDATE=1", one.name)
		case !known:
			addDigest(t, one.name+" "+digest+"\n")
		}
	}
}

// finding is what one version of the mapping or of a rule finds.
type finding struct {
	name  string
	finds []string
}

func readDigests(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(digests)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, digest, _ := strings.Cut(strings.TrimSpace(line), " ")
		out[name] = digest
	}
	return out
}

func addDigest(t *testing.T, line string) {
	t.Helper()
	file, err := os.OpenFile(digests, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(line); err != nil {
		t.Fatal(err)
	}
}

// found returns what the mapping and each rule find in the fixtures.
func found(t *testing.T) []finding {
	t.Helper()
	mapping := finding{name: fmt.Sprintf("mapping/%d", agentrun.Version)}
	byRule := map[agentrun.Rule][]string{}
	for _, e := range slices.Concat(mappedRuns(t), mappedTraces(t)) {
		for _, l := range e.Links {
			byRule[agentrun.RuleOf(l)] = append(byRule[agentrun.RuleOf(l)], e.ID+": "+l.Note)
		}
		e.Links, e.Extra = nil, nil
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		mapping.finds = append(mapping.finds, string(text))
	}
	out := []finding{mapping}
	for _, rule := range agentrun.Rules() {
		out = append(out, finding{string(rule), byRule[rule]})
	}
	text, err := os.ReadFile("testdata/golden-causes.txt")
	if err != nil {
		t.Fatal(err)
	}
	stated := map[prose.Rule][]string{}
	for _, c := range prose.Causes(string(text)) {
		stated[c.Rule] = append(stated[c.Rule], fmt.Sprintf("%s => %s, hedged %t, %s", c.Cause, c.Effect, c.Hedged, c.Doubt))
	}
	for _, rule := range prose.Rules() {
		out = append(out, finding{string(rule), stated[rule]})
	}
	return out
}

// mappedRuns are the episodes of the transcripts of all formats.
func mappedRuns(t *testing.T) (out []episodic.Episode) {
	t.Helper()
	for _, f := range []struct {
		format transcript.Format
		file   string
	}{
		{transcript.ClaudeCode, "golden-run.jsonl"},
		{transcript.ClaudeCode, "../transcript/testdata/5f0c.jsonl"},
		{transcript.Codex, "../transcript/testdata/rollout-2026-05-03T10-00-00-c0de.jsonl"},
		{transcript.Opencode, "../transcript/testdata/opencode.json"},
		{transcript.OpenHands, "../transcript/testdata/openhands.json"},
		{transcript.SWEAgent, "../transcript/testdata/ferry__bell-12.traj"},
		{transcript.Tau, "../transcript/testdata/tau-results.json"},
	} {
		in, err := os.Open(filepath.Join("testdata", f.file))
		if err != nil {
			t.Fatal(err)
		}
		transcript.Read(f.format, f.file, in, func(told transcript.Transcript) bool {
			e, _ := agentrun.Map(told.Run)
			out = append(out, e)
			return told.Err == nil
		})
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// mappedTraces are the episodes of the traces.
func mappedTraces(t *testing.T) (out []episodic.Episode) {
	t.Helper()
	for _, file := range []string{"testdata/golden-trace.json", "../../examples/traces/trip.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var k keptTraces
		o := options()
		o.Format = ingest.FormatOTLP
		if report, err := ingest.ImportTraces(t.Context(), &k, o, []ingest.Source{ingest.Document(file, text)}, nil); err != nil || report.Totals.Refused > 0 {
			t.Fatalf("%s: %+v, %v", file, report, err)
		}
		out = append(out, tracing.Episode(workflow.EpisodeID(k.events[0].Workflow), k.events))
	}
	return out
}

// keptTraces keeps the events of one trace as they come.
type keptTraces struct{ events []execution.Stored }

func (k *keptTraces) Trace(_ context.Context, _ string, t capture.Traces) (capture.Taken, error) {
	for _, e := range t.Events {
		k.events = append(k.events, execution.Stored{Sequence: int64(len(k.events) + 1), Event: e})
	}
	return capture.Taken{Stored: len(t.Events)}, nil
}

func (k *keptTraces) CompleteTraces(context.Context, string, []string) (map[string]workflow.Traced, error) {
	return nil, nil
}
