package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// lister writes the list of what a Go program is made of, in the form of CycloneDX.
const lister = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0"

// partsOf returns the list of the parts of a program: its modules with Go's library, as the lister reads
// them from the program, and the packages in its pages.
func partsOf(ctx context.Context, binary, version string, when time.Time) ([]byte, error) {
	text, err := modulesOf(ctx, binary, version)
	if err != nil {
		return nil, err
	}
	shown, whole, err := inPages("internal/web")
	if err != nil {
		return nil, err
	}
	if !whole {
		return nil, errors.New("the packages of the pages are not installed; run `make web` first")
	}
	return joined(text, sorted(shown), when)
}

// modulesOf returns the list of the modules of a program.
func modulesOf(ctx context.Context, binary, version string) ([]byte, error) {
	written := binary + ".json"
	list := exec.CommandContext(ctx, "go", "run", lister, "bin", "-json", "-noserial", "-std", "-version", version, "-output", written, binary)
	if text, err := list.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("list the modules of the program: %w\n%s", err, text)
	}
	text, err := os.ReadFile(written)
	if err != nil {
		return nil, fmt.Errorf("read the list of modules: %w", err)
	}
	return text, nil
}

// joined adds packages to a list of modules. The list gets the time of the commit, so that it is the same again.
func joined(text []byte, shown []part, when time.Time) ([]byte, error) {
	var list struct {
		Schema       string         `json:"$schema"`
		Format       string         `json:"bomFormat"`
		Spec         string         `json:"specVersion"`
		Version      int            `json:"version"`
		Metadata     map[string]any `json:"metadata"`
		Components   []any          `json:"components"`
		Dependencies []any          `json:"dependencies"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read the list of modules: %w", err)
	}
	list.Metadata["timestamp"] = when.Format(time.RFC3339)
	for _, p := range shown {
		where := "pkg:npm/" + strings.Replace(p.name, "@", "%40", 1) + "@" + p.version
		list.Components = append(list.Components, map[string]any{
			"type": "library", "bom-ref": where, "purl": where, "name": p.name, "version": p.version,
			"licenses": []any{map[string]any{"license": map[string]any{"id": p.licences[0]}}},
		})
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the list of parts: %w", err)
	}
	return append(text, '\n'), nil
}
