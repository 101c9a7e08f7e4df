package neo4jstore_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

func TestConformance_moving(t *testing.T) { storetest.RunMoving(t, neo4jSet) }
