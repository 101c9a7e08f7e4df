package doubt

// MostRead is the most rows that are read to look for other repairs.
const MostRead = mostRead

// RowsRead is how many rows are read to compare a graph with a sample.
func RowsRead(d Data) int {
	f := newFinder(d)
	f.find()
	return *f.scores.read
}
