package ingest_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/internal/ingest"
)

// TestRead_RandomDocuments gives the readers objects with known keys and values of every type in
// every place: mutated bytes are rarely still JSON of enough depth.
func TestRead_RandomDocuments(t *testing.T) {
	keys := map[ingest.Format][]string{
		ingest.FormatEpisode: {
			"id", "session", "timestamp", "outcome", "reported_outcome", "task", "context", "tags", "decisions", "events", "links", "metrics",
			"lessons", "notes", "causal_order_version", "migration_note", "_note", "type", "reported_type", "chosen", "summary", "options",
			"effects", "content", "caused_by", "leads_to", "_source_session", "source", "target", "relation", "basis", "confidence", "errors",
			"duration_minutes", "filesChanged", "factor", "other",
		},
		ingest.FormatSessionLog: {
			"session", "number", "date", "objective", "branch", "startingCommit", "endingCommit", "protocolCompliance", "sessionEnd", "changesCommitted",
			"Complete", "Evidence", "status", "workLog", "action", "time", "decision", "decisions", "outcomes", "outcome", "episode", "alternatives",
			"options", "chosen", "rationale", "type", "id", "error", "learnings", "commits", "sha", "nextSteps", "summary", "start_time", "other",
		},
	}
	for format, words := range keys {
		t.Run(string(format), func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				file := anyObject(r, words, 4)
				if rapid.Bool().Draw(r, "plausible") {
					file["id"], file["task"], file["session"] = "x", "t", map[string]any{"date": "2026-01-09"}
				}
				raw, err := json.Marshal(file)
				if err != nil {
					r.Fatal(err)
				}
				readsWell(r, format, raw)
				losesNothing(r, format, "2026-01-09-x.json", raw, false)
			})
		})
	}
}

func anyObject(r *rapid.T, words []string, depth int) map[string]any {
	out := map[string]any{}
	for range rapid.IntRange(0, 9).Draw(r, "members") {
		out[rapid.SampledFrom(words).Draw(r, "key")] = anyValue(r, words, depth-1)
	}
	return out
}

func anyValue(r *rapid.T, words []string, depth int) any {
	kinds := []string{"text", "text", "word", "other"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "list", "list")
	}
	switch rapid.SampledFrom(kinds).Draw(r, "kind") {
	case "object":
		return anyObject(r, words, depth)
	case "list":
		out := []any{}
		for range rapid.IntRange(0, 3).Draw(r, "items") {
			out = append(out, anyValue(r, words, depth-1))
		}
		return out
	case "word":
		return rapid.SampledFrom([]string{
			"", " ", "d1", "e1", "outcome", "x/e1", "o/e1", "success", "FAILED", "causes", "temporal", "2026-01-09", "2026-01-09T00:00:00Z",
			"T1", "9d770ec0", "none", ",", "a/b/c", "0", "episode-1",
		}).Draw(r, "word")
	case "other":
		return rapid.SampledFrom([]any{nil, true, false, 0, -1, 2.5, 1e300}).Draw(r, "other")
	default:
		if rapid.Bool().Draw(r, "marked") {
			return fmt.Sprintf("mark%dx", rapid.IntRange(0, 1<<30).Draw(r, "mark"))
		}
		return rapid.StringN(0, 20, -1).Draw(r, "text")
	}
}
