package neo4jstore

import (
	"context"
	"io/fs"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// WithSchema returns the same store with another schema, whose history is kept apart, so
// that tests can spoil it.
func (s *Store) WithSchema(name string, files fs.FS) *Store {
	other := *s
	other.schema = schemaSet{name: name, files: files}
	return &other
}

// WithFew returns the same store that looks at so many episodes at most because they have what a filter asks for.
func (s *Store) WithFew(n int) *Store {
	other := *s
	other.few = n
	return &other
}

// WithNarrow returns the same store that looks one by one at the episodes of a variable that so many record at most.
func (s *Store) WithNarrow(n int) *Store {
	other := *s
	other.narrow = n
	return &other
}

// Drop goes on with a removal of the factors of a project.
func (s *Store) Drop(ctx context.Context, project string, removal int) error {
	return s.drop(ctx, project, removal)
}

// Explain maps an error as every call does.
func (s *Store) Explain(err error) error { return s.explain(err) }

// ReadRow reads one row whose columns are those of m, and returns what went wrong.
func ReadRow(statement string, m map[string]any, read func(*Row)) error {
	r := newRow(statement, &neo4j.Record{}).of(m)
	read(&Row{r})
	return *r.err
}

// Row gives tests the readers of columns.
type Row struct{ r *row }

// Text reads a text.
func (r *Row) Text(name string) string { return r.r.text(name) }

// MaybeText reads a text that may be null.
func (r *Row) MaybeText(name string) string { return r.r.maybeText(name) }

// Integer reads a whole number.
func (r *Row) Integer(name string) int { return r.r.integer(name) }

// Timestamp reads a timestamp.
func (r *Row) Timestamp(name string) { r.r.timestamp(name) }

// Links reads a list of links.
func (r *Row) Links(name string) { r.r.strongest(name) }

// Precedence is what lets reads that count links go first.
type Precedence struct{ *precedence }

// NewPrecedence returns one with nothing announced.
func NewPrecedence() Precedence { return Precedence{newPrecedence()} }

// Enter announces work.
func (p Precedence) Enter(project string) (leave func()) { return p.enter(project) }

// Give waits for the work that was announced.
func (p Precedence) Give(ctx context.Context, project string) error { return p.give(ctx, project) }

// HasBookmarks reports whether reads at an address wait for what was written elsewhere.
func HasBookmarks(uri string) bool { return bookmarksOf(uri) != nil }
