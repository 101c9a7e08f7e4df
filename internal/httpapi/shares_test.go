package httpapi_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// TestShares_LeaveSomethingForOthers lets one caller take and wait for all that it can.
func TestShares_LeaveSomethingForOthers(t *testing.T) {
	synctest.Test(t, sharesLeaveSomethingForOthers)
}

func sharesLeaveSomethingForOthers(t *testing.T) {
	take := httpapi.NewShares(8, 2)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	var frees []func()
	for i := range 4 {
		free, err := take(ctx, "greedy", 1)
		if err != nil {
			t.Fatalf("part %d: %v", i, err)
		}
		frees = append(frees, free)
	}
	got := make(chan error, 2)
	for range 2 {
		go func() {
			free, err := take(ctx, "greedy", 1)
			if err == nil {
				free()
			}
			got <- err
		}()
	}
	synctest.Wait()
	if len(got) > 0 {
		t.Fatalf("one caller has more than half: %v", <-got)
	}
	if _, err := take(ctx, "greedy", 1); err == nil {
		t.Error("a third one waits")
	}
	free, err := take(ctx, "other", 4)
	if err != nil {
		t.Fatalf("somebody else: %v", err)
	}
	free()
	for _, free := range frees {
		free()
	}
	for range 2 {
		if err := <-got; err != nil {
			t.Errorf("one that waited: %v", err)
		}
	}
}

// TestShares_WaitEndsWithTheContext lets a caller wait that nobody makes room for.
func TestShares_WaitEndsWithTheContext(t *testing.T) { synctest.Test(t, sharesWaitEndsWithTheContext) }

func sharesWaitEndsWithTheContext(t *testing.T) {
	take := httpapi.NewShares(2, 9)
	free, err := take(t.Context(), "a", 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := take(ctx, "a", 1); err == nil {
		t.Error("there is room for two")
	}
	free()
	if free, err = take(t.Context(), "a", 1); err != nil {
		t.Fatalf("afterwards: %v", err)
	}
	free()
}
