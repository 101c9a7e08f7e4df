package write_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/write"
)

// TestSequence_commitsInOrder begins writes of which the last is ready first: each waits for its turn, also behind one that failed
// before it had one.
func TestSequence_commitsInOrder(t *testing.T) {
	var order write.Sequence
	var committed []int
	var all sync.WaitGroup
	const writes, failing = 5, 2
	begun := make([]chan struct{}, writes+1)
	for i := range begun {
		begun[i] = make(chan struct{})
	}
	close(begun[writes])
	for i := range writes {
		ctx, end := order.Begin(t.Context())
		all.Go(func() {
			defer end()
			<-begun[i+1] // those after it wait already
			close(begun[i])
			if i == failing {
				return
			}
			if err := write.AwaitTurn(ctx); err != nil {
				t.Error(err)
			}
			committed = append(committed, i) // a race, unless only one has its turn
			write.PassTurn(ctx)
		})
	}
	all.Wait()
	if want := []int{0, 1, 3, 4}; !slices.Equal(committed, want) {
		t.Errorf("committed %v, want %v", committed, want)
	}
}

// TestSequence_ends makes no write whose turn comes after the context of the sequence ended, although its own lasts.
func TestSequence_ends(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var order write.Sequence
	_, endFirst := order.Begin(ctx)
	second, endSecond := order.Begin(ctx)
	defer endSecond()
	stop()
	endFirst()
	if err := write.AwaitTurn(context.WithoutCancel(second)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
	if err := write.AwaitTurn(t.Context()); err != nil {
		t.Errorf("a write outside of any sequence waits: %v", err)
	}
}
