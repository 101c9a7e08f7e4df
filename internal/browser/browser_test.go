package browser_test

import (
	"archive/zip"
	"bytes"
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/browser"
)

func ask(t *testing.T, o browser.Options, method, host, path string) *httptest.ResponseRecorder {
	t.Helper()
	h, err := browser.New(o)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func own() browser.Options {
	return browser.Options{BrowserURL: "http://127.0.0.1:7474/browser/", Neo4jURI: "bolt://127.0.0.1:7687", Neo4jUser: "neo4j"}
}

func TestFiles_AreOpenToTheBrowser(t *testing.T) {
	for path, contentType := range map[string]string{
		"/guide.html": "text/html", "/causeway.grass": "text/plain", "/queries.cypher": "text/plain", "/queries.zip": "application/zip",
	} {
		for _, c := range []struct {
			method, why string
			status      int
		}{
			{"GET", "the Browser reads it", 200},
			{"OPTIONS", "the Browser sends headers of its own, which a web browser asks about", 204},
			{"POST", "nothing can be changed", 405},
		} {
			w := ask(t, own(), c.method, "127.0.0.1:8484", path)
			if w.Code != c.status || w.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s %s: %d %v; %s", c.method, path, w.Code, w.Header(), c.why)
			}
			if c.method == "OPTIONS" && w.Header().Get("Access-Control-Allow-Headers") != "*" {
				t.Errorf("%s: %v", path, w.Header())
			}
			if c.method == "GET" && !strings.HasPrefix(w.Header().Get("Content-Type"), contentType) {
				t.Errorf("%s is %s", path, w.Header().Get("Content-Type"))
			}
		}
	}
	for _, path := range []string{"/guide", "/queries/001_show_episodes.cypher", "/start.html", "/browser.go"} {
		if w := ask(t, own(), "GET", "h", path); w.Code != 404 || w.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestStart_LeadsToTheBrowserOrSaysHow(t *testing.T) {
	w := ask(t, own(), "GET", "127.0.0.1:8484", "/")
	want := "http://127.0.0.1:7474/browser/?arg=http%3A%2F%2Flocalhost%3A8484%2Fbrowser%2Fguide.html&cmd=guide&dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1%3A7687"
	if w.Code != 302 || w.Header().Get("Location") != want || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("own engines: %d %v", w.Code, w.Header())
	}
	for _, c := range []struct {
		why   string
		o     browser.Options
		shows string
	}{
		{"where the Browser is nobody said", browser.Options{Neo4jURI: "neo4j://db"}, ":guide http://localhost:8484/browser/guide.html"},
		{"there is no Neo4j", browser.Options{Embedded: true}, "without Neo4j"},
	} {
		w := ask(t, c.o, "GET", "127.0.0.1:8484", "/")
		if w.Code != 200 || !strings.Contains(w.Body.String(), c.shows) {
			t.Errorf("%s: %d %s", c.why, w.Code, w.Body)
		}
	}
}

func TestLink(t *testing.T) {
	for _, c := range []struct {
		why     string
		o       browser.Options
		service string
		dbms    string
		arg     string
	}{
		{"own engines", own(), "http://127.0.0.1:8484", "bolt://neo4j@127.0.0.1:7687", "http://localhost:8484/browser/guide.html"},
		{"a service on every address", own(), "http://[::]:8484", "bolt://neo4j@127.0.0.1:7687", "http://localhost:8484/browser/guide.html"},
		{"a service with a name and TLS", browser.Options{BrowserURL: "https://db/browser", Neo4jURI: "neo4j+s://db:7687", Neo4jUser: "a b"}, "https://memory.example", "neo4j+s://a%20b@db:7687", "https://memory.example/browser/guide.html"},
		{"no user", browser.Options{BrowserURL: "http://db:7474/browser/", Neo4jURI: "bolt://db:7687"}, "http://localhost:1", "bolt://db:7687", "http://localhost:1/browser/guide.html"},
		{"no Bolt address", browser.Options{BrowserURL: "http://db:7474/browser/"}, "http://localhost:1", "", "http://localhost:1/browser/guide.html"},
	} {
		link, err := url.Parse(browser.Link(c.o, c.service))
		if err != nil {
			t.Fatal(err)
		}
		q := link.Query()
		if !strings.HasSuffix(link.Path, "/browser/") || q.Get("cmd") != "guide" || q.Get("arg") != c.arg || q.Get("dbms") != c.dbms {
			t.Errorf("%s: %s", c.why, link)
		}
	}
	if link := browser.Link(browser.Options{Neo4jURI: "bolt://db"}, "http://localhost:1"); link != "" {
		t.Errorf("no Browser is known: %s", link)
	}
}

func TestGuide_NamesTheAddressItCameFrom(t *testing.T) {
	for _, c := range []struct{ why, host, path, style, project string }{
		{"the address of this machine is a name that the Browser takes", "127.0.0.1:8484", "/guide.html", "http://localhost:8484/browser/causeway.grass", "demo"},
		{"a name stays", "memory.example:80", "/guide.html", "http://memory.example:80/browser/causeway.grass", "demo"},
		{"a project may be asked for", "localhost:1", "/guide.html?project=team-a", "http://localhost:1/browser/causeway.grass", "team-a"},
		{"a project that could end the command is not written", "localhost:1", "/guide.html?project=x%27%7D%20RETURN%201", "http://localhost:1/browser/causeway.grass", "demo"},
		{"a host that is none is not written", "a<script>", "/guide.html", "http://localhost/browser/causeway.grass", "demo"},
	} {
		page := ask(t, own(), "GET", c.host, c.path).Body.String()
		for _, want := range []string{":style " + c.style + "</pre>", `value="` + c.project + `"`, c.project + `</span>'</pre>`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the guide lacks %s", c.why, want)
			}
		}
		if strings.Contains(page, "<script") || strings.Contains(page, "RETURN 1<") {
			t.Errorf("%s: %s", c.why, page)
		}
	}
}

