package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// spy passes requests on and remembers the last GraphQL query, so that the bare client can
// be given exactly what causeway sends. It is safe for concurrent use.
type spy struct {
	next http.Handler
	mu   sync.Mutex
	last string
}

// ServeHTTP implements [http.Handler].
func (s *spy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v1/graphql" {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.remember(body)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	s.next.ServeHTTP(w, r)
}

func (s *spy) remember(body []byte) {
	var sent struct{ Query string }
	if json.Unmarshal(body, &sent) == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.last = sent.Query
	}
}

// take returns the last query and forgets it.
func (s *spy) take() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == "" {
		return "", fmt.Errorf("no query went to weaviate")
	}
	query := s.last
	s.last = ""
	return query, nil
}
