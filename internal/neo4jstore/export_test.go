package neo4jstore

import "io/fs"

// WithSchema returns the same store with another schema, whose history is kept apart, so
// that tests can spoil it.
func (s *Store) WithSchema(name string, files fs.FS) *Store {
	other := *s
	other.schema = schemaSet{name: name, files: files}
	return &other
}
