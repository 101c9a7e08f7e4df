package episodic

// Page is a window over an ordered list: the first Limit items after the cursor.
type Page struct {
	// Limit is the number of items wanted, at least 1.
	Limit int
	// After is the sort key of the last item of the previous page; empty for the first page.
	After string
}

// MaxPage is the maximum number of items on one page.
const MaxPage = 100

// DefaultPage is the page size if the caller does not set one (seed 003).
const DefaultPage = 20
