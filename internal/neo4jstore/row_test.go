package neo4jstore_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

func TestRow_namesStatementAndColumn(t *testing.T) {
	link := map[string]any{
		"id": "l1", "relation": "CAUSES", "basis": "stated", "confidence": nil, "note": nil, "linkEpisode": "a", "recordedAt": "today",
	}
	columns := map[string]any{"key": "a/e1", "note": nil, "at": "yesterday", "links": []any{link}, "odd": []any{1}}
	for _, c := range []struct {
		why  string
		read func(*neo4jstore.Row)
		want string
	}{
		{"a text", func(r *neo4jstore.Row) { r.Text("key") }, ""},
		{"a null that may be", func(r *neo4jstore.Row) { r.MaybeText("note") }, ""},
		{"a null that may not be", func(r *neo4jstore.Row) { r.Text("note") }, `read get_x: column "note" is null: a node was removed while it was read`},
		{"no such column", func(r *neo4jstore.Row) { r.MaybeText("gone") }, `read get_x: no column "gone"`},
		{"another type", func(r *neo4jstore.Row) { r.Integer("key") }, `read get_x: column "key" is string, not int64`},
		{"the first mistake is kept", func(r *neo4jstore.Row) { r.Integer("key"); r.Text("gone") }, `column "key"`},
		{"no timestamp", func(r *neo4jstore.Row) { r.Timestamp("at") }, `read get_x: column "at": "yesterday"`},
		{"a column of a nested row", func(r *neo4jstore.Row) { r.Links("links") }, `column "recordedAt" is string, not time.Time`},
		{"a list of other things", func(r *neo4jstore.Row) { r.Links("odd") }, `column "odd" holds int, not a map`},
	} {
		err := neo4jstore.ReadRow("get_x", columns, c.read)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}
