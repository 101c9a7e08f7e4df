package browser

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/causeway-memory/causeway/internal/lazy"
)

//go:embed guide.html start.html causeway.grass
var files embed.FS

// Options say what to open. All may be empty.
type Options struct {
	// BrowserURL is where Neo4j Browser is; empty when that is not known.
	BrowserURL string
	// Neo4jURI and Neo4jUser fill in the Browser's login form.
	Neo4jURI, Neo4jUser string
	// Embedded says that the memory is kept without Neo4j.
	Embedded bool
}

// pages are the files that are written anew for each request, and what is in them.
type pages struct {
	options Options
	text    *template.Template
	queries map[string]Query
}

// New returns the handler of the guide and its files, with paths below "/". It returns an
// error when the binary was put together wrongly.
func New(o Options) (http.Handler, error) {
	queries, err := Queries()
	if err != nil {
		return nil, err
	}
	text, err := template.ParseFS(files, "guide.html", "start.html")
	if err != nil {
		return nil, fmt.Errorf("read the guide: %w", err)
	}
	style, err := files.ReadFile("causeway.grass")
	if err != nil {
		return nil, fmt.Errorf("read the style: %w", err)
	}
	packed, err := archive(queries)
	if err != nil {
		return nil, err
	}
	p := pages{options: o, text: text, queries: map[string]Query{}}
	for _, q := range queries {
		p.queries[q.Name] = q
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.start)
	mux.Handle("/guide.html", shared(http.HandlerFunc(p.guide)))
	mux.Handle("/causeway.grass", shared(fixed("text/plain; charset=utf-8", style)))
	mux.Handle("/queries.cypher", shared(fixed("text/plain; charset=utf-8", oneFile(queries))))
	mux.Handle("/queries.zip", shared(fixed("application/zip", packed)))
	return mux, nil
}

// start leads to the Browser, or says how to get there.
func (p pages) start(w http.ResponseWriter, r *http.Request) {
	if link := Link(p.options, origin(r)); link != "" {
		http.Redirect(w, r, link, http.StatusFound)
		return
	}
	p.write(w, "start.html", map[string]any{"Embedded": p.options.Embedded, "Guide": GuideURL(origin(r))})
}

// guide writes the guide with the address under which it was asked for, and with the project
// that is asked for, the one of the examples without.
func (p pages) guide(w http.ResponseWriter, r *http.Request) {
	project := r.URL.Query().Get("project")
	if !plain().MatchString(project) {
		project = "demo"
	}
	p.write(w, "guide.html", map[string]any{"Base": byName(origin(r)) + "/browser", "Project": project, "Queries": p.queries})
}

func (p pages) write(w http.ResponseWriter, name string, data any) {
	var out bytes.Buffer
	if err := p.text.ExecuteTemplate(&out, name, data); err != nil {
		http.Error(w, "the page could not be written", http.StatusInternalServerError)
		return
	}
	fixed("text/html; charset=utf-8", out.Bytes()).ServeHTTP(w, nil)
}

// plain are the names of projects that can stand in a command of the Browser as they are.
var plain = lazy.Pattern(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// host is what may stand in an address: the header comes from whoever asks.
var host = lazy.Pattern(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// origin returns the address under which a request came in.
func origin(r *http.Request) string {
	scheme, name := "http", r.Host
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	if !host().MatchString(name) {
		name = "localhost"
	}
	return scheme + "://" + name
}

// shared lets pages of every origin read an answer, as the Browser is one of another origin.
// There is nothing secret in it. The Browser sends headers of its own, which are asked for first.
func shared(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch r.Method {
		case http.MethodOptions:
			w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD")
			w.Header().Set("Access-Control-Allow-Headers", "*")
			w.Header().Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
		case http.MethodGet, http.MethodHead:
			next.ServeHTTP(w, r)
		default:
			w.Header().Set("Allow", "GET, HEAD, OPTIONS")
			http.Error(w, "this can only be read", http.StatusMethodNotAllowed)
		}
	})
}

func fixed(contentType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		_, _ = w.Write(content)
	})
}
