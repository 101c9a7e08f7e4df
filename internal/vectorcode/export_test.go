package vectorcode

// The sums of products, for tests: as they are added up here, and on any machine.
var (
	Product      = product
	PlainProduct = plainProduct
)
