package episodic_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// TestDigester_IsThatOfEachChunk takes chunks that share references, that do not, and that have as many
// others, in turn. The first digest is one that indexes hold: another would make all of them differ.
func TestDigester_IsThatOfEachChunk(t *testing.T) {
	shared := []episodic.Reference{{Kind: "commit", Key: "3f2a91c"}, {Kind: "issue", Key: "12"}}
	other := []episodic.Reference{{Kind: "commit", Key: "3f2a91c"}, {Kind: "issue", Key: "13"}}
	chunks := []episodic.Chunk{
		{Episode: "a", Revision: 1, Text: "x", Tags: []string{"t"}, References: shared},
		{Episode: "a", Revision: 1, Number: 1, Text: "x", References: shared},
		{Episode: "b", References: other},
		{Episode: "c"},
		{Episode: "d", References: shared[:1]},
		{Episode: "e", References: shared, DecisionTypes: []episodic.DecisionType{"design"}, Failed: true},
	}
	if got := chunks[0].Digest(); got != "e1f29fa6fc2804e3f0d2db8afc3a6577" {
		t.Errorf("the digest is %s", got)
	}
	var d episodic.Digester
	for _, c := range chunks {
		if got, want := d.Digest(c), c.Digest(); got != want {
			t.Errorf("%s %d: %s in a row, %s alone", c.Episode, c.Number, got, want)
		}
	}
}
