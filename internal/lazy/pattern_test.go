package lazy_test

import (
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/lazy"
)

func TestPattern_IsCompiledOnce(t *testing.T) {
	pattern := lazy.Pattern(`^[a-z]{1,9}$`)
	first := pattern()
	var asked sync.WaitGroup
	for range 8 {
		asked.Go(func() {
			if again := pattern(); again != first || !again.MatchString("pier") || again.MatchString("Pier 3") {
				t.Errorf("the pattern is %v", again)
			}
		})
	}
	asked.Wait()
}

func TestPattern_IsCompiledWhenAskedFor(t *testing.T) {
	pattern := lazy.Pattern(`(`)
	defer func() {
		if recover() == nil {
			t.Error("an expression that is none was compiled")
		}
	}()
	pattern()
}