func TestGuide_HasEveryQueryOnce(t *testing.T) {
	page := html.UnescapeString(ask(t, own(), "GET", "h", "/guide.html").Body.String())
	for _, q := range saved(t) {
		if strings.Count(page, q.Statement()) != 1 || !strings.Contains(page, "<h4>"+q.Title+"</h4>\n<p>"+q.About+"</p>") {
			t.Errorf("%s is not in the guide with its title, or not once", q.Name)
		}
	}
}

func saved(t *testing.T) []browser.Query {
	t.Helper()
	all, err := browser.Queries()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 8 {
		t.Fatalf("%d saved queries", len(all))
	}
	return all
}

func TestQueries_ReadOneProjectWithinBounds(t *testing.T) {
	for _, q := range saved(t) {
		for _, complaint := range checkQuery(q) {
			t.Errorf("%s: %s", q.Name, complaint)
		}
	}
	good := browser.Query{Title: "One", About: "It is one.", Text: "// One\n// It is one.\n// params: project\nMATCH (e:Episode {project: $project}) RETURN e LIMIT 1"}
	if got := checkQuery(good); got != nil {
		t.Errorf("a good query: %v", got)
	}
	for _, c := range []struct{ why, old, now string }{
		{"it writes", "RETURN e", "SET e.x = 1 RETURN e"},
		{"it deletes", "RETURN e", "DETACH DELETE e RETURN e"},
		{"it calls a procedure", "RETURN e", "CALL db.labels() YIELD label RETURN e"},
		{"it reads every project", "{project: $project}", ""},
		{"it returns all", " LIMIT 1", ""},
		{"a parameter is not named", "RETURN e", "WHERE e.id = $id RETURN e"},
		{"it is two statements", "RETURN e LIMIT 1", "RETURN e; MATCH (n) RETURN n LIMIT 1"},
	} {
		bad := good
		bad.Text = strings.Replace(good.Text, c.old, c.now, 1)
		if checkQuery(bad) == nil {
			t.Errorf("%s: no complaint", c.why)
		}
	}
}

// checkQuery returns what a saved query does that it must not.
func checkQuery(q browser.Query) []string {
	var complaints []string
	text := q.Statement()
	if regexp.MustCompile(`(?i)\b(CREATE|MERGE|SET|DELETE|DETACH|REMOVE|DROP|FOREACH|LOAD)\b|(?i)\bCALL\s+[a-z]`).MatchString(text) {
		complaints = append(complaints, "it does more than read")
	}
	if !regexp.MustCompile(`^MATCH [^\n]*\{project: \$project[,}]`).MatchString(text) {
		complaints = append(complaints, "it does not begin in one project")
	}
	if !regexp.MustCompile(` LIMIT \d{1,3}$`).MatchString(text) || strings.Contains(text, ";") {
		complaints = append(complaints, "it does not end with a bound")
	}
	head := strings.Split(q.Text, "\n")
	listed := strings.Split(strings.TrimPrefix(head[2], "// params: "), ", ")
	for _, m := range regexp.MustCompile(`\$(\w+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(","+strings.Join(listed, ",")+",", ","+m[1]+",") {
			complaints = append(complaints, "the head does not name $"+m[1])
		}
	}
	if q.Title == "" || !strings.HasSuffix(q.About, ".") {
		complaints = append(complaints, "the head is no title and a sentence")
	}
	return complaints
}

func TestQueries_InOneFileAndInAnArchive(t *testing.T) {
	one := ask(t, own(), "GET", "h", "/queries.cypher").Body.String()
	packed := ask(t, own(), "GET", "h", "/queries.zip").Body.Bytes()
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	all := saved(t)
	if len(archive.File) != len(all) || strings.Count(one, ";\n") != len(all) {
		t.Errorf("%d files, %d statements, want %d", len(archive.File), strings.Count(one, ";\n"), len(all))
	}
	for i, q := range all {
		if !strings.HasPrefix(archive.File[i].Name, "causeway/") || !strings.HasSuffix(archive.File[i].Name, q.Name+".cypher") {
			t.Errorf("%s is packed as %s; the folder is what the Browser shows", q.Name, archive.File[i].Name)
		}
		if !strings.Contains(one, strings.TrimSpace(q.Text)+";") {
			t.Errorf("%s is not in the one file", q.Name)
		}
	}
}
