package web_test

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/web"
)

func get(t *testing.T, path string, tabs ...web.Tab) *httptest.ResponseRecorder {
	t.Helper()
	h, err := web.New(tabs, true)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w
}

// built reports whether the files were collected before the tests were compiled.
func built(t *testing.T) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join("dist", "graphiql.min.js"))
	return err == nil
}

func TestPage_LoadsNothingUnpinned(t *testing.T) {
	page := html.UnescapeString(get(t, "/").Body.String())
	loaded := regexp.MustCompile(`(?:src|href)="([^"]+)"( integrity="sha384-[A-Za-z0-9+/=]{64}")?`).FindAllStringSubmatch(page, -1)
	if len(loaded) != 8 {
		t.Fatalf("%d things are named, want 4 files of packages, 2 of our own, an icon and a place on the page:\n%s", len(loaded), page)
	}
	for _, l := range loaded {
		own := l[1] == "page.js" || l[1] == "page.css" || l[1] == "data:," || l[1] == "#page"
		if !own && l[2] == "" {
			t.Errorf("%s is loaded without a hash", l[1])
		}
		if built(t) && strings.Contains(l[1], "://") {
			t.Errorf("%s is loaded from elsewhere, though the binary has it", l[1])
		}
	}
	if strings.Contains(page, "<script>") || strings.Contains(page, "onload=") {
		t.Error("a script stands in the page, which its policy forbids")
	}
}

func TestPage_ServesItsFiles(t *testing.T) {
	paths := map[string]string{"/page.js": "text/javascript", "/page.css": "text/css", "/": "text/html", "/start.json": "application/json"}
	if built(t) {
		paths["/dist/graphiql.min.js"], paths["/dist/graphiql.min.css"] = "text/javascript", "text/css"
	}
	for path, contentType := range paths {
		w := get(t, path)
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), contentType) {
			t.Errorf("GET %s = %d %s, want %s", path, w.Code, w.Header().Get("Content-Type"), contentType)
		}
		policy := w.Header().Get("Content-Security-Policy")
		for _, rule := range []string{"default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("GET %s: the policy lacks %s: %s", path, rule, policy)
			}
		}
		if strings.Contains(strings.Split(policy, "style-src")[0], "unsafe") {
			t.Errorf("GET %s: the policy lets in scripts of the page's text: %s", path, policy)
		}
	}
	for _, path := range []string{"/files.json", "/page.html", "/web.go", "/dist/../web.go", "/node_modules/react/package.json"} {
		if w := get(t, path); w.Code == 200 {
			t.Errorf("GET %s = 200", path)
		}
	}
}

func TestPage_OpensWithItsTabs(t *testing.T) {
	w := get(t, "/start.json",
		web.Tab{Query: "query A { __typename }", Variables: map[string]any{"project": "demo", "first": 3}},
		web.Tab{Query: "query B { __typename }"})
	var got struct {
		Tabs          []map[string]string
		Introspection bool
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{
		{"query": "query A { __typename }", "variables": "{\n  \"first\": 3,\n  \"project\": \"demo\"\n}"},
		{"query": "query B { __typename }", "variables": ""},
	}
	if diff := cmp.Diff(want, got.Tabs); diff != "" || !got.Introspection {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func getDesk(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	paths, err := web.NewDesk()
	if err != nil {
		t.Fatal(err)
	}
	h := http.NewServeMux()
	for path, handler := range paths {
		h.Handle("GET "+path, handler)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w
}

// TestDesk_NamesItsOwnFilesAndPinnedOnes wants the pages to load their own files at once, and the libraries that draw to wait in a
// template, with their hashes.
func TestDesk_NamesItsOwnFilesAndPinnedOnes(t *testing.T) {
	w := getDesk(t, "/explore")
	page := html.UnescapeString(w.Body.String())
	_, waiting, found := strings.Cut(page, `<template id="libraries">`)
	pinned := 0
	for _, l := range regexp.MustCompile(`<script src="([^"]+)" integrity="sha384-[A-Za-z0-9+/=]{64}" crossorigin="anonymous">`).FindAllStringSubmatch(waiting, -1) {
		pinned++
		if built(t) {
			if got := getDesk(t, "/"+l[1]); got.Code != 200 || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/javascript") {
				t.Errorf("GET %s = %d %s", l[1], got.Code, got.Header().Get("Content-Type"))
			}
		}
	}
	if !found || pinned != 3 || strings.Contains(page, "graphiql.min") {
		t.Errorf("%d files of packages are named, want those of cytoscape, d3 and plot:\n%s", pinned, waiting)
	}
}

func TestExplore_LeadsFromItsEarlierAddress(t *testing.T) {
	w := getDesk(t, "/explore/?project=demo&of=a%26b")
	if got := w.Header().Get("Location"); w.Code != http.StatusPermanentRedirect || got != "../explore?project=demo&of=a%26b" {
		t.Errorf("%d to %q", w.Code, got)
	}
}

// TestPages_ServeWhatTheirModulesImport follows the imports of the scripts: a missing module
// would break the page.
func TestPages_ServeWhatTheirModulesImport(t *testing.T) {
	queue, seen := []string{"desk.js"}, map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		w := getDesk(t, "/pages/"+name)
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
			t.Fatalf("GET %s = %d %s", name, w.Code, w.Header().Get("Content-Type"))
		}
		for _, imported := range regexp.MustCompile(`(?:from |import\()'\./([^']+)'`).FindAllStringSubmatch(w.Body.String(), -1) {
			queue = append(queue, imported[1])
		}
	}
	files, err := filepath.Glob("pages/*.js")
	if err != nil || len(files) != len(seen) {
		t.Errorf("%d scripts are used, %d are there", len(seen), len(files))
	}
	for _, path := range []string{"/files.json", "/explore.html", "/desk.html", "/page.js", "/start.json", "/nowhere"} {
		if w := getDesk(t, path); w.Code == 200 {
			t.Errorf("GET %s = 200", path)
		}
	}
}

// TestDesk_RunsNothingButItsOwn wants a workspace whose policy lets in no script, style or request from elsewhere, nor
// from its own text.
func TestDesk_RunsNothingButItsOwn(t *testing.T) {
	for _, path := range []string{"/", "/episodes", "/episode", "/pages/desk.js"} {
		w := getDesk(t, path)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'") || !strings.Contains(policy, "; style-src 'self' 'sha256-") || strings.Contains(policy, "unsafe") || built(t) && strings.Contains(policy, "://") {
			t.Errorf("GET %s = %d with the policy %q", path, w.Code, policy)
		}
	}
	page := getDesk(t, "/").Body.String()
	if strings.Contains(page, "<script>") || strings.Contains(page, "style=") || strings.Contains(page, "<style") || built(t) && strings.Contains(page, "://") {
		t.Error("the page holds scripts, styles or addresses that its policy forbids")
	}
}

