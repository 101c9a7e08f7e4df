package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/google/go-cmp/cmp"
)

// stated stores statements and patterns as the services do.
type stated struct {
	list     []link.Statement
	patterns []patterns.AddRequest
	fail     error
}

func (s *stated) Add(_ context.Context, r patterns.AddRequest) (patterns.Added, error) {
	key := patterns.KeyOf(r.Name)
	if r.Name == "deprecated" {
		return patterns.Added{}, fmt.Errorf("pattern %q: %w", r.Name, episodic.ErrConflict)
	}
	found, _ := s.FetchPatterns(context.Background(), r.Project, []string{key})
	if len(found) == 0 {
		s.patterns = append(s.patterns, r)
	}
	return patterns.Added{Key: key, Created: len(found) == 0}, nil
}

func (s *stated) FetchPatterns(_ context.Context, _ string, keys []string) (out []patterns.Pattern, err error) {
	for _, r := range s.patterns {
		if key := patterns.KeyOf(r.Name); slices.Contains(keys, key) {
			out = append(out, patterns.Pattern{Key: key, Name: r.Name})
		}
	}
	return out, nil
}

func (s *stated) RecordLinks(_ context.Context, _ string, statements []link.Statement) (changed int, err error) {
	for _, one := range statements {
		at := slices.IndexFunc(s.list, func(old link.Statement) bool { return old.ID() == one.ID() })
		switch {
		case s.fail != nil:
			return 0, s.fail
		case at < 0:
			s.list, changed = append(s.list, one), changed+1
		case !s.list[at].Same(one):
			s.list[at], changed = one, changed+1
		}
	}
	return changed, nil
}

func (s *stated) Statements(_ context.Context, _ string, page episodic.Page) ([]link.Statement, error) {
	slices.SortFunc(s.list, func(a, b link.Statement) int { return strings.Compare(a.ID(), b.ID()) })
	var out []link.Statement
	for _, one := range s.list {
		if one.ID() > page.After && len(out) < page.Limit {
			out = append(out, one)
		}
	}
	return out, nil
}

// graphFile returns a file with three nodes and a link with the weight between two of them.
func graphFile(name, weight string) ingest.Source {
	return ingest.Document(name, []byte(`{`+threeNodes+`,"edges":[{"source":"n001","target":"n002","type":"causes","weight":`+weight+`}]}`))
}

