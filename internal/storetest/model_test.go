package storetest_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

func naive(testing.TB, string) storetest.Set { return storetest.NewModel() }

// The services over the model must answer like the model alone.
func TestModel(t *testing.T) { storetest.RunProperties(t, naive) }
