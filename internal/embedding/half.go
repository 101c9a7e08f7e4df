package embedding

import "math"

// Numbers of a table are IEEE 754 floats of 16 bits: half the room, and of a cosine no more
// than the third digit after the point.

// toHalf rounds to the nearest number of 16 bits, ties to even. The value lies in [-1, 1].
func toHalf(value float64) uint16 {
	bits := math.Float32bits(float32(value))
	sign := uint16(bits>>16) & 0x8000
	// 2^-112 moves the exponent of 32 bits to that of 16; what is too small for it becomes
	// subnormal in both.
	scaled := math.Float32bits(math.Float32frombits(bits&0x7fffffff) * 0x1p-112)
	rounded := (scaled + 0xfff + (scaled>>13)&1) >> 13
	return sign | uint16(rounded) //nolint:gosec // it has 15 bits
}

// fromHalf is the value of a finite number of 16 bits.
func fromHalf(half uint16) float32 {
	value := math.Float32frombits(uint32(half&0x7fff)<<13) * 0x1p112
	if half&0x8000 != 0 {
		return -value
	}
	return value
}

// isFinite reports whether a number of 16 bits is neither infinite nor none.
func isFinite(half uint16) bool { return half&0x7c00 != 0x7c00 }
