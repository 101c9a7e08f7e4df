package web

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"
)

//go:embed all:dist
var dist embed.FS

//go:embed page.html page.js page.css desk.html pages files.json
var page embed.FS

// Tab is a question with which the page opens.
type Tab struct {
	// Query is the text of the query.
	Query string
	// Variables are the variables of the query.
	Variables map[string]any
}

// file is a file of a page, as pinned in files.json.
type file struct {
	// Page is the page that loads it.
	Page      string `json:"page"`
	Name      string `json:"name"`
	Package   string `json:"package"`
	Version   string `json:"version"`
	Path      string `json:"path"`
	Integrity string `json:"integrity"`
	// URL is where the browser loads it from.
	URL string `json:"-"`
}

// Style reports whether it is a style sheet.
func (f file) Style() bool { return strings.HasSuffix(f.Name, ".css") }

// cdn has every published file of every npm package under package@version/path.
const cdn = "https://cdn.jsdelivr.net"

// New returns the handler of the GraphiQL page and its files, with paths below "/". introspection
// says whether the service allows introspection; without it, the page explains why there is no
// documentation. An error means that the binary was built incorrectly.
func New(tabs []Tab, introspection bool) (http.Handler, error) {
	files, err := loaded(dist, "graphiql")
	if err != nil {
		return nil, err
	}
	html, err := written("page.html", files)
	if err != nil {
		return nil, err
	}
	opened, err := startJSON(tabs, introspection)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", fixed("text/html; charset=utf-8", html))
	mux.Handle("GET /start.json", fixed("application/json", opened))
	mux.Handle("GET /page.js", http.FileServerFS(page))
	mux.Handle("GET /page.css", http.FileServerFS(page))
	mux.Handle("GET /dist/", lasting(http.FileServerFS(dist)))
	return withPolicy(mux, files), nil
}

// NewDesk returns the handlers of the analyst's workspace by their paths below "/", in the form of
// http.ServeMux: its pages and their files. An error means that the binary was built incorrectly.
func NewDesk() (map[string]http.Handler, error) {
	files, err := loaded(dist, "desk")
	if err != nil {
		return nil, err
	}
	html, err := written("desk.html", files)
	if err != nil {
		return nil, err
	}
	paths := map[string]http.Handler{
		"/pages/":      strict(checked(http.FileServerFS(page)), files),
		"/dist/":       strict(lasting(http.FileServerFS(dist)), files),
		"/explore/{$}": http.HandlerFunc(explored),
	}
	for _, path := range []string{"/{$}", "/episodes", "/episode", "/patterns", "/pattern", "/factors", "/factor", "/changes", "/action", "/explore"} {
		paths[path] = strict(fixed("text/html; charset=utf-8", html), files)
	}
	return paths, nil
}

// explored leads from the earlier address of Explore to the present one.
func explored(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "../explore?"+r.URL.RawQuery)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// loaded returns the files that a page loads.
func loaded(folder fs.FS, page string) ([]file, error) {
	files, err := pinned(folder)
	return slices.DeleteFunc(files, func(f file) bool { return f.Page != page }), err
}

// written renders a page with the files that it loads.
func written(name string, files []file) ([]byte, error) {
	text, err := template.ParseFS(page, name)
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	var html bytes.Buffer
	if err := text.Execute(&html, map[string]any{"Files": files}); err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	return html.Bytes(), nil
}

// pinned returns the files of the pages with their URLs: in the embedded folder if that has all
// of them, else on the CDN.
func pinned(folder fs.FS) ([]file, error) {
	text, err := page.ReadFile("files.json")
	if err != nil {
		return nil, fmt.Errorf("read the pinned files: %w", err)
	}
	var files []file
	if err := json.Unmarshal(text, &files); err != nil {
		return nil, fmt.Errorf("read the pinned files: %w", err)
	}
	own := holdsAll(folder, files)
	for i, f := range files {
		files[i].URL = fmt.Sprintf("%s/npm/%s@%s/%s", cdn, f.Package, f.Version, f.Path)
		if own {
			files[i].URL = fmt.Sprintf("dist/%s?%s", f.Name, f.Version)
		}
	}
	return files, nil
}

func holdsAll(folder fs.FS, files []file) bool {
	for _, f := range files {
		if _, err := fs.Stat(folder, "dist/"+f.Name); err != nil {
			return false
		}
	}
	return true
}

// startJSON returns the initial data of the page, with the tabs in GraphiQL's form, which has
// variables as text.
func startJSON(tabs []Tab, introspection bool) ([]byte, error) {
	type shown struct {
		Query     string `json:"query"`
		Variables string `json:"variables"`
	}
	out := make([]shown, len(tabs))
	for i, t := range tabs {
		out[i].Query = t.Query
		if len(t.Variables) == 0 {
			continue
		}
		variables, err := json.MarshalIndent(t.Variables, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("write the variables of tab %d: %w", i, err)
		}
		out[i].Variables = string(variables)
	}
	return json.Marshal(map[string]any{"tabs": out, "introspection": introspection})
}

func fixed(contentType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(content)
	})
}

// checked makes browsers revalidate a file.
func checked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// lasting lets browsers cache a file permanently; its address changes with its version.
func lasting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		next.ServeHTTP(w, r)
	})
}

// The style sheets that the drawing and the plot put into the page, by their hashes.
const drawnStyles = "'sha256-+TfQir1nvDucAdvE6XUQBt4ayUjpAWkbw2kCdSfekHM=' 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='"

// strict allows the pages of the workspace their own scripts, styles and requests, the libraries that
// draw, and nothing else.
func strict(next http.Handler, files []file) http.Handler {
	policy := "default-src 'none'; script-src 'self'" + elsewhere(files) + "; style-src 'self' " + drawnStyles +
		"; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		next.ServeHTTP(w, r)
	})
}

// elsewhere is the CDN, if files come from there.
func elsewhere(files []file) string {
	if slices.ContainsFunc(files, func(f file) bool { return strings.HasPrefix(f.URL, cdn) }) {
		return " " + cdn
	}
	return ""
}

// withPolicy allows the page to run its own scripts and those of the CDN, if files come from
// there, to connect only to its own origin, and not to be framed. The editor sets styles by
// script.
func withPolicy(next http.Handler, files []file) http.Handler {
	policy := strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'" + elsewhere(files),
		"style-src 'self' 'unsafe-inline'" + elsewhere(files),
		"img-src 'self' data:",
		"font-src 'self' data:",
		"connect-src 'self'",
		"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		next.ServeHTTP(w, r)
	})
}
