package auth_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/causeway-memory/causeway/internal/auth"
)

// keeping is a Keeper with its clock and its log.
type keeping struct {
	*auth.Keeper
	t    *testing.T
	now  time.Time
	logs *bytes.Buffer
}

func open(t *testing.T, f auth.File, required bool) *keeping {
	t.Helper()
	k := &keeping{t: t, now: at(1), logs: &bytes.Buffer{}}
	opened, err := auth.Open(f, required, func() time.Time { return k.now }, slog.New(slog.NewTextHandler(k.logs, nil)))
	if err != nil {
		t.Fatal(err)
	}
	k.Keeper = opened
	return k
}

// knows reports whether a token lets somebody in.
func (k *keeping) knows(token string) bool {
	k.t.Helper()
	_, err := k.Authenticate("Bearer " + token)
	if err != nil && !errors.Is(err, auth.ErrUnauthenticated) {
		k.t.Errorf("another error: %v", err)
	}
	return err == nil
}

func TestKeeper_Authenticate(t *testing.T) {
	f := newFile(t)
	secret := create(t, f, auth.Grant{Name: "ci", Projects: []string{"demo"}, TTL: 24 * time.Hour})
	other := create(t, f, auth.Grant{Name: "all", All: true, Write: true})
	k := open(t, f, false)
	p, err := k.Authenticate("Bearer " + secret)
	if err != nil || p.Name != "ci" || !p.Sees("demo") || p.Sees("Demo") || p.Sees("shop") || p.Sees("") || p.Write {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := k.Authenticate("bearer  " + other + " "); err != nil || !p.Sees("shop") || !p.Write {
		t.Errorf("the scheme is a word in any case: %+v, %v", p, err)
	}
	id := strings.Split(secret, "_")[1]
	for why, header := range map[string]string{
		"nothing":                   "",
		"no scheme":                 secret,
		"another scheme":            "Basic " + secret,
		"no token":                  "Bearer ",
		"the id alone":              "Bearer cw_" + id,
		"no secret":                 "Bearer cw_" + id + "_",
		"the secret of another":     "Bearer cw_" + id + "_" + strings.Split(other, "_")[2],
		"one letter less":           "Bearer " + secret[:len(secret)-1],
		"one letter more":           "Bearer " + secret + "a",
		"an id that is not there":   "Bearer cw_nobody_" + strings.Split(secret, "_")[2],
		"two tokens":                "Bearer " + secret + " " + other,
		"upper case":                "Bearer " + strings.ToUpper(secret),
		"the hash in the file":      "Bearer " + content(t, f),
		"an empty id, as no tokens": "Bearer cw__",
	} {
		if p, err := k.Authenticate(header); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("%s: %+v, %v", why, p, err)
		}
	}
	k.now = at(2)
	if k.knows(secret) || k.Valid(p) {
		t.Error("a token that has ended is taken")
	}
	if !k.knows(other) {
		t.Error("one without an end has ended")
	}
}

func TestKeeper_NoticesChanges(t *testing.T) {
	f := newFile(t)
	k := open(t, f, false)
	if k.Needed() || k.Usable() {
		t.Error("a token is needed before there is one")
	}
	first := create(t, f, auth.Grant{Name: "first", All: true})
	if !k.Needed() || !k.Usable() || !k.knows(first) {
		t.Error("the first token is not noticed")
	}
	p, _ := k.Authenticate("Bearer " + first)
	second := create(t, f, auth.Grant{Name: "second", All: true})
	if !k.knows(first) || !k.knows(second) || !k.Valid(p) {
		t.Error("the second token is not taken beside the first")
	}
	if _, err := f.Revoke("first"); err != nil {
		t.Fatal(err)
	}
	if k.knows(first) || k.Valid(p) || !k.knows(second) {
		t.Error("a revoked token is taken, or took the other with it")
	}
	if _, err := f.Revoke("second"); err != nil {
		t.Fatal(err)
	}
	if k.knows(second) || !k.Needed() || k.Usable() {
		t.Error("revoking the last token lets everybody in")
	}
	if err := os.Remove(string(f)); err != nil {
		t.Fatal(err)
	}
	if !k.Needed() {
		t.Error("removing the file lets everybody in")
	}
}

func TestKeeper_NarrowedInPlace(t *testing.T) {
	f := newFile(t)
	secret := create(t, f, auth.Grant{Name: "ci", Projects: []string{"demo", "shop"}})
	k := open(t, f, false)
	p, err := k.Authenticate("Bearer " + secret)
	if err != nil {
		t.Fatal(err)
	}
	narrowed := strings.Replace(content(t, f), `"shop"`, `"late"`, 1)
	if err := os.WriteFile(string(f), []byte(narrowed), 0o600); err != nil {
		t.Fatal(err)
	}
	if k.Valid(p) {
		t.Error("who holds a connection keeps a project that was taken from the token")
	}
	if now, err := k.Authenticate("Bearer " + secret); err != nil || now.Sees("shop") || !now.Sees("late") {
		t.Errorf("%+v, %v", now, err)
	}
}

