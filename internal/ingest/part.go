package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/moving"
)

// readPart reads a line of an export that holds no episode.
func (run *importing) readPart(t *task, d document) *task {
	n, err := parse(d.raw)
	if err == nil && len(n.repeated) > 0 {
		err = errors.New("the line of an export is damaged: the key " + n.repeated[0] + " is there twice")
	}
	var line moving.Line
	if err == nil {
		line, err = moving.ReadLine(d.raw)
	}
	if err == nil && run.options.Parts == nil {
		err = fmt.Errorf("the line of an export holds a %s, and only episodes are taken here", line.Kind)
	}
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.item.Part, t.hash, t.content, t.size = string(line.Kind), line.Hash, line.Record, len(line.Record)
	return t
}

// takeParts writes what an export holds beside episodes, in the order of the lines.
func (run *importing) takeParts(ctx context.Context) error {
	var batch []*task
	size := 0
	flush := func() error {
		err := run.takeBatch(ctx, batch)
		batch, size = nil, 0
		run.tell()
		return err
	}
	for _, t := range run.tasks {
		if t.item.Part == "" || t.item.Status != "" {
			continue
		}
		full := len(batch) == run.options.BatchEpisodes || size+t.size > run.options.BatchBytes
		if len(batch) > 0 && (full || batch[0].item.Part != t.item.Part) {
			if err := flush(); err != nil {
				return err
			}
		}
		batch, size = append(batch, t), size+t.size
	}
	if len(batch) == 0 {
		return nil
	}
	return flush()
}

// takeBatch writes lines of one kind. An error it returns ends the import.
func (run *importing) takeBatch(ctx context.Context, batch []*task) error {
	records := make([]json.RawMessage, len(batch))
	for i, t := range batch {
		var err error
		if records[i], err = run.spool.content(t.at, t.size); err != nil {
			return err
		}
	}
	within, done := finishing(ctx)
	defer done()
	outcomes, err := run.options.Parts.Take(within, run.options.Project, moving.Kind(batch[0].item.Part), records)
	if err != nil && ends(ctx, err) {
		return fmt.Errorf("write the lines from %s on: %w", batch[0].item.File, err)
	}
	for i, t := range batch {
		switch {
		case err != nil:
			t.item.Status, t.item.Reason = StatusNotWritten, err.Error()
		case outcomes[i].Err != nil:
			t.item.refuse(outcomes[i].Err)
		default:
			t.item.settle(episodic.Receipt{Change: outcomes[i].Change, Reason: outcomes[i].Note})
		}
	}
	return nil
}
