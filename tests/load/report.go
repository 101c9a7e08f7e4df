package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// report gathers what became of requests.
type report struct {
	mu    sync.Mutex
	took  map[string][]time.Duration
	codes map[string]map[string]int
}

func newReport() *report {
	return &report{took: map[string][]time.Duration{}, codes: map[string]map[string]int{}}
}

// note counts one request. The time of those that were refused is no time of an answer.
func (r *report) note(kind string, took time.Duration, code string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.codes[kind] == nil {
		r.codes[kind] = map[string]int{}
	}
	r.codes[kind][code]++
	if code == "OK" {
		r.took[kind] = append(r.took[kind], took)
	}
}

// isLimit reports whether a code is that of a limit that causeway states.
func isLimit(code string) bool {
	return strings.HasSuffix(code, "_LIMIT_EXCEEDED") || code == "TIMEOUT"
}

// failure returns what failed for another reason than a limit.
func (r *report) failure() error {
	var all []error
	for kind, codes := range r.codes {
		for code, n := range codes {
			if code != "OK" && !isLimit(code) {
				all = append(all, fmt.Errorf("%s: %d times %s", kind, n, code))
			}
		}
	}
	if len(r.took) == 0 {
		all = append(all, errors.New("nothing was answered"))
	}
	return errors.Join(all...)
}

func (r *report) print(out io.Writer, o options, before, after usage) {
	fmt.Fprintf(out, "%d readers and %d writers for %s\n\n| request | answered | p50 | p99 | slowest | errors |\n|---|---|---|---|---|---|\n", o.readers, o.writers, o.time)
	var reads []time.Duration
	for _, kind := range slices.Sorted(maps.Keys(r.codes)) {
		if kind != "recordEpisode" {
			reads = append(reads, r.took[kind]...)
		}
		row(out, kind, r.took[kind], r.errors(kind))
	}
	row(out, "all reads", reads, "")
	fmt.Fprintf(out, "\n| | before | after |\n|---|---|---|\n| goroutines | %d | %d |\n| heap, MiB | %d | %d |\n| resident, MiB | %d | %d |\n",
		before.goroutines, after.goroutines, before.heapMiB, after.heapMiB, before.residentMB, after.residentMB)
}

func row(out io.Writer, name string, took []time.Duration, errs string) {
	slices.Sort(took)
	fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %s |\n", name, len(took), at(took, 0.5), at(took, 0.99), at(took, 1), errs)
}

// at returns the nearest rank of sorted times.
func at(took []time.Duration, part float64) time.Duration {
	if len(took) == 0 {
		return 0
	}
	i := max(int(part*float64(len(took))+0.5), 1)
	return took[min(i, len(took))-1].Round(time.Millisecond)
}

// errors lists the codes of a kind that are none of success.
func (r *report) errors(kind string) string {
	var all []string
	for _, code := range slices.Sorted(maps.Keys(r.codes[kind])) {
		if code != "OK" {
			all = append(all, fmt.Sprintf("%s %d", code, r.codes[kind][code]))
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
