package app

import (
	"fmt"
	"os"
	"strings"

	"github.com/causeway-memory/causeway/internal/config"
)

// Password returns the password for external engines: neo4j.password, else the content of
// neo4j.password_file.
func Password(cfg config.Config) (string, error) {
	return secret(cfg.Neo4j.Password, "neo4j.password_file", cfg.Neo4j.PasswordFile)
}

// WeaviateKey returns the key for Weaviate: weaviate.api_key, else the content of
// weaviate.api_key_file.
func WeaviateKey(cfg config.Config) (string, error) {
	return secret(cfg.Weaviate.APIKey, "weaviate.api_key_file", cfg.Weaviate.APIKeyFile)
}

// embeddingKey returns the key for the embedding server: the one from the environment, else the
// content of embedding.key_file.
func embeddingKey(cfg config.Config) (string, error) {
	return secret(cfg.Embedding.Key, "embedding.key_file", cfg.Embedding.KeyFile)
}

// secret returns value or, if that is empty and the setting names a file, the content of the file
// without surrounding white space. An empty file is an error.
func secret(value, setting, file string) (string, error) {
	if value != "" || file == "" {
		return value, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", setting, err)
	}
	if value = strings.TrimSpace(string(content)); value == "" {
		return "", fmt.Errorf("read %s: %s is empty", setting, file)
	}
	return value, nil
}
