package httpapi_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// TestBody_GoesOnAtOnce lets a body wait for memory. When some is given back, the body has it in
// the same instant.
func TestBody_GoesOnAtOnce(t *testing.T) { synctest.Test(t, bodyGoesOnAtOnce) }

func bodyGoesOnAtOnce(t *testing.T) {
	const freedAfter = time.Hour
	grow := httpapi.Grow(2) // 16 bytes in all, 8 of one caller
	holder, _ := grow(t.Context(), "a", 8)
	_, _ = grow(t.Context(), "a", 8) // goes on without memory of its own, as one body may
	began := time.Now()
	waited := make(chan time.Duration)
	go func() {
		done, err := grow(t.Context(), "a", 8)
		if err != nil {
			t.Error(err)
		}
		waited <- time.Since(began)
		done()
	}()
	time.Sleep(freedAfter)
	holder()
	if took := <-waited; took != freedAfter {
		t.Errorf("the body went on %s after there was room", took-freedAfter)
	}
}
