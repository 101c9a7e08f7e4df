package sqlitestore_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// overwrite writes nonsense into a page of a file.
func overwrite(t *testing.T, path string) {
	t.Helper()
	text := read(t, path)
	copy(text[len(text)-8192:], bytes.Repeat([]byte("x"), 4096))
	write(t, path, text)
}

// A file that was closed in order is opened without reading it whole, and checked when somebody asks.
func TestStore_CheckFile(t *testing.T) {
	for _, c := range []struct {
		why     string
		spoil   func(t *testing.T, path string)
		damaged bool
	}{
		{"a sound file", func(*testing.T, string) {}, false},
		{"a page that was overwritten", overwrite, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filled(t)
			c.spoil(t, path)
			before := folder(t, path)
			inspected := sqlitestore.Inspect(t.Context(), path)
			for name, text := range folder(t, path) {
				if before[name] != text {
					t.Errorf("%s was changed or created by a look", name)
				}
			}
			s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
			must(t, err)
			defer func() { must(t, s.Close(t.Context())) }()
			must(t, s.Migrate(t.Context()))
			must(t, s.Ready(t.Context()))
			checked := s.CheckFile(t.Context())
			for what, err := range map[string]error{"inspect": inspected, "check": checked, "ready": s.Ready(t.Context())} {
				if (err != nil) != c.damaged || err != nil && !strings.Contains(err.Error(), "is damaged") {
					t.Errorf("%s says %v", what, err)
				}
			}
			if c.damaged && !errors.Is(checked, episodic.ErrUnavailable) {
				t.Errorf("%v is not an ErrUnavailable", checked)
			}
			if again := sqlitestore.Inspect(t.Context(), path); (again != nil) != c.damaged {
				t.Errorf("while it is open: %v", again)
			}
		})
	}
}

func TestStore_CheckFile_givenUp(t *testing.T) {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filled(t)})
	must(t, err)
	defer func() { must(t, s.Close(t.Context())) }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.CheckFile(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a check that was given up: %v", err)
	}
	must(t, s.Migrate(t.Context()))
	must(t, s.Ready(t.Context()))
}

func TestInspect_noStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	write(t, path, bytes.Repeat([]byte("no database\n"), 1000))
	if err := sqlitestore.Inspect(t.Context(), path); err == nil || !strings.Contains(err.Error(), "is no SQLite database") {
		t.Errorf("a text file: %v", err)
	}
}
