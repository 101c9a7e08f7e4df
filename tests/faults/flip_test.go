package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/soak"
)

// answers are what a memory says, by question: the value of each, or the error.
type answers map[string]string

// kind is what a question is about: episodes by id, recall or factors.
func kind(question string) string {
	name, _, _ := strings.Cut(question, " ")
	return name
}

// questions ask a memory everything that the test compares.
func questions(ctx context.Context, m *opened, ids []string) answers {
	out := answers{}
	note := func(question string, answer any, err error) {
		text, failed := json.Marshal(answer)
		if err = errors.Join(err, failed); err != nil {
			out[question] = "error: " + err.Error()
			return
		}
		out[question] = string(text)
	}
	for _, id := range ids {
		found, err := m.store.GetEpisodes(ctx, project, []string{id})
		note("episode "+id, found, err)
	}
	for _, text := range []string{"way 3", "go test of part 1 ended", "content 2 of w3"} {
		a, err := m.Recall.Recall(ctx, recall.Question{Project: project, Text: text, Limit: 10})
		note("recall "+text, a.Hits, err)
	}
	factors, err := m.store.ListFactors(ctx, layer.FactorQuery{Project: project, Page: episodic.Page{Limit: 1000}})
	note("factors of all", factors, err)
	links, err := m.store.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: episodic.Page{Limit: 1000}})
	note("factors linked", links, err)
	return out
}

// flipped is a file of which one bit is turned, and what was seen of it.
type flipped struct {
	page string // whose it is: a table or an index, or free
	// wrong are the kinds of questions that are answered otherwise without an error, named those that
	// are answered with one.
	wrong, named map[string]bool
	// found says what found it: the start, the check of the file, the check of the index or a rebuild.
	found string
}

// TestFlip turns one bit of a file that was closed in order. No answer is wrong then: what reads the page
// gets an error, and the rest is answered as before.
func TestFlip(t *testing.T) {
	path, ids := filledFile(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	pages := pageOwners(t, path)
	m, err := openMemory(t.Context(), path)
	must(t, err)
	want := questions(t.Context(), m, ids)
	must(t, m.store.Close(t.Context()))
	for question, answer := range want {
		if strings.HasPrefix(answer, "error") || len(answer) < 50 {
			t.Fatalf("%s: %s", question, answer)
		}
	}
	seen := map[string]int{}
	for round := range soak.Rounds(5) {
		random := soak.Rand(streamFlips, uint64(round))
		content := slices.Clone(whole)
		at, bit := random.IntN(len(content)), random.IntN(8)
		content[at] ^= 1 << bit
		turned := filepath.Join(t.TempDir(), databaseName)
		must(t, os.WriteFile(turned, content, 0o600))
		f := lookAt(t, turned, ids, want)
		f.page = pages[at/pageSize]
		seen[f.sum()]++
		if len(f.wrong) > 0 {
			t.Errorf("round %d: bit %d of byte %d, of %s: %v are wrong", round, bit, at, f.page, slices.Sorted(maps.Keys(f.wrong)))
		}
	}
	for _, sum := range slices.Sorted(maps.Keys(seen)) {
		t.Logf("%d times %s", seen[sum], sum)
	}
}

// sum says in a line what was seen.
func (f flipped) sum() string {
	out := f.page + ": "
	switch {
	case f.found == "" && len(f.named) == 0:
		return out + "no answer is another"
	case len(f.wrong) == 0 && len(f.named) == 0:
		return out + "no answer is another, found by " + f.found
	default:
		return out + fmt.Sprintf("wrong %v, refused %v, found by %s", slices.Sorted(maps.Keys(f.wrong)), slices.Sorted(maps.Keys(f.named)), f.found)
	}
}

// lookAt opens a file, asks everything and then lets everything be checked.
func lookAt(t *testing.T, path string, ids []string, want answers) flipped {
	t.Helper()
	f := flipped{wrong: map[string]bool{}, named: map[string]bool{}}
	m, err := openMemory(t.Context(), path)
	if err != nil {
		f.found = "the start"
		return f
	}
	defer func() { _ = m.store.Close(context.WithoutCancel(t.Context())) }()
	for question, answer := range questions(t.Context(), m, ids) {
		switch {
		case answer == want[question]:
		case strings.HasPrefix(answer, "error"):
			f.named[kind(question)] = true
		default:
			f.wrong[kind(question)] = true
		}
	}
	f.found = found(t.Context(), m)
	if f.found == "" && len(f.named) > 0 {
		f.found = "reading"
	}
	return f
}

// found says what finds damage; empty if nothing does.
func found(ctx context.Context, m *opened) string {
	if err := m.store.CheckFile(ctx); err != nil {
		return "the check of the file"
	}
	report, err := m.Index.Check(ctx, project, false, nil)
	if err != nil || report.Wrong() > 0 {
		return "the check of the index"
	}
	before, err := m.Derive.Fingerprint(ctx, project)
	if err != nil {
		return "a rebuild"
	}
	err = m.Derive.Rebuild(ctx, project, nil)
	after, failed := m.Derive.Fingerprint(ctx, project)
	if err != nil || failed != nil || before != after {
		return "a rebuild"
	}
	return ""
}

// filledFile is a file with what eight have written, derived and closed in order, and the episodes in it.
func filledFile(t *testing.T) (path string, ids []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), databaseName)
	m, err := openMemory(t.Context(), path)
	must(t, err)
	must(t, writeAll(t.Context(), m, 0, 15, func(int) {}))
	must(t, m.Derive.Derive(t.Context(), project, nil))
	records, err := m.store.Snapshot(t.Context(), project)
	must(t, err)
	for _, r := range records {
		if r.DeletedAt.IsZero() {
			ids = append(ids, r.Episode)
		}
	}
	must(t, m.store.Close(t.Context()))
	return path, ids
}

// pageSize is that of the database, in bytes.
const pageSize = 4096

// pageOwners says whose each page of a file is.
func pageOwners(t *testing.T, path string) map[int]string {
	t.Helper()
	conn, err := sqlite.OpenConn("file:"+path+"?immutable=1", sqlite.OpenReadOnly|sqlite.OpenURI)
	must(t, err)
	defer conn.Close()
	out := map[int]string{}
	must(t, sqlitex.ExecuteTransient(conn, "SELECT name, pageno FROM dbstat", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error {
			out[stmt.ColumnInt(1)-1] = stmt.ColumnText(0)
			return nil
		},
	}))
	info, err := os.Stat(path)
	must(t, err)
	for page := range int(info.Size() / pageSize) {
		if out[page] == "" {
			out[page] = "a free page"
		}
	}
	return out
}