// pin is one entry of files.json.
type pin struct{ Name, Package, Version, Path, Integrity string }

func pins(t *testing.T) []pin {
	t.Helper()
	text, err := os.ReadFile("files.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []pin
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPins_AreThoseOfThePackages(t *testing.T) {
	var wanted struct{ Dependencies map[string]string }
	var locked struct {
		Packages map[string]struct{ Version, Resolved, Integrity string }
	}
	for name, into := range map[string]any{"package.json": &wanted, "package-lock.json": &locked} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range pins(t) {
		if wanted.Dependencies[p.Package] != p.Version || locked.Packages["node_modules/"+p.Package].Version != p.Version {
			t.Errorf("%s is %s in files.json, %s in package.json, %s in package-lock.json: run npm ci and npm run collect",
				p.Package, p.Version, wanted.Dependencies[p.Package], locked.Packages["node_modules/"+p.Package].Version)
		}
	}
	for name, p := range locked.Packages {
		if p.Resolved != "" || name != "" && p.Integrity == "" {
			t.Errorf("%s is locked to the address %q and the hash %q", name, p.Resolved, p.Integrity)
		}
	}
}

func TestPins_HashTheFiles(t *testing.T) {
	if !built(t) {
		t.Skip("SKIPPED, NOT RUN: dist is empty; run npm ci and npm run collect in internal/web")
	}
	for _, p := range pins(t) {
		file, err := os.Open(filepath.Join("dist", p.Name))
		if err != nil {
			t.Fatal(err)
		}
		hash := sha512.New384()
		if _, err := io.Copy(hash, file); err != nil {
			t.Fatal(err)
		}
		file.Close()
		if got := "sha384-" + base64.StdEncoding.EncodeToString(hash.Sum(nil)); got != p.Integrity {
			t.Errorf("%s hashes to %s, files.json says %s", p.Name, got, p.Integrity)
		}
	}
}

func TestPins_WithoutFilesComeFromTheCDN(t *testing.T) {
	none, some, all := fstest.MapFS{}, fstest.MapFS{}, fstest.MapFS{}
	for i, p := range pins(t) {
		all["dist/"+p.Name] = &fstest.MapFile{}
		if i == 0 {
			some["dist/"+p.Name] = &fstest.MapFile{}
		}
	}
	for _, page := range []string{"graphiql", "desk"} {
		for why, c := range map[string]struct {
			folder fstest.MapFS
			cdn    bool
		}{"an empty folder": {none, true}, "a folder that lacks files": {some, true}, "a full folder": {all, false}} {
			if policy := web.Policy(t, c.folder, page); strings.Contains(policy, "jsdelivr") != c.cdn {
				t.Errorf("%s, %s: the CDN is allowed: %v, want %v: %s", page, why, !c.cdn, c.cdn, policy)
			}
		}
	}
	for i, p := range pins(t) {
		cdn := fmt.Sprintf("https://cdn.jsdelivr.net/npm/%s@%s/%s", p.Package, p.Version, p.Path)
		for why, urls := range map[string][]string{"an empty folder": web.URLs(t, none), "a folder that lacks files": web.URLs(t, some)} {
			if urls[i] != cdn {
				t.Errorf("%s: %s is loaded from %s, want %s", why, p.Name, urls[i], cdn)
			}
		}
		if got := web.URLs(t, all)[i]; got != "dist/"+p.Name+"?"+p.Version {
			t.Errorf("a full folder: %s is loaded from %s", p.Name, got)
		}
	}
}
