package episodic

import (
	"iter"
	"math"
)

// Page is a window over an ordered list: the first Limit items after the cursor.
type Page struct {
	// Limit is the number of items wanted, at least 1.
	Limit int
	// After is the sort key of the last item of the previous page; empty for the first page.
	After string
}

// Slice is a part of a list by position: at most Limit items after the first Offset.
type Slice struct {
	Offset, Limit int
}

// Everything is a slice that no list is longer than.
func Everything() Slice { return Slice{Limit: math.MaxInt32} }

// MaxPage is the maximum number of items on one page.
const MaxPage = 100

// MaxItems is the maximum number of items of a list inside of another item, like the events of an
// episode, that one answer shows. A longer one is asked for in parts.
const MaxItems = 1000

// DefaultPage is the page size if the caller does not set one (seed 003).
const DefaultPage = 20

// Items yields the items of a list in order. It reads pages of size items until one is not full;
// cursor is the sort key of an item. The first error ends it.
func Items[T any](size int, read func(Page) ([]T, error), cursor func(T) string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := (Page{Limit: size}); ; {
			items, err := read(page)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if len(items) < size {
				return
			}
			page.After = cursor(items[len(items)-1])
		}
	}
}

// AllItems returns the items that [Items] yields.
func AllItems[T any](size int, read func(Page) ([]T, error), cursor func(T) string) ([]T, error) {
	var all []T
	for item, err := range Items(size, read, cursor) {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, nil
}
