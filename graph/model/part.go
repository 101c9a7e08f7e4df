package model

import (
	"iter"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Part returns the part of a list inside another item. It returns a
// [problem.InvalidError] when first is not from 1 to [episodic.MaxItems], when offset is below 0, and
// when first is nil and the list goes on beyond MaxItems: nothing is cut in silence.
func Part[T any](items []T, first *int, offset int) ([]T, error) {
	return PartOf(slices.Values(items), len(items), first, offset)
}

// PartOf is [Part] of a list of n items that is made only as far as it is asked for.
func PartOf[T any](items iter.Seq[T], n int, first *int, offset int) ([]T, error) {
	part, err := Slice(first, offset)
	if err != nil {
		return nil, err
	}
	if first == nil && n-part.Offset > episodic.MaxItems {
		return nil, TooLong(n)
	}
	out, at := []T{}, 0
	for item := range items {
		if at-part.Offset >= part.Limit {
			break
		}
		if at++; at > part.Offset {
			out = append(out, item)
		}
	}
	return out, nil
}

// Slice reads the arguments of such a list. Without first it has place for one item more than may be
// shown, which tells that the list is too long.
func Slice(first *int, offset int) (episodic.Slice, error) {
	if offset < 0 {
		return episodic.Slice{}, problem.Refuse("offset", "it is %d; it cannot be less than 0", offset)
	}
	if first == nil {
		return episodic.Slice{Offset: offset, Limit: episodic.MaxItems + 1}, nil
	}
	return episodic.Slice{Offset: offset, Limit: *first}, CheckFirst(*first, episodic.MaxItems)
}

// TooLong is the error for a list of n items that is asked for as a whole.
func TooLong(n int) error {
	return problem.Refuse("first", "the list has %d items; at most %d are shown at once: name how many with first, and go on with offset", n, episodic.MaxItems)
}
