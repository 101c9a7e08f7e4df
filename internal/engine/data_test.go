package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/internal/engine"
)

// graph runs one statement with the password of the state and returns the first value.
func graph(t *testing.T, s engine.State, statement string, params map[string]any) (any, error) {
	t.Helper()
	result, err := query(t, s, statement, params)
	if err != nil || len(result.Records) == 0 {
		return nil, err
	}
	return result.Records[0].Values[0], nil
}

func query(t *testing.T, s engine.State, statement string, params map[string]any) (*neo4j.EagerResult, error) {
	t.Helper()
	password, err := s.Password()
	if err != nil {
		t.Fatal(err)
	}
	driver, err := neo4j.NewDriverWithContext(s.Neo4jURI, neo4j.BasicAuth(s.Neo4jUser, password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	return neo4j.ExecuteQuery(t.Context(), driver, statement, params, neo4j.EagerResultTransformer)
}

// remember writes something into both servers.
func remember(t *testing.T, s engine.State, n int) {
	t.Helper()
	if _, err := graph(t, s, "CREATE (:Kept {n: $n})", map[string]any{"n": n}); err != nil {
		t.Fatalf("write to Neo4j: %v", err)
	}
	if n == 1 {
		status, body := rest(t, s, http.MethodPost, "/v1/schema", map[string]any{
			"class": "Kept", "vectorizer": "none",
			"properties": []any{map[string]any{"name": "n", "dataType": []string{"int"}}},
		})
		if status != http.StatusOK {
			t.Fatalf("make class in Weaviate: %d %s", status, body)
		}
	}
	status, body := rest(t, s, http.MethodPost, "/v1/objects", map[string]any{
		"class": "Kept", "properties": map[string]any{"n": n},
	})
	if status != http.StatusOK {
		t.Fatalf("write to Weaviate: %d %s", status, body)
	}
}

// wantRemembered fails if something that was written is gone.
func wantRemembered(t *testing.T, s engine.State, n int) {
	t.Helper()
	got, err := graph(t, s, "MATCH (k:Kept) RETURN count(k)", nil)
	if err != nil || got != int64(n) {
		t.Errorf("Neo4j keeps %v nodes (%v), want %d", got, err, n)
	}
	status, body := rest(t, s, http.MethodGet, "/v1/objects?class=Kept&limit=100", nil)
	var answer struct{ Objects []any }
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Objects) != n {
		t.Errorf("Weaviate keeps %d objects (%d %v), want %d", len(answer.Objects), status, err, n)
	}
}

func rest(t *testing.T, s engine.State, method, path string, in any) (int, []byte) {
	t.Helper()
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		body = bytes.NewReader(b)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.WeaviateURL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	key, err := s.WeaviateKey()
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w", method, path, err))
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, b
}
