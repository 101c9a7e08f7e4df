package model_test

import (
	"errors"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

func TestGlobalID_RoundTrip(t *testing.T) {
	tests := []struct {
		id   string
		want model.GlobalID
	}{
		{"Project:demo", model.GlobalID{Type: "Project", Project: "demo"}},
		{"Episode:demo/2026-05-03-retry", model.GlobalID{Type: "Episode", Project: "demo", Key: "2026-05-03-retry"}},
		{"Episode:demo/a:b", model.GlobalID{Type: "Episode", Project: "demo", Key: "a:b"}},
		{"Occurrence:demo/e/d001", model.GlobalID{Type: "Occurrence", Project: "demo", Key: "e/d001"}},
		{"Reference:demo/FILE/src/a.go", model.GlobalID{Type: "Reference", Project: "demo", Key: "FILE/src/a.go"}},
	}
	for _, tt := range tests {
		got, err := model.ParseGlobalID(tt.id)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil || got.String() != tt.id {
			t.Errorf("%s: %v, %s", tt.id, err, diff)
		}
	}
}

func TestGlobalID_Refused(t *testing.T) {
	for _, id := range []string{
		"", ":", "Project", "Project:", "Project:demo/x", "Episode:demo", "Episode:demo/", "Episode:/x",
		"episode:demo/x", "Link:demo/x", "demo/x",
	} {
		if got, err := model.ParseGlobalID(id); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%q is taken for %+v, %v", id, got, err)
		}
	}
}

func TestGlobalID_ReferenceOf(t *testing.T) {
	tests := []struct {
		key  string
		want episodic.Reference
		ok   bool
	}{
		{"COMMIT/1a2b3c4", episodic.Reference{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"}, true},
		{"PULL_REQUEST/owner/repo#12", episodic.Reference{Kind: episodic.ReferencePullRequest, Key: "owner/repo#12"}, true},
		{"FILE/src/a.go", episodic.Reference{Kind: episodic.ReferenceFile, Key: "src/a.go"}, true},
		{"BRANCH/main", episodic.Reference{}, false},
		{"COMMIT", episodic.Reference{}, false},
		{"COMMIT/", episodic.Reference{}, false},
	}
	for _, tt := range tests {
		got, err := model.GlobalID{Type: "Reference", Project: "demo", Key: tt.key}.ReferenceOf()
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s: %+v, %v", tt.key, got, err)
		}
	}
	for _, kind := range []episodic.ReferenceKind{episodic.ReferenceCommit, episodic.ReferencePullRequest, episodic.ReferenceIssue, episodic.ReferenceFile} {
		ref := model.Reference{Reference: episodic.Reference{Kind: kind, Key: "a/b"}, Project: "demo"}
		g, err := model.ParseGlobalID(ref.ID())
		if err != nil {
			t.Fatal(err)
		}
		if back, err := g.ReferenceOf(); back != ref.Reference || err != nil {
			t.Errorf("%s came back as %+v, %v", ref.ID(), back, err)
		}
	}
}

func FuzzParseGlobalID(f *testing.F) {
	f.Add("Episode:demo/x")
	f.Add("Project:demo")
	f.Add("Reference:demo/COMMIT/1a2b3c4")
	f.Fuzz(func(t *testing.T, id string) {
		if g, err := model.ParseGlobalID(id); err == nil && g.String() != id {
			t.Errorf("%q is read as %q", id, g)
		}
	})
}
