package storetest_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

func naive(testing.TB, string) storetest.Set { return storetest.NewModel() }

// The services over the model must answer as the model does without them.
func TestModel(t *testing.T) {
	t.Run("store", func(t *testing.T) { storetest.RunStore(t, naive) })
	t.Run("links", func(t *testing.T) { storetest.RunLinks(t, naive) })
	t.Run("index", func(t *testing.T) { storetest.RunIndex(t, naive) })
	t.Run("service", func(t *testing.T) { storetest.RunService(t, naive) })
}
