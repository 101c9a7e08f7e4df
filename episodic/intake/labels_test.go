package intake_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
)

func TestPrepare_Labels(t *testing.T) {
	tests := map[string]struct{ why, text, want string }{
		"short":   {"as it is", "use a cache", "use a cache"},
		"lines":   {"one line", "use\n\n  a\tcache", "use a cache"},
		"fits":    {"200 characters, not bytes", strings.Repeat("é", 200), strings.Repeat("é", 200)},
		"too far": {"the ellipsis counts", strings.Repeat("é", 201), strings.Repeat("é", 199) + "…"},
		"shrinks": {"it is measured as shown", strings.Repeat("a  ", 100), strings.TrimSpace(strings.Repeat("a ", 100))},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := episodictest.MustPrepare(t, episodic.Episode{
				ID: "x", Decisions: []episodic.Decision{{ID: "d1", Context: "other", Chosen: tt.text}},
				Events: []episodic.Event{{ID: "e1", Content: tt.text}},
			}).Occurrences
			if got[0].Label != tt.want || got[1].Label != tt.want {
				t.Errorf("%s: labels %q and %q, want %q", tt.why, got[0].Label, got[1].Label, tt.want)
			}
		})
	}
}

func TestPrepare_ContentIsPlain(t *testing.T) {
	p := episodictest.MustPrepare(t, episodic.Episode{ID: "x", Task: "a < b && c > \"d\" é", Context: map[string]string{"z": "1", "a": "2"}})
	const want = `{"id":"x","outcome":"unknown","task":"a < b && c > \"d\" é","context":{"a":"2","z":"1"},` +
		`"decisions":[],"events":[],"metrics":{},"lessons":[]}`
	if string(p.Content) != want {
		t.Errorf("the hash depends on every byte:\n%s, want\n%s", p.Content, want)
	}
}
