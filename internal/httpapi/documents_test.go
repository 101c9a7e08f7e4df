package httpapi_test

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

const trusted = `query Kind { __typename }`

func documents(t *testing.T, only bool) httpapi.Documents {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kind.graphql"), []byte(trusted), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := httpapi.LoadDocuments(dir, only)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDocuments(t *testing.T) {
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(trusted)))
	apollo := fmt.Sprintf(`"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}`, hash)
	tests := []struct {
		why, body   string
		only, among string // the codes with only trusted documents, and with others allowed too
	}{
		{"by the name of its file", `{"documentId":"kind"}`, "", ""},
		{"by its hash", `{"documentId":"sha256:` + hash + `"}`, "", ""},
		{"by its hash as Apollo's clients send it", `{` + apollo + `}`, "", ""},
		{"its text", `{"query":"` + trusted + `"}`, "", ""},
		{"its text and its hash", `{"query":"` + trusted + `",` + apollo + `}`, "", ""},
		{"another text", `{"query":"{ __typename }"}`, "TRUSTED_DOCUMENT_REQUIRED", ""},
		{"another text under its id", `{"query":"{ __typename }","documentId":"kind"}`, "TRUSTED_DOCUMENT_REQUIRED", ""},
		{"an unknown id", `{"documentId":"other"}`, "PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_FOUND"},
		{"a path", `{"documentId":"../documents/kind"}`, "PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_FOUND"},
		{"neither", `{}`, "BAD_REQUEST", "BAD_REQUEST"},
		{"an id that is no text", `{"documentId":5}`, "BAD_REQUEST", "BAD_REQUEST"},
	}
	for only, d := range map[bool]door{
		true:  open(t, func(o *httpapi.Options) { o.Documents = documents(t, true) }),
		false: open(t, func(o *httpapi.Options) { o.Documents = documents(t, false) }),
	} {
		for _, tt := range tests {
			want := tt.among
			if only {
				want = tt.only
			}
			got := d.post(tt.body)
			if got.code() != want || (want == "") != (got.Data["__typename"] == "Query") {
				t.Errorf("%s, only trusted ones: %v: %s, want %q", tt.why, only, got.Body, want)
			}
		}
		if got := d.send("GET", "/graphql?documentId="+url.QueryEscape("kind"), "", ""); got.Data == nil {
			t.Errorf("by GET: %s", got.Body)
		}
	}
}

func TestDocuments_AreReadAtTheStart(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for why, c := range map[string]struct{ path, want string }{
		"nothing is there":        {filepath.Join(t.TempDir(), "none"), "no such file"},
		"no JSON":                 {write("a.json", "{"), "not a JSON object of ids and texts"},
		"another schema":          {write("a.json", `{"a":"{ nothing }"}`), "the document a does not fit the schema"},
		"another schema, by file": {filepath.Dir(write("b.graphql", "{ nothing }")), "the document b does not fit the schema"},
	} {
		if _, err := httpapi.LoadDocuments(c.path, true); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", why, err, c.want)
		}
	}
	d, err := httpapi.LoadDocuments(write("all.json", `{"x": "{ __typename }"}`), true)
	if err != nil {
		t.Fatal(err)
	}
	if got := open(t, func(o *httpapi.Options) { o.Documents = d }).post(`{"documentId":"x"}`); got.Data == nil {
		t.Errorf("of a JSON file: %s", got.Body)
	}
}
