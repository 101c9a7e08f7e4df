package ingest

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// settleRepeats handles ids that occur in several documents. A repetition of the same content is
// settled at once; different contents become revisions in the order of the documents. Contents
// that the memory already went through are not written again, because a second import would
// otherwise add old contents as new revisions.
func (run *importing) settleRepeats(ctx context.Context) error {
	chains := map[string][]*task{}
	var repeated []string
	for _, t := range run.tasks {
		if !t.isOpen() {
			continue
		}
		id := t.item.Episode
		chain := chains[id]
		if len(chain) == 0 {
			chains[id] = []*task{t}
			continue
		}
		before := chain[len(chain)-1]
		if before.hash == t.hash {
			t.unchanged(RuleSameContentTwice, "%s has the same content", before.item.File)
			continue
		}
		t.note(RuleSameIDTwice, "%s has another content; this one is recorded after it", before.item.File)
		if len(chain) == 1 {
			repeated = append(repeated, id)
		}
		chains[id] = append(chain, t)
	}
	if len(repeated) == 0 {
		return nil
	}
	return run.skipRecorded(ctx, chains, repeated)
}

// skipRecorded skips the contents before the last one that the memory holds.
func (run *importing) skipRecorded(ctx context.Context, chains map[string][]*task, ids []string) error {
	stored, err := run.to.Revisions(ctx, run.options.Project, ids, episodic.Everything())
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what is recorded already: %w", err)
	}
	for _, id := range ids {
		var hashes []string
		for _, revision := range stored[id] {
			hashes = append([]string{contentHash(revision, run.options.Format)}, hashes...)
		}
		chain := chains[id]
		for i := range recordedLength(chain, hashes) - 1 {
			chain[i].unchanged(RuleAlreadyRecordedOnce, "recorded earlier, and %s after it", chain[i+1].item.File)
		}
	}
	return nil
}

// recordedLength returns the largest n such that the memory holds the first n contents in this
// order and the n-th is its latest.
func recordedLength(chain []*task, hashes []string) int {
	if len(hashes) == 0 {
		return 0
	}
	longest, at := 0, 0
	for i, t := range chain {
		for at < len(hashes) && hashes[at] != t.hash {
			at++
		}
		if at == len(hashes) {
			break
		}
		at++
		if t.hash == hashes[len(hashes)-1] {
			longest = i + 1
		}
	}
	return longest
}

func (t *task) unchanged(rule Rule, format string, args ...any) {
	t.note(rule, format, args...)
	t.item.Status, t.item.Change = StatusUnchanged, episodic.ChangeUnchanged
}

func (t *task) note(rule Rule, format string, args ...any) {
	t.noteAt("id", rule, format, args...)
}

func (t *task) noteAt(path string, rule Rule, format string, args ...any) {
	t.item.Entries = append(t.item.Entries, Entry{Path: path, Rule: rule, Kind: KindNoted, Message: fmt.Sprintf(format, args...)})
}