func TestKeeper_KeepsWhatItKnew(t *testing.T) {
	f := newFile(t)
	secret := create(t, f, auth.Grant{Name: "ci", All: true})
	whole := content(t, f)
	for _, c := range []struct {
		why   string
		spoil func() error
	}{
		{"an editor is half through", func() error { return os.WriteFile(string(f), []byte(whole[:20]), 0o600) }},
		{"it is empty", func() error { return os.WriteFile(string(f), nil, 0o600) }},
		{"others may write it", func() error { return os.Chmod(string(f), 0o666) }},
	} {
		if err := os.WriteFile(string(f), []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		k := open(t, f, false)
		if err := c.spoil(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if !k.knows(secret) || !k.Needed() {
				t.Errorf("%s: the token is forgotten", c.why)
			}
		}
		if n := strings.Count(k.logs.String(), "cannot be read"); n != 1 {
			t.Errorf("%s: said %d times: %s", c.why, n, k.logs)
		}
		if err := os.Chmod(string(f), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(string(f), []byte(strings.Replace(whole, `"ci"`, `"renamed"`, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := k.Authenticate("Bearer " + secret); err != nil || p.Name != "renamed" {
			t.Errorf("%s: the mended file is not read: %+v, %v", c.why, p, err)
		}
	}
	if err := os.WriteFile(string(f), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.Open(f, false, time.Now, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a service starts without the tokens that it cannot read")
	}
}

// TestKeeper_TriesAgain mends what kept the file from being read without touching the file itself, as when
// a limit of open files is over.
func TestKeeper_TriesAgain(t *testing.T) {
	f := newFile(t)
	secret := create(t, f, auth.Grant{Name: "ci", All: true})
	stays := create(t, f, auth.Grant{Name: "stays", All: true})
	k := open(t, f, false)
	if _, err := f.Revoke("ci"); err != nil {
		t.Fatal(err)
	}
	restore := unreadable(t)
	for range 3 {
		if !k.knows(stays) {
			t.Error("a token that was not touched is forgotten")
		}
	}
	restore()
	if k.knows(secret) {
		t.Error("a revoked token is taken because the file could not be read once")
	}
	if !k.knows(stays) {
		t.Error("the other token is refused too")
	}
	if n := strings.Count(k.logs.String(), "cannot be read"); n != 1 {
		t.Errorf("said %d times: %s", n, k.logs)
	}
}

// unreadable lets the process open no more files until restore is called.
func unreadable(t *testing.T) (restore func()) {
	t.Helper()
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	none := unix.Rlimit{Cur: 0, Max: was.Max}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &none); err != nil {
		t.Fatal(err)
	}
	restore = sync.OnceFunc(func() {
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &was); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(restore)
	return restore
}

// TestKeeper_ClosedByAFileThatCannotBeRead begins without a file; the first to appear says that tokens are
// wanted, whatever is in it.
func TestKeeper_ClosedByAFileThatCannotBeRead(t *testing.T) {
	for why, spoil := range map[string]func(f auth.File) error{
		"half of one": func(f auth.File) error { return os.WriteFile(string(f), []byte(`{"version":1`), 0o600) },
		"others may write it": func(f auth.File) error {
			return errors.Join(os.WriteFile(string(f), nil, 0o600), os.Chmod(string(f), 0o666))
		},
		"it is a folder":        func(f auth.File) error { return os.Mkdir(string(f), 0o700) },
		"a link leads in rings": func(f auth.File) error { return os.Symlink(string(f), string(f)) },
	} {
		f := newFile(t)
		if err := os.Mkdir(filepath.Dir(string(f)), 0o700); err != nil {
			t.Fatal(err)
		}
		k := open(t, f, false)
		if k.Needed() {
			t.Fatal("a token is needed before there is a file")
		}
		if err := spoil(f); err != nil {
			t.Fatal(err)
		}
		if !k.Needed() || k.knows("cw_a_b") {
			t.Errorf("%s: everybody is let in", why)
		}
		if err := os.RemoveAll(string(f)); err != nil {
			t.Fatal(err)
		}
		if !k.Needed() {
			t.Errorf("%s: everybody is let in once it is removed", why)
		}
	}
}

func TestKeeper_Required(t *testing.T) {
	k := open(t, newFile(t), true)
	if !k.Needed() || k.Usable() || k.knows("cw_a_b") {
		t.Error("required lets somebody in without a token")
	}
}

func TestKeeper_BesideWriters(t *testing.T) {
	f := newFile(t)
	stays := create(t, f, auth.Grant{Name: "stays", All: true})
	k := open(t, f, false)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 50 {
			create(t, f, auth.Grant{Name: "goes", All: true})
			if _, err := f.Revoke("goes"); err != nil {
				t.Error(err)
			}
		}
	})
	for range 4 {
		wg.Go(func() {
			for range 500 {
				if _, err := k.Authenticate("Bearer " + stays); err != nil {
					t.Errorf("a token that was never touched: %v", err)
				}
			}
		})
	}
	wg.Wait()
}
