package moving

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/causeway-memory/causeway/episodic/archive"
)

// lineVersion is the version of the form of these lines. Lines of episodes have version 1.
const lineVersion = 2

// Kind says what a line holds.
type Kind string

// The kinds, in the order in which they are exported and have to be taken.
const (
	// KindDeleted is a deleted episode with all its contents, which only a backup has.
	KindDeleted Kind = "deleted"
	// KindRule is a merge or split of factors, a variable that was declared closed, or a rule of the
	// project.
	KindRule Kind = "rule"
	// KindStatement is a stated link between factors.
	KindStatement Kind = "statement"
	// KindPattern is a pattern with its history.
	KindPattern Kind = "pattern"
	// KindApplication is a recorded use of a pattern in an episode.
	KindApplication Kind = "application"
	// KindEvent is an execution event.
	KindEvent Kind = "event"
	// KindWorkflow is what completed a workflow.
	KindWorkflow Kind = "workflow"
	// KindAudit is an entry of the audit log.
	KindAudit Kind = "audit"
)

// Kinds returns all of them, in their order.
func Kinds() []Kind {
	return []Kind{KindDeleted, KindRule, KindStatement, KindPattern, KindApplication, KindEvent, KindWorkflow, KindAudit}
}

// Line is one line of an export that holds no episode.
type Line struct {
	Kind Kind
	// Hash is the SHA-256 of Record in hexadecimal.
	Hash string
	// Record is JSON without white space; its form depends on the kind.
	Record json.RawMessage
}

// lineForm is a line as it is written.
type lineForm struct {
	Version int             `json:"causeway_export"`
	Project string          `json:"project"`
	Kind    Kind            `json:"kind"`
	Hash    string          `json:"hash"`
	Record  json.RawMessage `json:"record"`
}

// newLine returns the line of a record.
func newLine(kind Kind, record any) (Line, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return Line{}, fmt.Errorf("encode a %s: %w", kind, err)
	}
	return Line{Kind: kind, Hash: hashOf(text), Record: text}, nil
}

func hashOf(record []byte) string {
	sum := sha256.Sum256(record)
	return hex.EncodeToString(sum[:])
}

// write returns the line with its line feed.
func (l Line) write(project string) ([]byte, error) {
	text, err := json.Marshal(lineForm{lineVersion, project, l.Kind, l.Hash, l.Record})
	if err != nil {
		return nil, fmt.Errorf("encode the line of a %s: %w", l.Kind, err)
	}
	return append(text, '\n'), nil
}

// Is reports whether a document is a line of this form, by its first key and version.
func Is(raw []byte) bool {
	rest, object := bytes.CutPrefix(bytes.TrimSpace(raw), []byte("{"))
	if rest = bytes.TrimSpace(rest); !object || !bytes.HasPrefix(rest, []byte(`"`+archive.ExportKey+`"`)) {
		return false
	}
	rest, colon := bytes.CutPrefix(bytes.TrimSpace(rest[len(archive.ExportKey)+2:]), []byte(":"))
	rest = bytes.TrimSpace(rest)
	return colon && len(rest) > 1 && rest[0] == '0'+lineVersion && (rest[1] == ',' || rest[1] == ' ')
}

// ReadLine reads a line. A record that does not fit its hash is an error.
func ReadLine(raw []byte) (Line, error) {
	var l lineForm
	if err := strictly(raw, &l); err != nil {
		return Line{}, fmt.Errorf("the line of an export is damaged: %w", err)
	}
	var record bytes.Buffer
	if err := json.Compact(&record, l.Record); err != nil {
		return Line{}, fmt.Errorf("the line of an export is damaged: %w", err)
	}
	if hashOf(record.Bytes()) != l.Hash {
		return Line{}, fmt.Errorf("the line of an export is damaged: the %s does not fit its hash", l.Kind)
	}
	return Line{Kind: l.Kind, Hash: l.Hash, Record: record.Bytes()}, nil
}

// strictly decodes exactly one JSON value and rejects unknown keys.
func strictly(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}
