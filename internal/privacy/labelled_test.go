package privacy_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/privacy"
)

// labelled is a text and what it holds. The sign ¦ in it keeps scanners of repositories from taking it for a real secret or
// path.
type labelled struct {
	// Label is a kind, or "none".
	Label string `json:"label"`
	Text  string `json:"text"`
	// Hides are the parts that must not be left.
	Hides []string `json:"hides"`
}

// whole takes the sign out of a text.
func whole(text string) string { return strings.ReplaceAll(text, "¦", "") }

func labelledSet(t testing.TB) []labelled {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "labelled.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []labelled
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var l labelled
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		l.Text = whole(l.Text)
		all = append(all, l)
	}
	return all
}

func newRules(t testing.TB, further string) *privacy.Rules {
	t.Helper()
	r, err := privacy.New(further)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mostFalse is the share of texts without anything in which something may be found.
const mostFalse = .01

func TestRedact_LabelledSet(t *testing.T) {
	rules := newRules(t, "")
	labels := map[string]int{}
	wrong := 0
	for _, l := range labelledSet(t) {
		labels[l.Label]++
		redacted, counts := rules.Redact(l.Text)
		if l.Label == "none" {
			if redacted != l.Text {
				wrong++
				t.Logf("found in %q: %q", l.Text, redacted)
			}
			continue
		}
		if counts[privacy.Kind(l.Label)] == 0 {
			t.Errorf("%q: no %s is found: %q, %v", l.Text, l.Label, redacted, counts)
		}
		for _, secret := range l.Hides {
			if strings.Contains(redacted, secret) {
				t.Errorf("%q: %q is left in %q", l.Text, secret, redacted)
			}
		}
		if again, more := rules.Redact(redacted); again != redacted || more.Total() > 0 {
			t.Errorf("%q: redacted again, %q becomes %q", l.Text, redacted, again)
		}
	}
	t.Logf("labels: %v; wrongly found: %d", labels, wrong)
	if share := float64(wrong) / float64(labels["none"]); share > mostFalse {
		t.Errorf("%d of %d texts without anything are changed (%.3f), at most %.2f", wrong, labels["none"], share, mostFalse)
	}
	for _, label := range []string{"key", "email", "phone", "password", "home"} {
		if labels[label] < 20 {
			t.Errorf("%d texts with the label %s", labels[label], label)
		}
	}
	if total := len(labelledSet(t)); total < 300 || labels["none"] < 200 {
		t.Errorf("%d texts, %d of them without anything", total, labels["none"])
	}
}
