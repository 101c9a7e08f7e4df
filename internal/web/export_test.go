package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"testing"
)

// URLs returns the URLs of the page's files if folder is embedded.
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

// Policy returns the content security policy of a page if folder is embedded.
func Policy(t *testing.T, folder fs.FS, page string) string {
	t.Helper()
	files, err := loaded(folder, page)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h := withPolicy(http.NotFoundHandler(), files)
	if page == "desk" {
		h = strict(http.NotFoundHandler(), files)
	}
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w.Header().Get("Content-Security-Policy")
}
