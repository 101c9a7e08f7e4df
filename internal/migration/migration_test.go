package migration_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/migration"
)

func steps(t *testing.T, files fstest.MapFS) []migration.Step {
	t.Helper()
	out, err := migration.Steps(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func names(steps []migration.Step) []string {
	out := []string{}
	for _, s := range steps {
		out = append(out, s.Name)
	}
	return out
}

func TestSteps(t *testing.T) {
	got := steps(t, fstest.MapFS{
		"010_c.sql": {Data: []byte("C")}, "002_b.sql": {Data: []byte("B")}, "001_a.sql": {Data: []byte("A")}, "README.md": {Data: []byte("D")},
	})
	if diff := cmp.Diff([]string{"001_a", "002_b", "010_c"}, names(got)); diff != "" {
		t.Errorf("the steps are not those of the files in their order (-want +got):\n%s", diff)
	}
	if got[1].Version != "002" || got[1].Text != "B" || got[1].Checksum == got[0].Checksum || got[1].Checksum == "" {
		t.Errorf("a step is not what its file says: %+v", got[1])
	}
}

func TestLast(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"":    {"README.md": {}},
		"010": {"010_c.sql": {}, "002_b.sql": {}, "900_other.cypher": {}},
	} {
		if got, err := migration.Last(files, "*.sql"); err != nil || got != want {
			t.Errorf("the last step is %q, %v, want %q", got, err, want)
		}
	}
}

func TestMissing(t *testing.T) {
	files := fstest.MapFS{"001_a.sql": {Data: []byte("A")}, "002_b.sql": {Data: []byte("B")}, "003_c.sql": {Data: []byte("C")}}
	want := steps(t, files)
	ran := func(n int, change func(*migration.Step)) []migration.Step {
		have := append([]migration.Step{}, want[:n]...)
		for i := range have {
			have[i].Text, have[i].Finished = "", true
		}
		if change != nil {
			change(&have[n-1])
		}
		return have
	}
	for _, c := range []struct {
		why     string
		have    []migration.Step
		missing []string
		refused string
	}{
		{"a new store lacks all", nil, []string{"001_a", "002_b", "003_c"}, ""},
		{"what ran is not run again", ran(2, nil), []string{"003_c"}, ""},
		{"a store that is up to date lacks none", ran(3, nil), []string{}, ""},
		{"what was cut off is run again", ran(2, func(s *migration.Step) { s.Finished = false }), []string{"002_b", "003_c"}, ""},
		{"what was cut off may have been repaired", ran(2, func(s *migration.Step) { s.Finished, s.Checksum = false, "x" }), []string{"002_b", "003_c"}, ""},
		{"a file that was changed after it ran", ran(2, func(s *migration.Step) { s.Checksum = "x" }), nil, "step 002_b ran with other content"},
		{"a store that a newer program wrote", ran(3, func(s *migration.Step) { s.Version, s.Name = "004", "004_d" }), nil, "step 004_d is newer than this program"},
	} {
		got, err := migration.Missing(want, c.have)
		if c.refused != "" {
			if newer := strings.Contains(c.refused, "newer"); errors.Is(err, migration.ErrNewer) != newer {
				t.Errorf("%s: that %v is an ErrNewer is %t", c.why, err, !newer)
			}
			if !errors.Is(err, migration.ErrSchema) || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: %v, want %q", c.why, err, c.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		if diff := cmp.Diff(c.missing, names(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}
