package engine_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

func wantPrivate(t *testing.T, s engine.State)  {}
func wantSettings(t *testing.T, s engine.State) {}
