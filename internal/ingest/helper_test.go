package ingest_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// readAs reads a document that must be accepted and returns its entries as "rule path", in order.
func readAs(t *testing.T, format ingest.Format, name, raw string) (episodic.Episode, []string) {
	t.Helper()
	p, entries, err := ingest.Read(format, name, []byte(raw))
	if err != nil {
		t.Fatalf("Read(%s): %v", name, err)
	}
	var said []string
	for _, e := range entries {
		if e.Message == "" {
			t.Errorf("%s at %s says nothing", e.Rule, e.Path)
		}
		said = append(said, string(e.Rule)+" "+e.Path)
	}
	return p.Episode, said
}

// rules returns the distinct rules of the entries.
func rules(entries []ingest.Entry) []string {
	var out []string
	for _, e := range entries {
		if !slices.Contains(out, string(e.Rule)) {
			out = append(out, string(e.Rule))
		}
	}
	return out
}

// kept returns extra values from paths and JSON in turn.
func kept(pairs ...string) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return out
}

func ptr[T any](v T) *T { return &v }

func day(s string) episodic.Timestamp {
	t, err := episodic.ParseTimestamp(s)
	if err != nil {
		panic(err)
	}
	return t
}

// sum is the SHA-256 of a text in hexadecimal.
func sum(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }
