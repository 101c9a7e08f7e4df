package episodic

// Page is a window over an ordered list: the first Limit items after the cursor.
type Page struct {
	// Limit is how many items are wanted, at least 1.
	Limit int
	// After is the sort key of the last item of the page before; empty for the first page.
	After string
}

// MaxPage is the most items that one page can hold.
const MaxPage = 100

// DefaultPage is how many items a page holds when the caller does not say (seed 003).
const DefaultPage = 20
