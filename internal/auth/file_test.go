package auth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/causeway-memory/causeway/internal/auth"
)

func at(day int) time.Time { return time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC) }

func newFile(t *testing.T) auth.File {
	t.Helper()
	return auth.File(filepath.Join(t.TempDir(), "home", auth.FileName))
}

func create(t *testing.T, f auth.File, g auth.Grant) string {
	t.Helper()
	secret, _, err := f.Create(g, at(1))
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func content(t *testing.T, f auth.File) string {
	t.Helper()
	text, err := os.ReadFile(string(f))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFile_HoldsNoToken(t *testing.T) {
	f := newFile(t)
	secret := create(t, f, auth.Grant{Name: "ci", Projects: []string{"shop", "demo", "shop"}, Write: true, TTL: 24 * time.Hour})
	parts := strings.Split(secret, "_")
	if len(parts) != 3 || parts[0] != "cw" || len(parts[2]) < 52 {
		t.Errorf("%q is not cw, an id and 256 bits in base 32", secret)
	}
	if text := content(t, f); strings.Contains(text, parts[2]) {
		t.Errorf("the file holds the token: %s", text)
	}
	info, err := os.Stat(string(f))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", info.Mode(), err)
	}
	folder, err := os.Stat(filepath.Dir(string(f)))
	if err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v, %v", folder.Mode(), err)
	}
	list, err := f.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	got := list[0]
	if got.ID != parts[1] || got.Name != "ci" || fmt.Sprint(got.Projects) != "[demo shop]" || got.Right != auth.Write ||
		!got.CreatedAt.Equal(at(1)) || got.ExpiresAt == nil || !got.ExpiresAt.Equal(at(2)) {
		t.Errorf("kept as %+v", got)
	}
}

func TestFile_TokensDiffer(t *testing.T) {
	f := newFile(t)
	seen := map[string]bool{}
	for i := range 50 {
		secret := create(t, f, auth.Grant{Name: fmt.Sprintf("n%d", i), All: true})
		for _, part := range strings.Split(secret, "_")[1:] {
			if seen[part] {
				t.Fatalf("%s came twice", part)
			}
			seen[part] = true
		}
	}
}

func TestFile_RefusesGrants(t *testing.T) {
	for _, c := range []struct {
		why   string
		grant auth.Grant
	}{
		{"nobody knows whose it is", auth.Grant{All: true}},
		{"a name could break a line of the log", auth.Grant{Name: "a\nb", All: true}},
		{"no project is not all projects", auth.Grant{Name: "ci"}},
		{"all and some contradict each other", auth.Grant{Name: "ci", All: true, Projects: []string{"demo"}}},
		{"no project can have the name", auth.Grant{Name: "ci", Projects: []string{"de/mo"}}},
		{"it ended before it began", auth.Grant{Name: "ci", All: true, TTL: -time.Hour}},
	} {
		f := newFile(t)
		if _, _, err := f.Create(c.grant, at(1)); err == nil {
			t.Errorf("%s: %+v is taken", c.why, c.grant)
		}
		if list, _ := f.List(); len(list) > 0 {
			t.Errorf("%s: %v was kept", c.why, list)
		}
	}
}

func TestFile_NamesAreUnique(t *testing.T) {
	f := newFile(t)
	create(t, f, auth.Grant{Name: "ci", All: true, TTL: time.Hour})
	if _, _, err := f.Create(auth.Grant{Name: "ci", All: true}, at(1)); !errors.Is(err, auth.ErrTaken) {
		t.Errorf("the name twice: %v", err)
	}
	if _, _, err := f.Create(auth.Grant{Name: "ci", All: true}, at(2)); err != nil {
		t.Errorf("the first has ended: %v", err)
	}
	if list, _ := f.List(); len(list) != 1 {
		t.Errorf("the ended one is still there: %+v", list)
	}
}

