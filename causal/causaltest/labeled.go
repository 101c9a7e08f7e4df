package causaltest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// Labeled is a public run of an agent that failed or not, with the step that is known to have decided.
type Labeled struct {
	Run episodic.Episode
	// Decided is the key of the occurrence that decided; empty if none is known.
	Decided string
}

// ReadLabeled reads the runs of a file and, from another file, the steps that decided, in that field.
func ReadLabeled(t testing.TB, runs, truths, field string) []Labeled {
	t.Helper()
	truth := map[string]string{}
	for lines := bufio.NewScanner(openLabeled(t, truths)); lines.Scan(); {
		var label map[string]any
		if err := json.Unmarshal(lines.Bytes(), &label); err != nil {
			t.Fatal(err)
		}
		if step, known := label[field].(float64); known {
			truth[label["id"].(string)] = fmt.Sprint(int(step))
		}
	}
	var out []Labeled
	transcript.Read(transcript.Tau, runs, openLabeled(t, runs), func(told transcript.Transcript) bool {
		if told.Err != nil {
			t.Fatal(told.Err)
		}
		run, account := agentrun.Map(told.Run)
		out = append(out, Labeled{run, decided(run.ID, account, truth[told.Run.ID])})
		return true
	})
	return out
}

// ReadAirline reads the tau-bench runs; Decided is the first wrong write.
func ReadAirline(t testing.TB) []Labeled {
	t.Helper()
	return ReadLabeled(t, "tau-airline/runs.jsonl.gz", "tau-airline/truth.jsonl", "first_wrong_write_step")
}

// decided is the key of the occurrence that has the step of a label.
func decided(run string, account agentrun.Account, truth string) string {
	for _, e := range account.Entries {
		if truth != "" && e.Into != "" && (e.Step == truth || strings.HasPrefix(e.Step, truth+" call")) {
			return episodic.OccurrenceKey(run, e.Into)
		}
	}
	return ""
}

// openLabeled opens a file of the labeled runs.
func openLabeled(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "failures", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}
