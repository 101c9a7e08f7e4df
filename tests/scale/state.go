package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// state is what a folder keeps of its runs.
type state struct {
	path string
	// Engines are those that the data is in.
	Engines string `json:"engines"`
	// Episodes is how many the project holds at least: those of the numbers below.
	Episodes int `json:"episodes"`
	// Imported is how many of them were imported for the size that comes next, in Took.
	Imported int           `json:"imported"`
	Took     time.Duration `json:"took_ns"`
	// Results are the sizes that were measured.
	Results []result `json:"results"`
}

// result is what was measured at one size. Times are in milliseconds; what could not be measured is missing.
type result struct {
	// Episodes is how many there were when it began, Load the machine's load then.
	Episodes int    `json:"episodes"`
	Machine  string `json:"machine"`
	Load     string `json:"load"`
	// Figures are in the order in which they were taken.
	Figures []figure `json:"figures"`
}

// figure is one measurement.
type figure struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	// P95 is there when Value is p50.
	P95 float64 `json:"p95,omitempty"`
	// Limit is the most that P95 should be; 0 without a limit.
	Limit float64 `json:"limit,omitempty"`
}

// openState reads what a folder keeps, and makes it when it is not there.
func openState(o options) (*state, error) {
	if err := os.MkdirAll(o.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	s := &state{path: filepath.Join(o.folder, "scale.json"), Engines: o.engines}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return nil, fmt.Errorf("read what was measured: %w", err)
	}
	if s.Engines != o.engines {
		return nil, fmt.Errorf("%s holds a run on %s engines; name another folder for %s ones", o.folder, s.Engines, o.engines)
	}
	return s, nil
}

// save replaces what the folder keeps, as a whole.
func (s *state) save() error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = replaceFile(s.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the figures: %w", err)
	}
	return nil
}

// replaceFile replaces a file as a whole.
func replaceFile(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func (s *state) measured(size int) bool {
	return slices.ContainsFunc(s.Results, func(r result) bool { return r.Episodes >= size })
}
