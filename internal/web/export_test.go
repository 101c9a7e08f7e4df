package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
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

// Policy returns what a page may load when folder is embedded.
func Policy(t *testing.T, folder fs.FS, page string) string {
	t.Helper()
	files, err := loaded(folder, page)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	withPolicy(http.NotFoundHandler(), files).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w.Header().Get("Content-Security-Policy")
}
