package embedtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Behaviour controls how the server answers. The zero value answers at once, in the requested
// form.
type Behaviour struct {
	// Model is a part of what the vectors depend on: changing it is like replacing the server's
	// model under the same name.
	Model string
	// Dimension is the dimension of the vectors; 0 means 64. A request may ask for fewer.
	Dimension int
	// Key is the key that requests must carry; empty means none.
	Key string
	// Only is the only known model name; empty accepts every name.
	Only string
	// Delay is the time before each answer.
	Delay time.Duration
	// Fail is the number of next requests to answer with Status, and with RetryAfter unless that
	// is empty; -1 for all.
	Fail       int
	Status     int
	RetryAfter string
	// Drop is the number of next requests to end with a cut connection; -1 for all.
	Drop int
	// Refuse answers 400 to a request with a text that contains it; MaxTexts and MaxBytes do so
	// for requests with more texts and for longer texts.
	Refuse   string
	MaxTexts int
	MaxBytes int
	// Lists answers with lists of numbers even if base64 was requested.
	Lists bool
	// Reverse answers in reverse order, as the index says.
	Reverse bool
	// Noise is added to every number and differs in each request.
	Noise float64
	// Spoil changes the entries of an answer before it is sent; it may be nil.
	Spoil func(texts []string, entries []Entry) []Entry
}

// Entry is one vector of an answer.
type Entry struct {
	Index  int
	Vector []float32
	// Raw, unless empty, is sent in place of the vector.
	Raw json.RawMessage
}

// Server is a running endpoint.
type Server struct {
	// URL is the base of the endpoint, for the setting embedding.url.
	URL string

	mu        sync.Mutex
	behaviour Behaviour
	requests  int
	texts     []string
	now, most int
	headers   http.Header
}

// New starts a server that is closed when the test ends.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Change changes the behavior from the next request on.
func (s *Server) Change(change func(b *Behaviour)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.behaviour)
}

// Requests returns the number of requests, including failed ones.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// Texts returns the texts answered with vectors, in the order of the answers.
func (s *Server) Texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.texts...)
}

// MostAtOnce returns the maximum number of concurrent requests.
func (s *Server) MostAtOnce() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// Headers returns the headers of the last request.
func (s *Server) Headers() http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headers.Clone()
}

// Reset resets what was counted.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.texts, s.most = 0, nil, s.now
}

// begin counts a request and returns how to answer it; fail and drop mean that it is to go wrong.
func (s *Server) begin(r *http.Request) (b Behaviour, number int, fail, drop bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.now++
	s.most = max(s.most, s.now)
	s.headers = r.Header.Clone()
	b = s.behaviour
	drop = count(&s.behaviour.Drop)
	fail = !drop && count(&s.behaviour.Fail)
	return b, s.requests, fail, drop
}

// count takes one of n, which is unlimited if negative.
func count(n *int) bool {
	if *n > 0 {
		*n--
		return true
	}
	return *n < 0
}

func (s *Server) end(answered []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
	s.texts = append(s.texts, answered...)
}

type request struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Format     string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions"`
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, number, fail, drop := s.begin(r)
	var answered []string
	defer func() { s.end(answered) }()
	select {
	case <-time.After(b.Delay):
	case <-r.Context().Done():
		return
	}
	if drop {
		panic(http.ErrAbortHandler)
	}
	var asked request
	status, message := http.StatusBadRequest, "no JSON"
	if err := json.NewDecoder(r.Body).Decode(&asked); err == nil {
		status, message = b.refuse(r, asked)
	}
	if fail {
		// Some servers echo the request.
		status, message = b.Status, "told to fail; sent with "+r.Header.Get("Authorization")
		if b.RetryAfter != "" {
			w.Header().Set("Retry-After", b.RetryAfter)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if status != http.StatusOK {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": message}})
		return
	}
	if _, err := w.Write(b.answer(asked, number)); err == nil {
		answered = asked.Input
	}
}

// refuse returns the status and message for an invalid request, or 200.
func (b Behaviour) refuse(r *http.Request, asked request) (status int, message string) {
	switch {
	case r.URL.Path != "/v1/embeddings":
		return http.StatusNotFound, "no such path"
	case b.Key != "" && r.Header.Get("Authorization") != "Bearer "+b.Key:
		return http.StatusUnauthorized, "wrong key: " + r.Header.Get("Authorization")
	case b.Only != "" && asked.Model != b.Only:
		return http.StatusNotFound, "no such model"
	case b.MaxTexts > 0 && len(asked.Input) > b.MaxTexts:
		return http.StatusUnprocessableEntity, "too many texts"
	}
	for _, text := range asked.Input {
		switch {
		case b.Refuse != "" && strings.Contains(text, b.Refuse):
			return http.StatusBadRequest, "a text is not liked"
		case b.MaxBytes > 0 && len(text) > b.MaxBytes:
			return http.StatusBadRequest, "a text is too long"
		}
	}
	return http.StatusOK, ""
}
