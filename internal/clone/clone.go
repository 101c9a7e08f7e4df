package clone

// Value returns its argument: the element copy for values that hold no references.
func Value[T any](v T) T { return v }

// Slice copies a slice element by element; the copy of an empty slice is nil.
func Slice[T any](list []T, copyElement func(T) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i, element := range list {
		out[i] = copyElement(element)
	}
	return out
}

// Pointer copies what p points to; the copy of nil is nil.
func Pointer[T any](p *T, copyElement func(T) T) *T {
	if p == nil {
		return nil
	}
	return new(copyElement(*p))
}
