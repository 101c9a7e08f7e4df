package lexis_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/lexis"
)

func TestIsSHA(t *testing.T) {
	for name, c := range map[string]struct {
		word        string
		longest     int
		mayBe, isIt bool
	}{
		"short":           {"be9c229", lexis.SHA1, true, true},
		"too short":       {"be9c22", lexis.SHA1, false, false},
		"full SHA-1":      {strings.Repeat("a1", 20), lexis.SHA1, true, true},
		"too long":        {strings.Repeat("a1", 20) + "b", lexis.SHA1, false, false},
		"full SHA-256":    {strings.Repeat("a1", 32), lexis.SHA256, true, true},
		"beyond SHA-256":  {strings.Repeat("a1", 32) + "b", lexis.SHA256, false, false},
		"letters":         {"defaced", lexis.SHA1, true, false},
		"number":          {"20260503", lexis.SHA1, true, false},
		"other letter":    {"be9c22g", lexis.SHA1, false, false},
		"capitals":        {"BE9C229", lexis.SHA1, false, false},
		"empty":           {"", lexis.SHA1, false, false},
		"other character": {"be9c-229", lexis.SHA1, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lexis.MayBeSHA(c.word, c.longest); got != c.mayBe {
				t.Errorf("MayBeSHA(%q) = %v", c.word, got)
			}
			if got := lexis.IsSHA(c.word, c.longest); got != c.isIt {
				t.Errorf("IsSHA(%q) = %v", c.word, got)
			}
		})
	}
}
