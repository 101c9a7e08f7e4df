package ingest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// Format is the format of documents.
type Format string

// The formats.
const (
	// FormatEpisode is the episode file in any version and shape, and what causeway exports.
	FormatEpisode Format = "episode"
	// FormatSessionLog is the log of a session, with its decisions and work log, as JSON or markdown.
	FormatSessionLog Format = "session-log"
	// FormatCausalGraph is the causal graph of earlier tools: nodes, edges and patterns. It holds
	// no episodes; [ReadGraph] reads it.
	FormatCausalGraph Format = "causal-graph"
	// FormatMarkdown is a note of an episode or a pattern, as causeway or another tool wrote it.
	FormatMarkdown Format = "markdown"
	// FormatOTLP is a request of the OpenTelemetry protocol in JSON, with spans or log records;
	// [ImportTraces] reads it.
	FormatOTLP Format = "otlp-json"
	// FormatLangfuse is an export of traces or observations of Langfuse; [ImportTraces] reads it.
	FormatLangfuse Format = "langfuse"
)

// Formats lists every format.
func Formats() []Format {
	out := []Format{FormatEpisode, FormatSessionLog, FormatCausalGraph, FormatMarkdown, FormatOTLP, FormatLangfuse}
	for _, f := range transcript.Formats() {
		out = append(out, Format(f))
	}
	return out
}

// IsTranscript reports whether the format is that of transcripts of agents, one of [transcript.Formats].
func (f Format) IsTranscript() bool {
	return slices.Contains(transcript.Formats(), transcript.Format(f))
}

// IsTrace reports whether the format holds traces, which [ImportTraces] reads.
func (f Format) IsTrace() bool { return f == FormatOTLP || f == FormatLangfuse }

// Read reads one document and returns entries for what it did. The error is a [SyntaxError] if
// the document is not JSON, and a [problem.InvalidError] if the episode breaks a rule. A line of
// an export is recognized by its first key and read unchanged, whatever the format. A note is read without
// the titles of other notes.
func Read(format Format, name string, raw []byte) (episodic.Prepared, []Entry, error) {
	if format == FormatMarkdown {
		return readNoteAlone(name, raw)
	}
	r := newReading()
	if format == FormatSessionLog && isMarkdown(name, raw) {
		return readMarkdownLog(r, name, raw)
	}
	n, err := parse(raw)
	if err != nil {
		return episodic.Prepared{}, nil, err
	}
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		r.say(RuleBOM, "", "a byte order mark was passed over")
	}
	if isExport(n) {
		return readExport(r, n)
	}
	for _, key := range n.repeated {
		r.say(RuleRepeatedKey, key, "the key is there twice, without contradiction")
	}
	if p, is := r.readExact(n); is && format == FormatEpisode {
		return p, r.entries, nil
	}
	var e episodic.Episode
	switch format {
	case FormatEpisode:
		e, err = readEpisode(r, n, name)
	case FormatSessionLog:
		e, err = readSessionLog(r, n, name, nil)
	default:
		err = fmt.Errorf("%q is not a format; use %q or %q", format, FormatEpisode, FormatSessionLog)
	}
	if err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	return r.prepared(e)
}

// prepared brings an episode that was read into its normal form.
func (r *reading) prepared(e episodic.Episode) (episodic.Prepared, []Entry, error) {
	p, err := intake.Prepare(e)
	if err != nil {
		return episodic.Prepared{Episode: e}, r.entries, err
	}
	return p, r.entries, nil
}
