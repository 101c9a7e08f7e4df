//go:build !amd64

package vectorcode

// product adds up the products of as many bytes.
func product(a, b []int8) int32 { return plainProduct(a, b) }
