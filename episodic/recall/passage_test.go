package recall_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
)

// TestPassages_readOnce has two hits in one episode, as passages are ranked: each names its turn first, and what the passages mean is looked at
// once.
func TestPassages_readOnce(t *testing.T) {
	stored := episodic.Stored{Episode: episodic.Episode{ID: "talk", Events: []episodic.Event{
		{ID: "t1", Content: "fine"}, {ID: "t2", Content: "an automobile"}, {ID: "t3", Content: "car? car!"}, {ID: "t4", Content: "a lorry"},
	}}}
	part := func(number int, text string, keys ...string) episodic.ChunkHit {
		return episodic.ChunkHit{Episode: "talk", Number: number, Part: episodic.PartEvents, Text: text, Occurrences: keys}
	}
	passages := []episodic.ChunkHit{part(1, "fine\nan automobile", "talk/t1", "talk/t2"), part(2, "car? car!\na lorry", "talk/t3", "talk/t4")}
	hits := []recall.Hit{{Episode: "talk", Stored: stored, Best: passages[0]}, {Episode: "talk", Stored: stored, Best: passages[1]}}
	for _, c := range []struct {
		why   string
		known bool
		want  [][]string
	}{
		{"by meaning the second of each is nearest", true, [][]string{{"talk/t2", "talk/t1"}, {"talk/t4", "talk/t3"}}},
		{"without a meaning the words count", false, [][]string{{"talk/t1", "talk/t2"}, {"talk/t3", "talk/t4"}}},
	} {
		looked := 0
		got := recall.Read("car", func(texts []episodic.EmbedText) (int, bool) {
			looked++
			return len(texts) - 1, c.known
		}, hits, passages)
		if looked != len(passages) {
			t.Errorf("%s: %d texts were looked at for %d passages", c.why, looked, len(passages))
		}
		for i, h := range got {
			if diff := cmp.Diff(c.want[i], h.Best.Occurrences); diff != "" {
				t.Errorf("%s: hit %d (-want +got):\n%s", c.why, i, diff)
			}
			if len(h.Passages) != 2 || !cmp.Equal(h.Passages[1].Occurrences, c.want[1]) || strings.Join(h.Words, " ") != []string{"", "car"}[i] {
				t.Errorf("%s: hit %d: %+v", c.why, i, h)
			}
		}
	}
	if passages[0].Occurrences[0] != "talk/t1" {
		t.Error("the passages given were changed")
	}
}
