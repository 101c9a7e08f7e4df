package recording_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
)

func TestRecordAll_Refuses(t *testing.T) {
	good, bad := episodic.Episode{ID: "a"}, episodic.Episode{ID: "b", Task: "\x00", Outcome: "ok"}
	tests := map[string]struct {
		why      string
		project  string
		episodes []episodic.Episode
		want     []string
	}{
		"project":     {"it is looked at first", "a b", []episodic.Episode{bad}, []string{"project INVALID_INPUT"}},
		"one":         {"a single episode needs no number", "p", []episodic.Episode{bad}, []string{"outcome INVALID_INPUT", "task INVALID_INPUT"}},
		"one of two":  {"the path says which", "p", []episodic.Episode{good, bad}, []string{"episodes[1].outcome INVALID_INPUT", "episodes[1].task INVALID_INPUT"}},
		"twice":       {"ids in one call are distinct", "p", []episodic.Episode{good, {ID: " a "}}, []string{"episodes[1].id DUPLICATE_ID"}},
		"three times": {"every double is told", "p", []episodic.Episode{good, good, good}, []string{"episodes[1].id DUPLICATE_ID", "episodes[2].id DUPLICATE_ID"}},
		"several":     {"all that is wrong is told at once", "p", []episodic.Episode{{}, good, bad}, []string{"episodes[0].id INVALID_INPUT", "episodes[2].outcome INVALID_INPUT", "episodes[2].task INVALID_INPUT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := memory.NewEpisodes(memory.EpisodeParts{Store: nil, Index: nil}, nil).Recording.RecordAll(t.Context(), tt.project, tt.episodes, false, episodic.StateIndexed)
			if diff := cmp.Diff(tt.want, episodictest.Refused(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestPrepareAll_KeepsTheOrder(t *testing.T) {
	got, err := recording.PrepareAll([]episodic.Episode{{ID: "b"}, {ID: "a"}})
	if err != nil || len(got) != 2 || got[0].Episode.ID != "b" || got[1].Episode.ID != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
}
