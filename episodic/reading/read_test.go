package reading_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/reading"
	"github.com/google/go-cmp/cmp"
)

func TestNamedReference(t *testing.T) {
	tests := map[string]struct {
		why  string
		kind episodic.ReferenceKind
		name string
		want string
	}{
		"short SHA": {"the key is the first 7", episodic.ReferenceCommit, "3f2a91c", "3f2a91c"},
		"full SHA":  {"whatever else is given", episodic.ReferenceCommit, episodictest.SHA40, "3f2a91c"},
		"capitals":  {"git writes lower case", episodic.ReferenceCommit, "3F2A91C0", "3f2a91c"},
		"digits":    {"a SHA may hold no letter", episodic.ReferenceCommit, "1234567", "1234567"},
		"issue":     {"others are named by their key", episodic.ReferenceIssue, "Own/Repo#1", "Own/Repo#1"},
		"file":      {"a short one too", episodic.ReferenceFile, "a.go", "a.go"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := reading.NamedReference(tt.kind, tt.name)
			if want := (episodic.Reference{Kind: tt.kind, Key: tt.want}); err != nil || got != want {
				t.Errorf("%s: got %+v, %v, want %+v", tt.why, got, err, want)
			}
		})
	}
	for _, name := range []string{"", "3f2a91", "3f2a91g", "3f2a-91c", "HEAD", "v1.2.345"} {
		_, err := reading.NamedReference(episodic.ReferenceCommit, name)
		if diff := cmp.Diff([]string{"key INVALID_INPUT"}, episodictest.Refused(t, err)); diff != "" {
			t.Errorf("%q is taken for a SHA (-want +got):\n%s", name, diff)
		}
	}
}
