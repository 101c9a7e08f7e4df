package ingest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// labeled is what a person found in a real log: pieces of the text of each decision, of the two ends of each
// cause that the text states, and the outcome that it tells.
type labeled struct {
	Log       string      `json:"log"`
	Half      string      `json:"half"`
	Outcome   string      `json:"outcome"`
	Decisions []string    `json:"decisions"`
	Links     [][2]string `json:"links"`
}

// score counts what a reader found, what of it is right, and what there was to find.
type score struct{ found, right, wanted int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.found)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.wanted)) }

// TestSessionLogs_AgainstLabels compares what is read of 20 real logs with what a person labeled before the
// reader was written. Half of them served for tuning; the other half scores.
func TestSessionLogs_AgainstLabels(t *testing.T) {
	raw, err := os.ReadFile("testdata/session-log-labels.json")
	if err != nil {
		t.Fatal(err)
	}
	var labels []labeled
	if err := json.Unmarshal(raw, &labels); err != nil || len(labels) != 20 {
		t.Fatalf("%d labels, %v", len(labels), err)
	}
	decisions, links := map[string]score{}, map[string]score{}
	for _, want := range labels {
		e := readLog(t, want.Log).Episode
		if string(e.Outcome) != want.Outcome {
			t.Errorf("%s: the outcome is %s, want %s", want.Log, e.Outcome, want.Outcome)
		}
		decisions[want.Half] = decisions[want.Half].plus(t, want.Log+": decision", want.Decisions, saidDecisions(e))
		var ends []string
		for _, l := range want.Links {
			ends = append(ends, l[0]+" => "+l[1])
		}
		links[want.Half] = links[want.Half].plus(t, want.Log+": cause", ends, saidLinks(e))
	}
	for _, half := range []string{"tuning", "scoring"} {
		d, l := decisions[half], links[half]
		t.Logf("%s: decisions %+v, precision %.2f, recall %.2f; causes %+v, precision %.2f", half, d, d.precision(), d.recall(), l, l.precision())
		if d.precision() < 0.9 || d.recall() < 0.7 || l.precision() < 0.8 || l.right < 3 {
			t.Errorf("%s: decisions %+v, causes %+v", half, d, l)
		}
	}
}

func readLog(t *testing.T, name string) episodic.Prepared {
	t.Helper()
	folder := "session-logs"
	if strings.HasSuffix(name, ".md") {
		folder = "session-logs-markdown"
	}
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "ai-agents", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ingest.Read(ingest.FormatSessionLog, name, raw)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

func saidDecisions(e episodic.Episode) (out []string) {
	for _, d := range e.Decisions {
		out = append(out, d.Context+": "+d.Chosen)
	}
	return out
}

func saidLinks(e episodic.Episode) (out []string) {
	says := map[string]string{}
	for _, d := range e.Decisions {
		says[d.ID] = d.Chosen
	}
	for _, v := range e.Events {
		says[v.ID] = v.Content
	}
	for _, l := range e.Links {
		out = append(out, says[l.Source]+" => "+says[l.Target])
	}
	return out
}

// plus adds what was found of what was wanted; each is matched once, by all its pieces.
func (s score) plus(t *testing.T, what string, want, got []string) score {
	t.Helper()
	s.found, s.wanted = s.found+len(got), s.wanted+len(want)
	left := append([]string(nil), got...)
	for _, w := range want {
		at := -1
		for i, g := range left {
			if holds(g, w) {
				at = i
				break
			}
		}
		if at < 0 {
			t.Logf("%s is missing: %s", what, w)
			continue
		}
		s.right++
		left = append(left[:at], left[at+1:]...)
	}
	for _, g := range left {
		t.Logf("%s is no label: %.150q", what, g)
	}
	return s
}

// holds reports whether a text has the pieces of a label, on their sides of the arrow if it has one.
func holds(text, label string) bool {
	cause, effect, _ := strings.Cut(strings.ToLower(label), " => ")
	from, to, _ := strings.Cut(strings.ToLower(text), " => ")
	return strings.Contains(from, cause) && strings.Contains(to, effect)
}
