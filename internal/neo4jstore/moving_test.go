package neo4jstore_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

func TestStore_Moving(t *testing.T) {
	s := store(t)
	storetest.RunMoving(t, s, func(tb testing.TB) string { return project(tb, s) })
}
