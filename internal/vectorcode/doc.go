// Package vectorcode finds the nearest of many vectors in codes that take less than a third of
// their memory. A vector of length 1 is held twice: as the signs of its difference to the nearest of a few centers, after a rotation,
// one bit each, and as bytes. A search says of every vector by its bits what its similarity hardly exceeds, computes those
// that may belong to the best from the bytes, and returns some more candidates than were asked
// for, which the caller ranks by the vectors themselves.
//
// Its one invariant: the same vectors, added in the same order to sets with the same centers, and equal questions give equal candidates,
// on every machine. The rotation follows from the dimension alone.
//
// The estimate is that of RaBitQ (Gao and Long 2024): after a random rotation its error is normally
// distributed and as large as the difference to the center is long, so the search knows how far to look.
//
// Package sqlitestore calls it. It imports nothing of causeway.
package vectorcode
