package storetest_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

func naive(testing.TB, string) storetest.Set { return storetest.NewModel() }

// The services over the model must answer as the model does without them.
func TestModel(t *testing.T) { storetest.RunProperties(t, naive) }
