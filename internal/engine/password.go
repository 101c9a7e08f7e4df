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

// ensurePassword returns the password stored in home; the first call generates one of 130 random
// bits. Only the owner can read the file; if somebody loosened its mode, that is restored.
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
		return "", fmt.Errorf("read Neo4j's password: %s holds %d characters, Neo4j requires at least 8", path, len(password))
	}
	return password, nil
}

// leastKey is the minimum length of Weaviate's key: an empty one would admit nobody.
const leastKey = 8

// ensureKey does the same for Weaviate's API key. A lost key is generated again: no data depends
// on it.
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
	if len(key) < leastKey || strings.Contains(key, ",") { // a comma would separate two keys
		return "", fmt.Errorf("read Weaviate's key: %s needs %d characters or more and no comma; remove the file, and the next start makes one", path, leastKey)
	}
	return key, nil
}
