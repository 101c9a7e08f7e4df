package transcript

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// Format names the program that wrote a transcript.
type Format string

// The formats.
const (
	ClaudeCode Format = "claude-code"
	Codex      Format = "codex"
	Opencode   Format = "opencode"
	OpenHands  Format = "openhands"
	SWEAgent   Format = "swe-agent"
	// Tau is a log of chats with calls of tools, one run a line or an entry of a list.
	Tau Format = "tau"
)

// Formats lists every format.
func Formats() []Format { return []Format{ClaudeCode, Codex, Opencode, OpenHands, SWEAgent, Tau} }

// Transcript is one run as a file tells it.
type Transcript struct {
	Run agentrun.Run
	// Name is the file, with the number of the line or entry where a file has several runs.
	Name string
	// Broken are lines and values that could not be read.
	Broken []Broken
	// Unknown are the records that the reader does not know, by kind.
	Unknown map[string]Unknown
	// Dropped counts the steps beyond the most that a run keeps; Cut the texts that were shortened.
	Dropped, Cut int
	// Err is why there is no run.
	Err error
}

// Broken is a place in a file that could not be read.
type Broken struct {
	Place, Reason string
}

// Unknown counts the records of a kind that the reader does not know.
type Unknown struct {
	Count int
	// Sample is the first of them, shortened to a JSON text where it is long.
	Sample json.RawMessage
}

// Read yields the runs of a file in order, until yield returns false. A name that ends in .gz is unpacked.
func Read(format Format, name string, in io.Reader, yield func(Transcript) bool) {
	if strings.HasSuffix(strings.ToLower(name), ".gz") {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			yield(Transcript{Name: name, Err: fmt.Errorf("unpack the file: %w", err)})
			return
		}
		in = unzipped
	}
	read := map[Format]func(string, io.Reader, func(Transcript) bool){
		ClaudeCode: readClaudeCode, Codex: readCodex, Opencode: readOpencode, OpenHands: readOpenHands, SWEAgent: readSWEAgent, Tau: readChats,
	}[format]
	if read == nil {
		yield(Transcript{Name: name, Err: fmt.Errorf("%q is no format of transcripts", format)})
		return
	}
	read(name, in, yield)
}

// stem is the name of a file without folder and extensions.
func stem(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ext := range []string{".gz", ".jsonl", ".ndjson", ".json", ".traj"} {
		base = strings.TrimSuffix(base, ext)
	}
	return base
}
