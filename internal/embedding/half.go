package embedding

import "math"

// Numbers of a table are 16-bit IEEE 754 floats: half the size, and the error of a cosine is
// below the third decimal.

// toHalf rounds to the nearest 16-bit float, ties to even. The value must be in [-1, 1].
func toHalf(value float64) uint16 {
	bits := math.Float32bits(float32(value))
	sign := uint16(bits>>16) & 0x8000
	// 2^-112 maps the exponent of 32 bits to that of 16; values that are too small become
	// subnormal in both.
	scaled := math.Float32bits(math.Float32frombits(bits&0x7fffffff) * 0x1p-112)
	rounded := (scaled + 0xfff + (scaled>>13)&1) >> 13
	return sign | uint16(rounded) //nolint:gosec // it fits into 15 bits
}

// halfExponent is what the exponents of 32-bit floats with the bits of 16-bit ones lack.
const halfExponent = 0x1p112

// fromHalf returns the value of a finite 16-bit float.
func fromHalf(half uint16) float32 { return widened(uint32(half)) * halfExponent }

// widened returns the value of the 16-bit float in the lower half of bits, divided by halfExponent.
func widened(bits uint32) float32 { return math.Float32frombits(bits&0x7fff<<13 | bits&0x8000<<16) }

// isFinite reports whether a 16-bit float is neither infinite nor NaN.
func isFinite(half uint16) bool { return half&0x7c00 != 0x7c00 }
