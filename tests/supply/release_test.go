package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestArchive_SameAgain(t *testing.T) {
	when := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	made := func(text string, mode os.FileMode) []byte {
		folder := t.TempDir()
		program, notes := filepath.Join(folder, "causeway"), filepath.Join(folder, "NOTES")
		for _, name := range []string{program, notes} {
			if err := os.WriteFile(name, []byte(text), mode); err != nil {
				t.Fatal(err)
			}
		}
		to := filepath.Join(folder, "a.tar.gz")
		if err := archiveFiles(to, "a", when, []string{program}, notes); err != nil {
			t.Fatal(err)
		}
		archive, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		return archive
	}
	archive := made("text", 0o600)
	if !bytes.Equal(archive, made("text", 0o644)) {
		t.Error("the same files at another time, with other rights, give another archive")
	}
	if bytes.Equal(archive, made("other", 0o600)) {
		t.Error("other files give the same archive")
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for reader := tar.NewReader(unpacked); ; {
		header, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !header.ModTime.Equal(when) {
			t.Errorf("%s has the time %s", header.Name, header.ModTime)
		}
		got = append(got, header.FileInfo().Mode().String()+" "+header.Name)
	}
	if want := "-rwxr-xr-x a/causeway\n-rw-r--r-- a/NOTES"; strings.Join(got, "\n") != want {
		t.Errorf("it holds\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestParts_Joined(t *testing.T) {
	list := `{"bomFormat": "CycloneDX", "specVersion": "1.6", "metadata": {"timestamp": "2026-11-25T23:00:19Z"}, "components": [{"name": "m"}]}`
	when := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	text, err := joined([]byte(list), []part{{name: "@a/b", version: "1.0.0", licences: []string{"MIT"}}}, when)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Metadata   struct{ Timestamp string }
		Components []struct{ Name, PURL string }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Metadata.Timestamp != "2026-05-04T09:00:00Z" || len(got.Components) != 2 ||
		got.Components[0].Name != "m" || got.Components[1].PURL != "pkg:npm/%40a/b@1.0.0" {
		t.Errorf("%s", text)
	}
	if _, err := joined([]byte("no JSON"), nil, when); err == nil {
		t.Error("a list that cannot be read passes")
	}
}

func TestChecksums(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.tar.gz", "b.whl"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := checksums(folder, io.Discard); err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "SHA256SUMS")
	check.Dir = folder
	if out, err := check.CombinedOutput(); err != nil || strings.Count(string(out), ": OK") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}
