package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// FileName is the name of the file in the home folder.
const FileName = "tokens.json"

// The errors that callers tell apart.
var (
	// ErrNoToken means that no token in force has that name or id.
	ErrNoToken = errors.New("there is no such token")
	// ErrTaken means that a token of that name is in force.
	ErrTaken = errors.New("a token of that name is there; revoke it first, or make one of another name and revoke the old one later")
)

// File is the file of tokens at a path. It is safe for use by several processes.
type File string

// content is the JSON of the file.
type content struct {
	// Version is the form of the file.
	Version int     `json:"version"`
	Tokens  []Token `json:"tokens"`
}

// version is the only form there is.
const version = 1

// Create makes a token and returns it. It is in no file: who loses it makes another.
func (f File) Create(g Grant, now time.Time) (secret string, t Token, err error) {
	if err := g.Validate(); err != nil {
		return "", Token{}, fmt.Errorf("make a token: %w", err)
	}
	g.Projects = slices.Compact(slices.Sorted(slices.Values(g.Projects)))
	secret, t = newToken(g, now)
	return secret, t, f.change(func(tokens []Token) ([]Token, error) {
		if i := named(tokens, g.Name); i >= 0 {
			if !tokens[i].Expired(now) {
				return nil, fmt.Errorf("make the token %s: %w", g.Name, ErrTaken)
			}
			tokens = slices.Delete(tokens, i, i+1)
		}
		return append(tokens, t), nil
	})
}

// List returns the tokens, those that have ended included; none when there is no file.
func (f File) List() ([]Token, error) {
	tokens, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return tokens, err
}

// Revoke removes the token of a name or id. It returns ErrNoToken when there is none.
func (f File) Revoke(name string) (Token, error) {
	var gone Token
	err := f.change(func(tokens []Token) ([]Token, error) {
		i := named(tokens, name)
		if i < 0 {
			return nil, fmt.Errorf("revoke %q: %w", name, ErrNoToken)
		}
		gone = tokens[i]
		return slices.Delete(tokens, i, i+1), nil
	})
	return gone, err
}

func named(tokens []Token, name string) int {
	return slices.IndexFunc(tokens, func(t Token) bool { return t.Name == name || t.ID == name })
}

// read returns the tokens of the file. One that others may write is not trusted: whoever
// may write it can let himself in.
func (f File) read() ([]Token, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return nil, fmt.Errorf("read the tokens: %s may be written by others (mode %04o); `chmod 600` it after a look at what is in it", f, info.Mode().Perm())
	}
	text, err := os.ReadFile(string(f))
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	var c content
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("read the tokens in %s: %w", f, err)
	}
	if c.Version != version {
		return nil, fmt.Errorf("read the tokens in %s: the form %d is not known", f, c.Version)
	}
	return c.Tokens, validate(c.Tokens)
}

// validate refuses what would let in more than was meant: a token that neither names
// projects nor says all of them, or a right that is no word.
func validate(tokens []Token) error {
	ids := map[string]bool{}
	for _, t := range tokens {
		grant := Grant{Name: t.Name, All: t.All, Projects: t.Projects}
		switch {
		case grant.Validate() != nil:
			return fmt.Errorf("read the token %q: %w", t.Name, grant.Validate())
		case t.Right != Read && t.Right != Write:
			return fmt.Errorf("read the token %q: the right is %q; it is %s or %s", t.Name, t.Right, Read, Write)
		case len(t.Hash) != len(hash("")) || strings.Trim(t.Hash, "0123456789abcdef") != "":
			return fmt.Errorf("read the token %q: its sha256 is none", t.Name)
		case t.ID == "" || ids[t.ID]:
			return fmt.Errorf("read the token %q: its id %q is empty or there twice", t.Name, t.ID)
		}
		ids[t.ID] = true
	}
	return nil
}

// change rewrites the file while no other process does.
func (f File) change(edit func([]Token) ([]Token, error)) error {
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o700); err != nil {
		return fmt.Errorf("make the folder of the tokens: %w", err)
	}
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	tokens, err := f.List()
	if err != nil {
		return err
	}
	if tokens, err = edit(tokens); err != nil {
		return err
	}
	if tokens == nil {
		tokens = []Token{}
	}
	text, err := json.MarshalIndent(content{Version: version, Tokens: tokens}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the tokens: %w", err)
	}
	return f.replace(append(text, '\n'))
}

// lock waits for the file beside the tokens: the tokens themselves are replaced, so a lock
// on them would be on the old ones.
func (f File) lock() (unlock func(), err error) {
	l, err := os.OpenFile(string(f)+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the tokens: %w", err)
	}
	for {
		err = unix.Flock(int(l.Fd()), unix.LOCK_EX)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock the tokens: %w", err), l.Close())
	}
	return func() { _ = l.Close() }, nil
}

// replace puts the new content in the place of the old in one step, so that whoever reads
// sees one or the other.
func (f File) replace(text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(string(f)), "."+filepath.Base(string(f))+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("write the tokens: %w", err)
	}
	_, err = tmp.Write(text)
	if err == nil {
		err = f.keepOwner(tmp)
	}
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), string(f))
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return fmt.Errorf("write the tokens: %w", err)
	}
	return nil
}

// keepOwner gives the new file to the owner of the old: root may change the tokens of a service that
// runs as somebody else, which could not read them any more.
func (f File) keepOwner(tmp *os.File) error {
	var old unix.Stat_t
	err := unix.Stat(string(f), &old)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && int(old.Uid) == os.Geteuid():
		return nil
	case err != nil:
		return fmt.Errorf("look who owns the tokens: %w", err)
	}
	if err := tmp.Chown(int(old.Uid), int(old.Gid)); err != nil {
		return fmt.Errorf("give the tokens to their owner: %w", err)
	}
	return nil
}
