package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// spy passes requests on and remembers the GraphQL queries, so that the bare client can be
// given exactly what causeway sends. It is safe for concurrent use.
type spy struct {
	next http.Handler
	mu   sync.Mutex
	sent []string
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
		s.sent = append(s.sent, sent.Query)
	}
}

// take returns the queries, in the order of their coming, and forgets them.
func (s *spy) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := s.sent
	s.sent = nil
	return sent
}
