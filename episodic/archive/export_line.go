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

// ExportKey is the first key of every line of an export: who reads it knows what it is.
const ExportKey = "causeway_export"

// MaxExportHead is the most bytes that a line of an export has beside the episode.
const MaxExportHead = 1024

// exportVersion is the version of the form below.
const exportVersion = 1

// exportHead is what a line of an export says about the episode behind it.
type exportHead struct {
	Version    int       `json:"causeway_export"`
	Project    string    `json:"project"`
	Revision   int       `json:"revision"`
	Hash       string    `json:"hash"`
	RecordedAt time.Time `json:"recorded_at"`
}

// appendExport appends one line, with its line feed. The canonical JSON of the episode goes
// in byte by byte.
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

// ReadExport reads one line of an export. Nothing is repaired: what is not as it was written
// is an error that says so. same is false when the content is as it was written and the
// rules of normalising have changed since, so that it has another hash now.
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

// strictly reads one JSON value and nothing after it, and takes no key that it does not know.
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
