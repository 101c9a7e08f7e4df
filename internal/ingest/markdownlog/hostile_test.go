package markdownlog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest/markdownlog"
)

// TestRead_HostileLogs reads blocks made to be slow, of nearly the most that one may have: each is read in
// time, and all its lines are accounted for.
func TestRead_HostileLogs(t *testing.T) {
	const size = 60 << 10
	for why, piece := range map[string]string{
		"brackets":        "[[[[[[[[[[[[[[[[\n",
		"emphasis":        "**a *b **c *d _e __f\n",
		"quotes":          "> > > > > > > > > > a\n",
		"lists":           "- a\n  - b\n    - c\n      - d\n",
		"deeper lists":    "- - - - - - - - - - - - - - - - a\n",
		"links":           "[a](<b\n",
		"tables":          "|a|b|c|d|\n|-|-|-|-|\n|e|f|g|h|\n",
		"code":            "`a ``b ```c\n",
		"headings":        "# a\n## Decisions\n- b\n",
		"labels":          "**Decision**: a\n",
		"html":            "<div><!-- <![CDATA[ <?a\n",
		"definitions":     "[a]: b\n",
		"decisions":       "## Decision: a\n\n**Rationale**: b\n\n",
		"options":         "### Option A: b\n\n",
		"one long list":   "- a\n",
		"entities":        "&#35;&a;&amp\n",
		"setext headings": "a\n===\n",
	} {
		raw := []byte("# Session 7\n\n## Work Log\n\n" + strings.Repeat(piece, size/len(piece)))
		start := time.Now()
		got, err := markdownlog.Read(raw)
		took := time.Since(start)
		t.Logf("%s: %v, %v", why, took.Round(time.Millisecond), err)
		if enginetest.TooLong(t, took, 2*time.Minute) {
			t.Errorf("%s: %v", why, took)
		}
		if err != nil {
			t.Errorf("%s: %v", why, err)
			continue
		}
		accounted(t, raw, got)
	}
}
