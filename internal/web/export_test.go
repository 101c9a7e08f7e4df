package web

import (
	"io/fs"
	"testing"
)

// URLs returns where the page loads its files from when folder is embedded.
func URLs(t *testing.T, folder fs.FS) []string {
	t.Helper()
	files, err := pinned(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		out = append(out, f.URL)
	}
	return out
}