func TestFile_Revoke(t *testing.T) {
	f := newFile(t)
	id := strings.Split(create(t, f, auth.Grant{Name: "a", All: true}), "_")[1]
	create(t, f, auth.Grant{Name: "b", All: true})
	if gone, err := f.Revoke(id); err != nil || gone.Name != "a" {
		t.Errorf("by id: %+v, %v", gone, err)
	}
	if gone, err := f.Revoke("b"); err != nil || gone.Name != "b" {
		t.Errorf("by name: %+v, %v", gone, err)
	}
	if _, err := f.Revoke("b"); !errors.Is(err, auth.ErrNoToken) {
		t.Errorf("again: %v", err)
	}
	if list, err := f.List(); err != nil || len(list) != 0 {
		t.Errorf("left: %+v, %v", list, err)
	}
}

func TestFile_ManyWriters(t *testing.T) {
	f := newFile(t)
	const writers, each = 8, 10
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if _, _, err := f.Create(auth.Grant{Name: fmt.Sprintf("w%d-%d", w, i), All: true}, at(1)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if list, err := f.List(); err != nil || len(list) != writers*each {
		t.Errorf("%d tokens, want %d (%v)", len(list), writers*each, err)
	}
	names, err := os.ReadDir(filepath.Dir(string(f)))
	if err != nil || len(names) != 2 {
		t.Errorf("beside the file and its lock there is something: %v, %v", names, err)
	}
}

func TestFile_IsNotTrusted(t *testing.T) {
	hash := strings.Repeat("0", 64)
	token := func(id, projects, right, hash string) string {
		return fmt.Sprintf(`{"id":%q,"name":"n","sha256":%q,%s,"right":%q,"createdAt":"2026-03-01T00:00:00Z"}`, id, hash, projects, right)
	}
	for _, c := range []struct{ why, text, want string }{
		{"no JSON", "{", "unexpected EOF"},
		{"a word that is mistyped may be the one that limits", `{"version":1,"tokens":[{"id":"a","project":["x"]}]}`, "unknown field"},
		{"a later form may limit more", `{"version":2,"tokens":[]}`, "form 2"},
		{"neither projects nor all", fmt.Sprintf(`{"version":1,"tokens":[%s]}`, token("a", `"projects":[]`, "read", hash)), "named projects or for all"},
		{"no right that is known", fmt.Sprintf(`{"version":1,"tokens":[%s]}`, token("a", `"allProjects":true`, "admin", hash)), "admin"},
		{"an empty hash fits nothing, or everything", fmt.Sprintf(`{"version":1,"tokens":[%s]}`, token("a", `"allProjects":true`, "read", "")), "sha256"},
		{"two of one id hide each other", fmt.Sprintf(`{"version":1,"tokens":[%s,%s]}`,
			token("a", `"allProjects":true`, "read", hash), token("a", `"allProjects":true`, "read", hash)), "twice"},
	} {
		f := auth.File(filepath.Join(t.TempDir(), auth.FileName))
		if err := os.WriteFile(string(f), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.List(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
		if _, _, err := f.Create(auth.Grant{Name: "new", All: true}, at(1)); err == nil || content(t, f) != c.text {
			t.Errorf("%s: it was written over (%v)", c.why, err)
		}
	}
}

func TestFile_WritableByOthers(t *testing.T) {
	f := newFile(t)
	create(t, f, auth.Grant{Name: "a", All: true})
	if err := os.Chmod(string(f), 0o620); err != nil {
		t.Fatal(err)
	}
	if _, err := f.List(); err == nil || !strings.Contains(err.Error(), "written by others") {
		t.Errorf("a file that others may write is read: %v", err)
	}
	if err := os.Chmod(string(f), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := f.List(); err != nil {
		t.Errorf("hashes may be read by others: %v", err)
	}
}

// TestFile_KeepsItsOwner changes, as root, the tokens of somebody else.
func TestFile_KeepsItsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file to somebody else")
	}
	f := newFile(t)
	create(t, f, auth.Grant{Name: "ci", All: true})
	if err := os.Chown(string(f), 12345, 12346); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Revoke("ci"); err != nil {
		t.Fatal(err)
	}
	var now unix.Stat_t
	if err := unix.Stat(string(f), &now); err != nil {
		t.Fatal(err)
	}
	if now.Uid != 12345 || now.Gid != 12346 || now.Mode&0o777 != 0o600 {
		t.Errorf("the file belongs to %d and %d with mode %o", now.Uid, now.Gid, now.Mode&0o777)
	}
}
