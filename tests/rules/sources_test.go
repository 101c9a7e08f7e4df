package rules_test

import (
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// parsed holds the Go files, which are parsed once for all tests of the package.
var parsed struct {
	once sync.Once
	all  []tree.Source
}

// sources returns every Go file of the module. Nobody changes what it returns.
func sources(t *testing.T) []tree.Source {
	t.Helper()
	parsed.once.Do(func() { parsed.all = tree.Sources(t) })
	if len(parsed.all) == 0 {
		t.Fatal("the Go files could not be read")
	}
	return parsed.all
}
