package clone

func Same[T any](one T) T { return one }

// Each copies a list; an empty one is nil.
func Each[T any](list []T, copied func(T) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i, one := range list {
		out[i] = copied(one)
	}
	return out
}

func Pointed[T any](p *T, copied func(T) T) *T {
	if p == nil {
		return nil
	}
	return new(copied(*p))
}