func TestImportGraphs_AgainChangesNothing(t *testing.T) {
	var to stated
	files := []ingest.Source{graphFile("folder/a.json", "0.6"), graphFile("b.json.gz.json", "0.6"), ingest.Document("c.json", []byte("{"))}
	for _, c := range []struct {
		why, first                    string
		dry                           bool
		changed, taken, same, refused int
	}{
		{"rehearsed", "0.6", true, 2, 2, 0, 1},
		{"for the first time", "0.6", false, 2, 2, 0, 1},
		{"again", "0.6", false, 0, 0, 2, 1},
		{"rehearsed again", "0.6", true, 0, 0, 2, 1},
		{"with another weight in one file", "0.7", false, 1, 1, 1, 1},
	} {
		files[0] = graphFile("folder/a.json", c.first)
		before := len(to.list)
		report, err := ingest.ImportGraphs(t.Context(), &to, &to, ingest.Options{Project: "p", DryRun: c.dry}, files, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := report.Totals
		taken := got.Taken + got.Repaired
		if got.Changed != c.changed || taken != c.taken || got.Unchanged != c.same || got.Refused != c.refused || got.Links != 2 || got.Episodes != 0 {
			t.Errorf("%s: %+v, want %+v and no episode", c.why, got, c)
		}
		if c.dry && len(to.list) != before {
			t.Errorf("%s: something was written", c.why)
		}
	}
	if origins := []string{to.list[0].Origin, to.list[1].Origin}; len(to.list) != 2 || !slices.Contains(origins, "import:folder/a.json") {
		t.Errorf("%d statements from %v, want one of each file under its name as given", len(to.list), origins)
	}
}

func TestImportGraphs_Patterns(t *testing.T) {
	var to stated
	files := []ingest.Source{ingest.Document("a.json", []byte(`{"patterns":[
		{"name":"wait","trigger":"a timeout","action":"wait longer"},{"name":"deprecated","trigger":"a timeout","action":"give up"}]}`))}
	for _, c := range []struct {
		why  string
		dry  bool
		made int
		kept int
	}{{"rehearsed", true, 2, 0}, {"for the first time", false, 1, 1}, {"again", false, 0, 1}} {
		report, err := ingest.ImportGraphs(t.Context(), &to, &to, ingest.Options{Project: "p", DryRun: c.dry}, files, nil)
		if err != nil || report.Totals.NewPatterns != c.made || len(to.patterns) != c.kept {
			t.Errorf("%s: %v, %d new patterns and %d kept, want %+v", c.why, err, report.Totals.NewPatterns, len(to.patterns), c)
		}
		refused := slices.ContainsFunc(report.Items[0].Entries, func(e ingest.Entry) bool { return e.Rule == ingest.RuleRefusedPattern })
		if refused == c.dry {
			t.Errorf("%s: refused is %t", c.why, refused)
		}
	}
}

func TestImportGraphs_OriginIsThePathBelowTheFolder(t *testing.T) {
	root := t.TempDir()
	for place, weight := range map[string]string{"a/graph.json": "0.6", "b/graph.json": "0.7"} {
		path := filepath.Join(root, filepath.FromSlash(place))
		text := `{` + threeNodes + `,"edges":[{"source":"n001","target":"n002","type":"causes","weight":` + weight + `}]}`
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		why     string
		paths   []string
		origins []string
		refused int
	}{
		{"a folder with two files of one name", []string{root}, []string{"import:a/graph.json", "import:b/graph.json"}, 0},
		{"a file", []string{root + "/a/graph.json"}, []string{"import:graph.json"}, 0},
		{"two files of one name", []string{root + "/a/graph.json", root + "/b/graph.json"}, []string{"import:graph.json"}, 1},
		{"two folders with a file of one name", []string{root + "/a", root + "/b"}, []string{"import:graph.json"}, 1},
	} {
		var to stated
		for again, changed := range []int{len(c.origins), 0} {
			sources, _, err := ingest.Files(ingest.FormatCausalGraph, c.paths, nil)
			if err != nil {
				t.Fatal(err)
			}
			report, err := ingest.ImportGraphs(t.Context(), &to, &to, ingest.Options{Project: "p"}, sources, nil)
			if err != nil || report.Totals.Refused != c.refused || report.Totals.Changed != changed {
				t.Errorf("%s, time %d: %v, %+v; want %d refused and %d changed", c.why, again, err, report.Totals, c.refused, changed)
			}
			if last := report.Items[len(report.Items)-1]; c.refused > 0 && !strings.Contains(last.Reason, "import a folder that holds both") {
				t.Errorf("%s: refused because %q", c.why, last.Reason)
			}
		}
		var origins []string
		for _, s := range to.list {
			origins = append(origins, s.Origin)
		}
		slices.Sort(origins)
		if diff := cmp.Diff(c.origins, origins); diff != "" {
			t.Errorf("%s: origins (-want +got):\n%s", c.why, diff)
		}
	}
}

func TestImportGraphs_SaysWhyItEnds(t *testing.T) {
	files := []ingest.Source{graphFile("a.json", "0.6"), ingest.Document("b.json", []byte("{"))}
	invalid := &problem.InvalidError{Problems: []problem.Problem{{Path: "links[0]", Code: problem.CodeInvalid, Message: "no"}}}
	for _, c := range []struct {
		why       string
		to        stated
		strict    bool
		status    ingest.Status
		ends      bool
		fragments []string
	}{
		{"strict with a bad file", stated{}, true, ingest.StatusNotWritten, false, []string{"nothing was written"}},
		{"the engine is away", stated{fail: episodic.ErrUnavailable}, false, ingest.StatusNotWritten, true, []string{"a.json"}},
		{"the service refuses it", stated{fail: invalid}, false, ingest.StatusRefused, false, nil},
	} {
		report, err := ingest.ImportGraphs(t.Context(), &c.to, &c.to, ingest.Options{Project: "p", Strict: c.strict}, files, nil)
		if (err != nil) != c.ends || report.Items[0].Status != c.status || errors.Is(err, episodic.ErrUnavailable) != c.ends {
			t.Errorf("%s: %v, %+v", c.why, err, report.Items[0])
		}
		for _, part := range c.fragments {
			if !strings.Contains(report.Reason, part) {
				t.Errorf("%s: the reason %q lacks %q", c.why, report.Reason, part)
			}
		}
	}
	if _, err := ingest.ImportGraphs(t.Context(), &stated{}, &stated{}, ingest.Options{Project: "no name"}, files, nil); err == nil {
		t.Error("a project that can have no such name was taken")
	}
}
