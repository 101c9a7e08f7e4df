package episodic_test

import (
	"slices"
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

func TestSplitNames(t *testing.T) {
	ids, keys := episodic.SplitNames([]string{"e1", "e2/d1", "e2", "e1/outcome"})
	if !slices.Equal(ids, []string{"e1", "e2"}) || !slices.Equal(keys, []string{"e2/d1", "e1/outcome"}) {
		t.Errorf("ids %q, keys %q", ids, keys)
	}
	if ids, keys = episodic.SplitNames(nil); ids == nil || keys == nil {
		t.Error("a list of nothing is null")
	}
}
