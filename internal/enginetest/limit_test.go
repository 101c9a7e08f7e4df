package enginetest_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

func TestTooLong(t *testing.T) {
	if enginetest.TooLong(t, time.Second, time.Second) {
		t.Error("what takes as long as it may takes too long")
	}
	if !enginetest.TooLong(t, 24*time.Hour, time.Millisecond) {
		t.Error("a day is no millisecond on any machine")
	}
}
