package ingest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest"
)

const one = `{"id":"x","task":"t"}`

func zipped(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestImport_Documents(t *testing.T) {
	other := strings.Replace(one, "x", "y", 1)
	pretty := "{\n \"id\": \"x\",\n \"task\": \"t\"\n}\n"
	cases := []struct {
		why, name string
		content   []byte
		want      []string
	}{
		{"a file", "a.json", []byte(pretty), []string{"a.json taken"}},
		{"a list", "a.json", []byte("\xef\xbb\xbf [" + one + ",\n" + other + ", 3]"), []string{"a.json[0] taken", "a.json[1] taken", "a.json[2] refused"}},
		{"an empty list", "a.json", []byte("[]"), []string{"a.json unchanged"}},
		{"a broken list", "a.json", []byte("[" + one), []string{"a.json refused"}},
		{"lines", "a.jsonl", []byte(one + "\r\n\n" + other + "\n{\n"), []string{"a.jsonl:1 taken", "a.jsonl:3 taken", "a.jsonl:4 refused"}},
		{"packed lines", "A.JSONL.GZ", zipped(t, one+"\n"+other), []string{"A.JSONL.GZ:1 taken", "A.JSONL.GZ:2 taken"}},
		{"packed file", "a.json.gz", zipped(t, pretty), []string{"a.json.gz taken"}},
		{"not packed", "a.json.gz", []byte(one), []string{"a.json.gz refused"}},
		{"cut off", "a.jsonl.gz", zipped(t, one+"\n"+other)[:30], []string{"a.jsonl.gz:1 refused"}},
		{"lines by themselves", "-", []byte(one + "\n" + other + "\n"), []string{"-:1 taken", "-:2 taken"}},
		{"one line", "-", []byte(one), []string{"- taken"}},
		{"garbage behind", "a.json", []byte(one + "\n}"), []string{"a.json refused"}},
		{"nothing", "a.json", nil, []string{"a.json refused"}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			report, err := ingest.Import(t.Context(), newMemory(t), options(), []ingest.Source{ingest.Document(c.name, c.content)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, statuses(report)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%+v", diff, report.Items)
			}
		})
	}
}

func TestImport_Sizes(t *testing.T) {
	long := `{"id":"x","task":"` + strings.Repeat("t", 1000) + `"}`
	cases := []struct {
		why, name, content string
		want               []string
	}{
		{"a file", "a.json", long, []string{"a.json refused"}},
		{"an entry", "a.json", "[" + one + "," + long + "]", []string{"a.json[0] taken", "a.json[1] refused"}},
		{"a line, not what is behind it", "a.jsonl", one + "\n" + long + strings.Repeat("t", 200_000) + "\n" + one + "\n" + long, []string{"a.jsonl:1 taken", "a.jsonl:2 refused", "a.jsonl:3 unchanged", "a.jsonl:4 refused"}},
		{"a whole list", "a.json", "[" + strings.Repeat(one+",", 4000) + one + "]", []string{"a.json refused"}},
	}
	o := options()
	o.MaxDocument = 500
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			report, err := ingest.Import(t.Context(), newMemory(t), o, []ingest.Source{ingest.Document(c.name, []byte(c.content))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, statuses(report)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if last := report.Items[len(report.Items)-1]; !strings.Contains(last.Reason, "too large") {
				t.Errorf("reason = %q, want the size", last.Reason)
			}
		})
	}
}

func TestImport_TenMegabytes(t *testing.T) {
	big := ingest.Document("big.json", []byte(`{"id":"x","task":"`+strings.Repeat("t", 10<<20)+`"}`))
	report, err := ingest.Import(t.Context(), newMemory(t), options(), []ingest.Source{big, ingest.Document("a.json", []byte(one))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"big.json refused", "a.json taken"}, statuses(report)); diff != "" || !strings.Contains(report.Items[0].Reason, "more than 4194304 bytes") {
		t.Errorf("reason %q (-want +got):\n%s", report.Items[0].Reason, diff)
	}
}

func TestFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"b/2.json", "b/1.jsonl.gz", "a.json", "README.md", ".hidden/3.json", ".git/4.json", "c.ndjson"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(one), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sources, passed, err := ingest.Files(ingest.FormatEpisode, []string{root, filepath.Join(root, "README.md"), "-"}, strings.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range append(sources, ingest.Source{Name: strings.Join(passed, ",")}) {
		got = append(got, strings.TrimPrefix(s.Name, root+"/"))
	}
	want := []string{".hidden/3.json", "a.json", "b/1.jsonl.gz", "b/2.json", "c.ndjson", "README.md", "-", "README.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	report, err := ingest.Import(t.Context(), newMemory(t), options(), sources[1:2], nil)
	if err != nil || report.Totals.Taken != 1 {
		t.Errorf("error %v, totals %+v, want the file taken", err, report.Totals)
	}
	if _, _, err := ingest.Files(ingest.FormatEpisode, []string{filepath.Join(root, "none")}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error = %v, want that the path is not there", err)
	}
}

func TestImport_FileGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(path, []byte(one), 0o644); err != nil {
		t.Fatal(err)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	report, err := ingest.Import(t.Context(), newMemory(t), options(), sources, nil)
	if err != nil || report.Totals.Refused != 1 || !strings.Contains(report.Items[0].Reason, "open the file") {
		t.Errorf("error %v, items %+v, want one refused", err, report.Items)
	}
}
