package httpapi

import (
	"context"
	"io"
	"sync"
)

// smallBody is how much of a body is read without memory being reserved for it; manyBodies is how many bodies
// of the largest size may be in memory together, of one caller half as many. What is beyond waits without being read.
const (
	smallBody  = 64 << 10
	manyBodies = 8
	// bodyStep is how much is reserved at a time.
	bodyStep = 256 << 10
)

// bodies hands out the memory for the bodies of requests as their bytes arrive: what is announced and not sent
// takes nothing.
type bodies struct {
	shares *shares
	// last is held by the one body that is read to its end without a reservation, so that bodies that each
	// have a part of what there is do not wait for one another.
	last chan struct{}
}

func newBodies(largest int64) bodies {
	return bodies{shares: newShares(manyBodies*largest, 0), last: make(chan struct{}, 1)}
}

// reservation is the memory of one body.
type reservation struct {
	bodies
	caller string
	frees  []func()
	whole  bool
}

// grow waits for room for more bytes until ctx ends.
func (r *reservation) grow(ctx context.Context, bytes int) error {
	for !r.whole {
		freed := r.shares.freed() // before trying, so that nothing given back in between is missed
		if free, ok := r.shares.try(r.caller, int64(bytes)); ok {
			r.frees = append(r.frees, free)
			return nil
		}
		select {
		case r.last <- struct{}{}:
			r.frees, r.whole = append(r.frees, func() { <-r.last }), true
		case <-freed:
		case <-ctx.Done():
			return errNoShare
		}
	}
	return nil
}

// done gives everything back; calling it twice is calling it once.
func (r *reservation) done() {
	for _, free := range r.frees {
		free()
	}
	r.frees = nil
}

// read reads a body to its end and reserves memory for what has arrived.
func (b bodies) read(ctx context.Context, from io.Reader) ([]byte, func(), error) {
	r := &reservation{bodies: b, caller: callerOf(ctx)}
	body, err := io.ReadAll(&arriving{ctx: ctx, from: from, reservation: r, room: smallBody})
	if err != nil {
		r.done()
		return nil, func() {}, err
	}
	return body, sync.OnceFunc(r.done), nil
}

// arriving is a body whose memory is reserved, a step at a time, when the bytes are there.
type arriving struct {
	ctx         context.Context
	from        io.Reader
	reservation *reservation
	// room is how many further bytes have their memory.
	room int
}

// Read implements [io.Reader].
func (a *arriving) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	for a.room -= n; a.room < 0; a.room += bodyStep {
		if err := a.reservation.grow(a.ctx, bodyStep); err != nil {
			return n, err
		}
	}
	return n, err
}
