package lexis

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// knownRunCount is the number of runs whose terms are kept, about 4 MiB of memory. Most runs of a text are
	// among a few thousand words.
	knownRunCount = 1 << 14
	// maxKnownRun is the length in bytes beyond which a run is not kept: it hardly recurs.
	maxKnownRun = 32
)

// knownRuns keeps the terms of the runs seen lately. Finding them costs a tenth of making them anew.
var knownRuns = sync.OnceValues(func() (*lru.Cache[string, []string], error) {
	return lru.New[string, []string](knownRunCount)
})
