package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// usage adds up what statements and requests took, by name. It is safe for concurrent use.
type usage struct {
	mu    sync.Mutex
	took  map[string]time.Duration
	times map[string]int
}

func newUsage() *usage { return &usage{took: map[string]time.Duration{}, times: map[string]int{}} }

// observe adds one statement or request; failures count too.
func (u *usage) observe(_ context.Context, name string, took time.Duration, _ error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.took[name] += took
	u.times[name]++
}

// take returns what took longest, in words, and begins anew.
func (u *usage) take(most int) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(u.took), func(a, b string) int {
		return cmp.Or(cmp.Compare(u.took[b], u.took[a]), strings.Compare(a, b))
	})
	var parts []string
	for _, name := range names[:min(most, len(names))] {
		parts = append(parts, fmt.Sprintf("%s %.1f s (%d)", name, u.took[name].Seconds(), u.times[name]))
	}
	clear(u.took)
	clear(u.times)
	return strings.Join(parts, ", ")
}

// count returns how many statements and requests there were since the last take.
func (u *usage) count() (n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, times := range u.times {
		n += times
	}
	return n
}
