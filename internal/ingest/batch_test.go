package ingest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// ahead is a memory whose first write ends when the second has begun.
type ahead struct {
	*recorded
	calls chan string
}

func (a *ahead) RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, wait episodic.State) ([]episodic.Receipt, error) {
	if episodes[0].ID == "e0" {
		select {
		case <-a.calls:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	} else {
		select {
		case a.calls <- episodes[0].ID:
		default:
		}
	}
	return a.recorded.RecordAll(ctx, project, episodes, strict, wait)
}

// TestImport_preparesWhileItWrites has a batch begun while the one before is written, and both committed in their order.
func TestImport_preparesWhileItWrites(t *testing.T) {
	m := &ahead{recorded: newMemory(t), calls: make(chan string, 1)}
	var lines []string
	for i := range 6 {
		lines = append(lines, fmt.Sprintf(`{"id": "e%d", "task": "a task"}`, i))
	}
	report, err := ingest.Import(t.Context(), m, ingest.Options{Project: "p", BatchEpisodes: 2, Ahead: true}, []ingest.Source{ingest.Document("e.jsonl", []byte(strings.Join(lines, "\n")))}, nil)
	if err != nil || report.Totals.Created != 6 {
		t.Fatalf("error %v, totals %+v", err, report.Totals)
	}
	if got := slices.Concat(m.batches...); !slices.IsSorted(got) || len(m.batches) != 3 {
		t.Errorf("batches %v, want three in order", m.batches)
	}
}

// TestImport_panicsWhereItWasCalled lets whoever runs imports deal with a panic of what they do at once.
func TestImport_panicsWhereItWasCalled(t *testing.T) {
	m := newMemory(t)
	m.fail = func([]string) error { panic("of the store") }
	defer func() {
		if reason := recover(); reason == nil || !strings.Contains(fmt.Sprint(reason), "of the store") {
			t.Errorf("recovered %v", reason)
		}
	}()
	_, _ = ingest.Import(t.Context(), m, ingest.Options{Project: "p"}, []ingest.Source{ingest.Document("e.json", []byte(`{"id": "e", "task": "a task"}`))}, nil)
}
