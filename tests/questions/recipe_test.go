package questions_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/tests/questions"
	"github.com/google/go-cmp/cmp"
)

// TestRecipe_wholeChangesNothing shows that a recipe reads out of a chunk what went into it: the
// ablation leaves out nothing but what it says.
func TestRecipe_wholeChangesNothing(t *testing.T) {
	for _, chunks := range exampleChunks(t) {
		for i, c := range questions.Recipes()[0].Chunks(chunks) {
			if diff := cmp.Diff(chunks[i], c); diff != "" {
				t.Errorf("%s %d (-before +after):\n%s", c.Episode, c.Number, diff)
			}
		}
	}
}

func TestRecipe_leavesOut(t *testing.T) {
	chunks := chunk.Chunks(episodic.Stored{Project: "p", Revision: 1, Episode: episodic.Episode{
		ID: "ep", Task: "Retried the deploys", StartedAt: episodic.Timestamp{Time: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC), Precision: episodic.PrecisionDay},
		Decisions: []episodic.Decision{{ID: "d001", Chosen: "Waiting, see #12"}},
	}}).Chunks
	for _, c := range []struct {
		name, own, decision, around string
	}{
		{"all", "retri deploy ep 2026-05-03 2026 05 03 05-03 sunday may", "wait see #12 12 2026-05-03 2026 05 03 05-03 sunday may", "retri deploy ep retri deploy"},
		{"no stems", "retried deploys ep 2026-05-03 2026 05 03 05-03 sunday may", "waiting see #12 12 2026-05-03 2026 05 03 05-03 sunday may", "retried deploys ep retried deploys"},
		{"no neighbours", "retri deploy ep 2026-05-03 2026 05 03 05-03 sunday may", "wait see #12 12 2026-05-03 2026 05 03 05-03 sunday may", ""},
		{"no date", "retri deploy ep", "wait see #12 12", "retri deploy ep retri deploy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := recipe(t, c.name).Chunks(chunks)
			if diff := cmp.Diff([]string{c.own, c.decision, c.around}, []string{got[0].Own, got[1].Own, got[1].Around}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func recipe(t *testing.T, name string) questions.Recipe {
	t.Helper()
	for _, r := range questions.Recipes() {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("there is no recipe %q", name)
	return questions.Recipe{}
}

// spyIndex remembers what it is asked.
type spyIndex struct {
	episodic.Index
	query episodic.ChunkQuery
	put   []episodic.EpisodeChunks
}

func (x *spyIndex) Search(_ context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	x.query = q
	return nil, nil
}

func (x *spyIndex) PutEpisodes(_ context.Context, _ episodic.IndexGeneration, list []episodic.EpisodeChunks) (map[string]error, error) {
	x.put = list
	return nil, nil
}

func TestRecipe_Index(t *testing.T) {
	ask := episodic.ChunkQuery{Text: "Why were the deploys retried? Deploys!", Terms: "deploy retri"}
	for name, want := range map[string]string{"all": "deploy retri", "no stems": "deploys retried", "no date": "deploy retri"} {
		spy := &spyIndex{}
		index := recipe(t, name).Index(spy)
		if _, err := index.Search(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		if spy.query.Terms != want {
			t.Errorf("%s searches for %q, want %q", name, spy.query.Terms, want)
		}
		put := []episodic.EpisodeChunks{{Episode: "ep", Chunks: []episodic.Chunk{{Text: "retried", Own: "retri may", Around: "x"}}}}
		if _, err := index.PutEpisodes(t.Context(), episodic.IndexGeneration{}, put); err != nil {
			t.Fatal(err)
		}
		if got := spy.put[0].Chunks[0].Own; (got == put[0].Chunks[0].Own) != (name == "all") {
			t.Errorf("%s puts %q", name, got)
		}
		if strings.Contains(put[0].Chunks[0].Own, "retried") {
			t.Error("the caller's chunks were changed")
		}
	}
}
