package model

import (
	"context"
	"encoding/base64"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// cursorVersion is the first part of every cursor, so that a later form can be told apart.
const cursorVersion = "1"

// EncodeCursor returns the opaque cursor of the item with that sort key in that list.
func EncodeCursor(list, sortKey string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorVersion + "|" + list + "|" + sortKey))
}

// DecodeCursor returns the sort key that a cursor of that list holds. It returns an
// [problem.InvalidError] at "after" when the text is no cursor, or one of another list.
func DecodeCursor(list, cursor string) (string, error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return "", problem.Refuse("after", "it is no cursor; use the endCursor of the page before")
	}
	sortKey, ok := strings.CutPrefix(string(text), cursorVersion+"|"+list+"|")
	if !ok || sortKey == "" {
		return "", problem.Refuse("after", "it is no cursor of this list; use the endCursor of its page before")
	}
	return sortKey, nil
}

// Window is a page as it was asked for.
type Window struct {
	list  string
	first int
	after string
}

// NewWindow checks the arguments of a list. It returns an [problem.InvalidError] when
// first is not from 1 to [episodic.MaxPage] or after is no cursor of the list.
func NewWindow(list string, first int, after *string) (Window, error) {
	w := Window{list: list, first: first}
	if err := CheckFirst(first, episodic.MaxPage); err != nil {
		return w, err
	}
	if after == nil {
		return w, nil
	}
	sortKey, err := DecodeCursor(list, *after)
	w.after = sortKey
	return w, err
}

// CheckFirst returns an [problem.InvalidError] when first is not from 1 to most.
func CheckFirst(first, most int) error {
	if first < 1 || first > most {
		return problem.Refuse("first", "it is %d; from 1 to %d are possible", first, most)
	}
	return nil
}

// Page returns what to ask the store for: one item more than wanted, which tells whether
// there is a next page.
func (w Window) Page() episodic.Page { return episodic.Page{Limit: w.first + 1, After: w.after} }

// Connect makes a page out of what [Window.Page] brought. sortKey names an item's place in
// the list, edge wraps it with its cursor, and count may be nil when the list is not counted.
func Connect[T, E any](
	w Window, found []T, sortKey func(T) string, edge func(cursor string, item T) E,
	count func(context.Context) (int, error),
) Connection[E] {
	c := Connection[E]{Edges: []E{}, count: count}
	c.PageInfo.HasPreviousPage = w.after != ""
	c.PageInfo.HasNextPage = len(found) > w.first
	for _, item := range found[:min(len(found), w.first)] {
		cursor := EncodeCursor(w.list, sortKey(item))
		if c.PageInfo.StartCursor == nil {
			c.PageInfo.StartCursor = &cursor
		}
		c.PageInfo.EndCursor = &cursor
		c.Edges = append(c.Edges, edge(cursor, item))
	}
	return c
}
