package faults_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/soak"
)

// flipGroups is how many groups a file has whose bits are turned.
const flipGroups = 120

// journalAnswers are what a journal says: the entries that wait, by sequence, and the receipts of each group.
type journalAnswers struct {
	waiting map[int64]string
	groups  map[int]string
}

// askJournal asks for everything, and pages through what waits by small pages. Groups whose receipts cannot be read are "error".
func askJournal(ctx context.Context, j *journal.Journal) (a journalAnswers, err error) {
	a = journalAnswers{map[int64]string{}, map[int]string{}}
	for _, state := range []journal.State{journal.StateJournaled, journal.StateApplied, journal.StateFailed} {
		for after := int64(0); ; {
			page, err := j.Pending(ctx, state, after, 50)
			if err != nil {
				return a, err
			}
			if len(page) == 0 {
				break
			}
			for _, e := range page {
				a.waiting[e.Sequence] = fmt.Sprintf("%s %s %s %s", e.ID, e.State, e.Project, e.Body)
				after = e.Sequence
			}
		}
	}
	for group := range flipGroups {
		out, err := allReceipts(ctx, j, group)
		if a.groups[group] = fmt.Sprintf("%+v", out); err != nil {
			a.groups[group] = "error"
		}
	}
	return a, nil
}

// filledJournal is a file with records in every state, closed in order, and what it answers.
func filledJournal(t *testing.T) (path string, want journalAnswers) {
	t.Helper()
	path = filepath.Join(t.TempDir(), databaseName)
	j, err := openJournal(t.Context(), filepath.Dir(path), 0)
	must(t, err)
	for group := range flipGroups {
		in := journalCall{Do: "append", Group: group, Key: group % (keysOfAGroup + 1)}
		for id := range idsOfACall {
			in.IDs, in.Contents = append(in.IDs, id), append(in.Contents, 1)
		}
		out, err := ask(t.Context(), j, in)
		must(t, err)
		for i, do := range []string{"applied", "indexed", "aside"} {
			if group%4 == i {
				_, err := ask(t.Context(), j, journalCall{Do: do, Group: group, IDs: []int{1}, Sequence: out.Receipts[1].Sequence})
				must(t, err)
			}
		}
	}
	want, err = askJournal(t.Context(), j)
	must(t, err)
	must(t, j.Close())
	return path, want
}

// TestJournal_flip turns one bit of a file that was closed in order. No answer is another then, and no record that waits is skipped
// without a word: it is there, or in the damaged stretches. The rest can be read.
func TestJournal_flip(t *testing.T) {
	path, want := filledJournal(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	pages := pageOwners(t, path)
	seen := map[string]int{}
	for round := range soak.Rounds(100) {
		random := soak.Rand(streamFlips, uint64(1_000_000+round))
		content := slices.Clone(whole)
		at, bit := random.IntN(len(content)), random.IntN(8)
		content[at] ^= 1 << bit
		folder := t.TempDir()
		must(t, os.WriteFile(filepath.Join(folder, databaseName), content, 0o600))
		what := fmt.Sprintf("round %d, bit %d of byte %d, of %s", round, bit, at, pages[at/pageSize])
		seen[pages[at/pageSize]+": "+lookAtJournal(t, what, folder, want)]++
	}
	if n := seen["record: found by the check and named, no record can be read"]; n > soak.Rounds(100)/10 {
		t.Errorf("%d files give no record at all", n)
	}
	for _, what := range slices.Sorted(maps.Keys(seen)) {
		t.Logf("%d times %s", seen[what], what)
	}
}

// lookAtJournal opens a file with a turned bit, asks everything, and says what found it.
func lookAtJournal(t *testing.T, what, folder string, want journalAnswers) string {
	t.Helper()
	j, err := openJournal(t.Context(), folder, 0)
	if err != nil {
		return "the start refuses it"
	}
	defer func() { _ = j.Close() }()
	got, err := askJournal(t.Context(), j)
	if err != nil {
		t.Errorf("%s: what waits cannot be listed: %v", what, err)
	}
	missing, refused := 0, 0
	damaged := j.Damaged()
	for sequence, entry := range want.waiting {
		named := slices.ContainsFunc(damaged, func(d journal.Damage) bool { return d.First <= sequence && sequence <= d.Last })
		switch there, found := got.waiting[sequence]; {
		case found && there != entry:
			t.Errorf("%s: record %d is another", what, sequence)
		case !found && !named:
			t.Errorf("%s: record %d was skipped without a word", what, sequence)
		case !found:
			missing++
		}
	}
	for group, answer := range want.groups {
		if got.groups[group] == "error" {
			refused++
		} else if got.groups[group] != answer {
			t.Errorf("%s: group %d answers %s, and not %s", what, group, got.groups[group], answer)
		}
	}
	_, err = j.Check(t.Context())
	switch {
	case err == nil && missing+refused > 0:
		t.Errorf("%s: the check finds nothing, and %d records and %d groups cannot be read", what, missing, refused)
		return ""
	case err == nil:
		return "no answer is another"
	case j.Ready() == nil:
		t.Errorf("%s: damaged and ready", what)
	}
	if missing == len(want.waiting) {
		return "found by the check and named, no record can be read" // the page at the root
	}
	return "found by the check and named, the rest is answered"
}
