package episodic_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

func TestSplitKey(t *testing.T) {
	tests := []struct {
		key, episode, short string
		ok                  bool
		why                 string
	}{
		{"x/d1", "x", "d1", true, "an episode and what is in it"},
		{"x/outcome", "x", "outcome", true, "the outcome has a key"},
		{"d1", "", "", false, "a short id alone"},
		{"/d1", "", "", false, "no episode"},
		{"x/", "", "", false, "nothing in it"},
		{"/", "", "", false, "neither"},
		{"x/d1/y", "", "", false, "a slash too many"},
		{"", "", "", false, "no key"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			episode, short, ok := episodic.SplitKey(tt.key)
			if ok != tt.ok || ok && (episode != tt.episode || short != tt.short) {
				t.Errorf("%s: got %q, %q, %v", tt.why, episode, short, ok)
			}
			if ok && (episodic.OccurrenceKey(episode, short) != tt.key || episodic.OccurrenceKey("other", tt.key) != tt.key) {
				t.Errorf("%s: the key does not come back", tt.why)
			}
		})
	}
}

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
			got := mustPrepare(t, episodic.Episode{
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
	p := mustPrepare(t, episodic.Episode{ID: "x", Task: "a < b && c > \"d\" é", Context: map[string]string{"z": "1", "a": "2"}})
	const want = `{"id":"x","outcome":"unknown","task":"a < b && c > \"d\" é","context":{"a":"2","z":"1"},` +
		`"decisions":[],"events":[],"metrics":{},"lessons":[]}`
	if string(p.Content) != want {
		t.Errorf("the hash depends on every byte:\n%s, want\n%s", p.Content, want)
	}
}
