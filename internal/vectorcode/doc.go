// Package vectorcode finds the nearest of many vectors in codes that take less than a third of
// their memory. A vector of length 1 is held twice: as the signs of its numbers after a rotation,
// one bit each, and as bytes. A search estimates every similarity from the bits, computes those
// that may belong to the best from the bytes, and returns some more candidates than were asked
// for, which the caller ranks by the vectors themselves.
//
// Its one invariant: equal vectors and equal questions give equal candidates, on every machine and
// in every order of calls, because the rotation follows from the dimension alone.
//
// The estimate is that of RaBitQ (Gao and Long 2024): after a random rotation its error is normally
// distributed and hardly depends on the vectors, so the search knows how far to look.
//
// Package sqlitestore calls it. It imports nothing of causeway.
package vectorcode
