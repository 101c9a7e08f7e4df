package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reported is what govulncheck prints for one finding in called code, one in code that is only
// imported, and one in a module of which nothing is.
const reported = `{"config": {"db_last_modified": "2026-08-21T20:38:00Z"}}
{"osv": {"id": "GO-1"}}
{"finding": {"osv": "GO-1", "fixed_version": "v1.2.0", "trace": [{"module": "m"}]}}
{"finding": {"osv": "GO-1", "fixed_version": "v1.2.0", "trace": [{"module": "m", "version": "v1.0.0", "function": "F"}]}}
{"finding": {"osv": "GO-2", "trace": [{"module": "n", "package": "n/p"}]}}
{"finding": {"osv": "GO-3", "trace": []}}`

func TestVulnerabilities_Judged(t *testing.T) {
	found, err := parse(strings.NewReader(reported))
	if err != nil || found.changed != "2026-08-21" || len(found.called) != 1 || found.called["GO-1"] != "m v1.0.0, fixed in v1.2.0" {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, tt := range []struct {
		why      string
		accepted map[string]string
		want     string
	}{
		{"a finding that nobody has looked at", nil, "GO-1: m v1.0.0"},
		{"one that is known", map[string]string{"GO-1": "no harm"}, ""},
		{"one that is gone", map[string]string{"GO-1": "no harm", "GO-9": "no harm"}, "GO-9 is accepted and no longer found"},
	} {
		var out bytes.Buffer
		err := judge(found.called, tt.accepted, &out)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
	if _, err := parse(strings.NewReader("no JSON")); err == nil {
		t.Error("a report that cannot be read passes")
	}
}

func TestVulnerabilities_NotChecked(t *testing.T) {
	t.Setenv("GOVULNDB", "file:///nowhere")
	var out bytes.Buffer
	if err := vulnerabilities("nothing", false, &out); err != nil || !strings.Contains(out.String(), "NOT CHECKED") {
		t.Errorf("%v: %s", err, out.String())
	}
	if err := vulnerabilities("nothing", true, io.Discard); err == nil {
		t.Error("with -strict it passes without a check")
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	if err := reach(server.URL); err == nil {
		t.Error("a server without the database is taken for one")
	}
	t.Setenv("GOVULNDB", "file://"+t.TempDir())
	if err := vulnerabilities("/nowhere/govulncheck", false, io.Discard); err == nil {
		t.Error("a scanner that cannot be run passes")
	}
}

func TestLicences_Checked(t *testing.T) {
	for _, tt := range []struct {
		why      string
		licences []string
		want     string
	}{
		{"allowed", []string{"MIT"}, ""},
		{"two that are allowed", []string{"Apache-2.0", "BSD-3-Clause"}, ""},
		{"one that asks for more", []string{"AGPL-3.0"}, "AGPL-3.0"},
		{"one of two", []string{"GPL-2.0", "MIT"}, "GPL-2.0"},
		{"a text that is no licence", nil, "no licence that is known"},
		{"a package that names none", []string{""}, "no licence that is known"},
	} {
		got := strings.Join(check([]part{{name: "p", licences: tt.licences}}), "; ")
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q", tt.why, got)
		}
	}
}

func TestLicences_Read(t *testing.T) {
	licence, err := os.ReadFile(filepath.Join("..", "..", "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"LICENSE": string(licence), "NOTICE.txt": "by somebody  \r\n", "license.go": "package p", "readme.md": "MIT"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := read("p", "v1", folder)
	if err != nil || strings.Join(p.licences, " ") != "Apache-2.0" || len(p.texts) != 2 || p.texts[1] != "by somebody\n" {
		t.Errorf("%v, %d texts, %v", p.licences, len(p.texts), err)
	}
	same := page([]part{p, {name: "q", version: "v2", licences: []string{"MIT"}, texts: p.texts}})
	if strings.Count(same, "by somebody") != 1 || !strings.Contains(same, "\np\nq\n") {
		t.Error("a text that two share is not there once, under both names")
	}
}
