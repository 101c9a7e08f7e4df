package auth

import (
	"crypto/subtle"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrUnauthenticated means that there is no token, or that it is wrong, revoked or ended.
// Which of them it is, nobody is told.
var ErrUnauthenticated = errors.New("this needs an API token that is in force")

// Keeper says who a token belongs to, for a running service. It looks at the file at every
// request: a token that was made is taken and one that was revoked is refused from the next
// request on. It is safe for concurrent use.
type Keeper struct {
	file File
	now  func() time.Time
	log  *slog.Logger

	mu     sync.Mutex
	closed bool
	seen   os.FileInfo
	broken string
	tokens map[string]Token
}

// Open returns the Keeper of a file, which need not be there. With required every request
// needs a token even when there is no file. An error means that the file cannot be read.
func Open(file File, required bool, now func() time.Time, log *slog.Logger) (*Keeper, error) {
	k := &Keeper{file: file, now: now, log: log, closed: required, tokens: map[string]Token{}}
	k.seen, _ = os.Stat(string(file)) // before it is read: a change in between is seen later
	tokens, err := file.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	k.take(tokens, err == nil)
	return k, nil
}

// Needed reports whether requests need a token: once there was a file, or when required.
// It stays so while the process lives, so that removing the file lets nobody in.
func (k *Keeper) Needed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.look()
	return k.closed
}

// Usable reports whether there is a token that lets somebody in.
func (k *Keeper) Usable() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.look()
	for _, t := range k.tokens {
		if !t.Expired(k.now()) {
			return true
		}
	}
	return false
}

// Authenticate returns who sends a value of the header Authorization. It returns
// ErrUnauthenticated for anything but a token that is in force.
func (k *Keeper) Authenticate(header string) (Principal, error) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(header), " ")
	token = strings.TrimSpace(token)
	id, formed := idOf(token)
	if !strings.EqualFold(scheme, "Bearer") || !formed {
		return Principal{}, ErrUnauthenticated
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.look()
	t := k.tokens[id]
	same := subtle.ConstantTimeCompare([]byte(hash(token)), []byte(t.Hash)) == 1
	if !same || t.Expired(k.now()) {
		return Principal{}, ErrUnauthenticated
	}
	return t.principal(), nil
}

// Valid reports whether the token behind a principal is still in force and allows the same,
// for whoever holds a connection open.
func (k *Keeper) Valid(p Principal) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.look()
	t, ok := k.tokens[p.id]
	now := t.principal()
	return ok && !t.Expired(k.now()) && now.All == p.All && now.Write == p.Write && slices.Equal(now.Projects, p.Projects)
}

// look reads the file again when it is another one than the one that was read before. One that
// cannot be read leaves the tokens as they are, and is tried again with the next request; that is
// logged once for each reason. But it counts as there: who has made it wanted tokens to be needed.
func (k *Keeper) look() {
	info, err := os.Stat(string(k.file))
	absent := errors.Is(err, fs.ErrNotExist)
	k.closed = k.closed || !absent
	switch {
	case absent:
		info = nil
	case err != nil:
		k.complain(err)
		return
	}
	if same(k.seen, info) {
		k.broken = ""
		return
	}
	tokens, err := k.file.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		k.complain(err)
		return
	}
	before := len(k.tokens)
	k.take(tokens, err == nil)
	k.seen, k.broken = info, ""
	k.log.Info("the API tokens were read again", "before", before, "now", len(k.tokens))
}

// same reports whether a file was not touched: each change by causeway makes another file.
func same(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}

func (k *Keeper) take(tokens []Token, there bool) {
	k.closed = k.closed || there
	k.tokens = make(map[string]Token, len(tokens))
	for _, t := range tokens {
		k.tokens[t.ID] = t
	}
}

func (k *Keeper) complain(err error) {
	if k.broken == err.Error() {
		return
	}
	k.broken = err.Error()
	k.log.Error("the API tokens cannot be read; those read before stay in force", "error", err)
}
