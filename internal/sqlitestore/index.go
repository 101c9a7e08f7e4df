package sqlitestore

// Index finds chunks by words in the same file as the store.
type Index struct {
	store *Store
}

// Index returns the search index of the same file. It lives as long as the Store.
func (s *Store) Index() *Index { return &Index{store: s} }
