package archive_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/memory"
)

// export returns "id revision" of each line that an export writes.
func export(ctx context.Context, from *chest, revisions bool) ([]string, archive.ExportReport, error) {
	var lines []string
	o := archive.ExportOptions{Project: "p", Revisions: revisions}
	report, err := memory.NewEpisodes(memory.EpisodeParts{Store: from, Index: nil}, time.Now).Archive.Export(ctx, o, func(line []byte) error {
		var l struct {
			Revision int
			Episode  struct{ ID string }
		}
		if !strings.HasSuffix(string(line), "}\n") {
			return fmt.Errorf("no line: %s", line)
		}
		err := json.Unmarshal(line, &l)
		lines = append(lines, fmt.Sprint(l.Episode.ID, " ", l.Revision))
		return err
	}, nil)
	return lines, report, err
}

func TestService_Export(t *testing.T) {
	gone := pastOf(t, "gone", "g")
	gone.DeletedAt = time.Unix(5, 0)
	from := newChest(pastOf(t, "b", "1", "2", "3"), gone, pastOf(t, "a", "1"), pastOf(t, "c", "1", "2"))
	lines, plain, err := export(t.Context(), from, false)
	if err != nil || !slices.Equal(lines, []string{"a 1", "b 3", "c 2"}) || plain.Episodes != 3 || plain.Lines != 3 || plain.Deleted != 1 {
		t.Errorf("%v, %+v, %v", lines, plain, err)
	}
	lines, whole, err := export(t.Context(), from, true)
	if want := []string{"a 1", "b 1", "c 1", "b 2", "c 2", "b 3"}; err != nil || !slices.Equal(lines, want) || whole.Lines != 6 || whole.Episodes != 3 {
		t.Errorf("with revisions: %v, %+v, %v", lines, whole, err)
	}
	if plain.Fingerprint == whole.Fingerprint {
		t.Error("the earlier contents make no difference to the fingerprint")
	}
	from.past["b"] = pastOf(t, "b", "3")
	if _, other, err := export(t.Context(), from, false); err != nil || other.Fingerprint != plain.Fingerprint {
		t.Errorf("the same contents have another fingerprint: %+v, %v", other, err)
	}
	from.past["b"] = pastOf(t, "b", "4")
	if _, other, err := export(t.Context(), from, false); err != nil || other.Fingerprint == plain.Fingerprint {
		t.Errorf("another content has the same fingerprint: %+v, %v", other, err)
	}
}

func TestService_ExportPurged(t *testing.T) {
	from := newChest(pastOf(t, "a", "1"), pastOf(t, "b", "1", "2"))
	from.asked = func([]episodic.RevisionKey) { delete(from.past, "b") }
	lines, report, err := export(t.Context(), from, true)
	if err != nil || len(lines) != 1 || report.Purged != 1 || report.Episodes != 1 {
		t.Errorf("%v, %+v, %v", lines, report, err)
	}
}

func TestService_ExportFails(t *testing.T) {
	damaged := pastOf(t, "a", "1")
	damaged.Contents[0].JSON = []byte("{}")
	if _, _, err := export(t.Context(), newChest(damaged), false); err == nil || !strings.Contains(err.Error(), "does not fit its hash") {
		t.Errorf("a damaged content: %v", err)
	}
	if _, _, err := export(t.Context(), &chest{}, false); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("no such project: %v", err)
	}
	full := errors.New("no space")
	service := memory.NewEpisodes(memory.EpisodeParts{Store: newChest(pastOf(t, "a", "1")), Index: nil}, time.Now)
	if _, err := service.Archive.Export(t.Context(), archive.ExportOptions{Project: "p"}, func([]byte) error { return full }, nil); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
}
