package notes

// Pattern is what a note says of a pattern.
type Pattern struct{}

func (r *reader) readPattern() error { return nil }
