package ledger

import (
	"context"
	"slices"
)

// Fence is a claim to write: it holds as long as the entry names the holder. A holder that was
// paused or cut off, while another took its entry over, learns of it by its fence.
type Fence struct {
	ID
	// Holder is who writes.
	Holder string
	// MayBeGone says that the claim outlasts the entry: only another holder ends it.
	MayBeGone bool
}

// fencesKey is the key of the fences of a context.
type fencesKey struct{}

// WithFence returns a context for writing behind a fence, besides those that ctx has. A store
// checks all of them in the transaction of every write and commits nothing if one does not hold.
func WithFence(ctx context.Context, f Fence) context.Context {
	return context.WithValue(ctx, fencesKey{}, append(slices.Clone(Fences(ctx)), f))
}

// Unfenced returns a context without fences, for what a holder notes about itself.
func Unfenced(ctx context.Context) context.Context {
	return context.WithValue(ctx, fencesKey{}, []Fence(nil))
}

// Fences returns the fences of a context, the outermost first.
func Fences(ctx context.Context) []Fence {
	fences, _ := ctx.Value(fencesKey{}).([]Fence)
	return fences
}

// Hold reports whether all fences hold. holders are those of the entries that are there.
func Hold(fences []Fence, holders map[ID]string) bool {
	for _, f := range fences {
		holder, found := holders[f.ID]
		if found && holder != f.Holder || !found && !f.MayBeGone {
			return false
		}
	}
	return true
}
