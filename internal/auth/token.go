package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// The rights of a token.
const (
	// Read allows questions, Write changes too.
	Read  = "read"
	Write = "write"
)

// Token is what the file knows of one token; the token itself it does not.
type Token struct {
	// ID stands in the token too and is no secret.
	ID string `json:"id"`
	// Name says what the token is for; unique among those in force.
	Name string `json:"name"`
	// Hash is the SHA-256 of the whole token, in hexadecimal.
	Hash string `json:"sha256"`
	// All is true for every project, those that are made later included; else Projects has
	// the names.
	All      bool     `json:"allProjects,omitempty"`
	Projects []string `json:"projects,omitempty"`
	// Right is Read or Write.
	Right string `json:"right"`
	// CreatedAt is when it was made, ExpiresAt when it ends; nil is never.
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// Expired reports whether the token has ended.
func (t Token) Expired(now time.Time) bool {
	return t.ExpiresAt != nil && !now.Before(*t.ExpiresAt)
}

func (t Token) principal() Principal {
	return Principal{Name: t.Name, All: t.All, Projects: t.Projects, Write: t.Right == Write, id: t.ID}
}

// Grant is what a new token is to allow.
type Grant struct {
	// Name says what the token is for.
	Name string
	// All lets in every project; else Projects names them.
	All      bool
	Projects []string
	// Write allows changes too.
	Write bool
	// TTL ends the token after that time; 0 is never.
	TTL time.Duration
}

var (
	namePattern    = lazy.Pattern(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)
	projectPattern = lazy.Pattern(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
)

// Validate says what is wrong with a grant.
func (g Grant) Validate() error {
	switch {
	case !namePattern().MatchString(g.Name):
		return fmt.Errorf("the name %q is not 1 to 64 letters, digits and . _ @ -", g.Name)
	case g.All == (len(g.Projects) > 0):
		return errors.New("a token is for named projects or for all of them")
	case g.TTL < 0:
		return fmt.Errorf("a token cannot end after %s", g.TTL)
	}
	for _, project := range g.Projects {
		if !projectPattern().MatchString(project) {
			return fmt.Errorf("%q is no name of a project", project)
		}
	}
	return nil
}

// prefix lets secret scanners and people know a token when they see one.
const prefix = "cw"

// secretBytes is 256 bits: nobody guesses that, so a fast hash is enough.
const secretBytes = 32

// newToken makes a token and what the file is to know of it.
func newToken(g Grant, now time.Time) (secret string, t Token) {
	letters := base32.StdEncoding.WithPadding(base32.NoPadding)
	random := make([]byte, 5+secretBytes)
	_, _ = rand.Read(random) // never fails: the program ends where there is no randomness
	id := strings.ToLower(letters.EncodeToString(random[:5]))
	secret = prefix + "_" + id + "_" + strings.ToLower(letters.EncodeToString(random[5:]))
	t = Token{
		ID: id, Name: g.Name, Hash: hash(secret), All: g.All, Projects: g.Projects, Right: Read,
		CreatedAt: now.UTC().Truncate(time.Second),
	}
	if g.Write {
		t.Right = Write
	}
	if g.TTL > 0 {
		end := now.Add(g.TTL).UTC().Truncate(time.Second)
		t.ExpiresAt = &end
	}
	return secret, t
}

// idOf returns the id inside a token; false when it has not the form of one.
func idOf(token string) (string, bool) {
	parts := strings.Split(token, "_")
	if len(parts) != 3 || parts[0] != prefix || parts[1] == "" {
		return "", false
	}
	return parts[1], true
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
