package episodic_test

import (
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
