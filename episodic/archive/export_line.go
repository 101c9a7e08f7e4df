package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// ExportKey is the first key of every line of an export and identifies the format.
const ExportKey = "causeway_export"

// MaxExportHead is the maximum number of bytes in a line of an export beside the episode.
const MaxExportHead = 1024

// exportVersion is the version of the format below.
const exportVersion = 1

// exportHead describes the episode in a line of an export.
type exportHead struct {
	Version    int       `json:"causeway_export"`
	Project    string    `json:"project"`
	Revision   int       `json:"revision"`
	Hash       string    `json:"hash"`
	RecordedAt time.Time `json:"recorded_at"`
}

// appendExport appends one line, including its line feed. It copies the canonical JSON of the
// episode unchanged.
func appendExport(line []byte, project string, c episodic.Content) ([]byte, error) {
	head, err := json.Marshal(exportHead{exportVersion, project, c.Number, c.Hash, c.RecordedAt.UTC()})
	if err != nil {
		return nil, fmt.Errorf("encode the head of %q: %w", c.Episode, err)
	}
	line = append(line, head[:len(head)-1]...)
	line = append(line, `,"episode":`...)
	line = append(line, c.JSON...)
	return append(line, "}\n"...), nil
}

// Line returns a prepared episode as a line that an import reads unchanged, as if an export had written it.
func Line(p episodic.Prepared) ([]byte, error) {
	key := episodic.RevisionKey{Episode: p.Episode.ID, Number: 1}
	return appendExport(nil, "", episodic.Content{RevisionKey: key, Hash: p.Hash, JSON: p.Content})
}

// ReadExport reads one line of an export. It repairs nothing: a changed line is an error. same is
// false if the content is unchanged but the normalization rules have changed since, so that its
// hash is different now.
func ReadExport(raw []byte) (p episodic.Prepared, same bool, err error) {
	var version struct {
		Version *int `json:"causeway_export"`
	}
	if err := json.Unmarshal(raw, &version); err != nil {
		return episodic.Prepared{}, false, fmt.Errorf("the line of an export is damaged: %w", err)
	}
	if version.Version == nil || *version.Version != exportVersion {
		return episodic.Prepared{}, false, fmt.Errorf("the line is of another version of exports than %d, which this causeway reads; "+
			"import it with the version that wrote it or a newer one", exportVersion)
	}
	var line struct {
		exportHead
		Episode json.RawMessage `json:"episode"`
	}
	if err := strictly(raw, &line); err != nil {
		return episodic.Prepared{}, false, fmt.Errorf("the line of an export is damaged: %w", err)
	}
	var e episodic.Episode
	if err := strictly(line.Episode, &e); err != nil {
		return episodic.Prepared{}, false, fmt.Errorf("the episode in the line of an export is damaged: %w", err)
	}
	p, err = intake.Prepare(e)
	if err == nil && p.Hash == line.Hash {
		return p, true, nil
	}
	if intake.ContentHash(line.Episode) != line.Hash {
		return episodic.Prepared{Episode: e}, false, errors.New("the line of an export is damaged: the episode does not fit its hash")
	}
	return p, false, err
}

// strictly decodes exactly one JSON value and rejects unknown keys.
func strictly(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}
