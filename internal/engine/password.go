package engine

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ensurePassword returns the password kept in home; the first call makes one of 130 random bits. The file is readable by
// its owner only, and made so again when somebody loosened it.
func ensurePassword(home string) (string, error) {
	path := filepath.Join(home, passwordFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if data := filepath.Join(home, neo4jName, "data", "databases"); exists(data) {
			return "", fmt.Errorf("read Neo4j's password: %s is missing and the data in %s needs it; restore the file from a backup", path, data)
		}
		password := rand.Text()
		if err := writeFile(path, []byte(password+"\n")); err != nil {
			return "", fmt.Errorf("keep Neo4j's password: %w", err)
		}
		return password, nil
	}
	if err != nil {
		return "", fmt.Errorf("read Neo4j's password: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return "", fmt.Errorf("protect Neo4j's password: %w", err)
	}
	password := strings.TrimSpace(string(b))
	if len(password) < 8 {
		return "", fmt.Errorf("read Neo4j's password: %s holds %d characters, Neo4j wants 8 at least", path, len(password))
	}
	return password, nil
}

// leastKey is how many characters Weaviate's key has at least: an empty one would let nobody in.
const leastKey = 8

// ensureKey does for Weaviate's API key what ensurePassword does for the password. A key that was
// lost is made anew: no data depends on it.
func ensureKey(home string) (string, error) {
	path := filepath.Join(home, keyFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := rand.Text()
		if err := writeFile(path, []byte(key+"\n")); err != nil {
			return "", fmt.Errorf("keep Weaviate's key: %w", err)
		}
		return key, nil
	}
	if err != nil {
		return "", fmt.Errorf("read Weaviate's key: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return "", fmt.Errorf("protect Weaviate's key: %w", err)
	}
	key := strings.TrimSpace(string(b))
	if len(key) < leastKey || strings.Contains(key, ",") { // a comma would make it two
		return "", fmt.Errorf("read Weaviate's key: %s needs %d characters or more and no comma; remove the file, and the next start makes one", path, leastKey)
	}
	return key, nil
}
