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

// Behaviour says how the server answers. The zero value answers at once, in the form that is
// asked for.
type Behaviour struct {
	// Model is what the vectors depend on beside the text: another one is as if the server
	// had been given another model under the same name.
	Model string
	// Dimension is how many numbers a vector has; 0 for 64. A request may ask for fewer.
	Dimension int
	// Key is the key that requests have to carry; empty for none.
	Key string
	// Only is the only model name that is known; empty for every one.
	Only string
	// Delay passes before each answer.
	Delay time.Duration
	// Fail is how many of the next requests are answered with Status, and RetryAfter when it
	// is not empty; -1 for all.
	Fail       int
	Status     int
	RetryAfter string
	// Drop is how many of the next requests end with a cut connection; -1 for all.
	Drop int
	// Refuse answers 400 to a request with a text that contains it; MaxTexts and MaxBytes
	// do so for requests with more texts, and for longer texts.
	Refuse   string
	MaxTexts int
	MaxBytes int
	// Lists answers lists of numbers where base64 is asked for.
	Lists bool
	// Reverse answers in reverse order, told by the index.
	Reverse bool
	// Noise is added to every number, another in each request.
	Noise float64
	// Spoil changes the entries of an answer before it is sent; nil for nothing.
	Spoil func(texts []string, entries []Entry) []Entry
}

// Entry is one vector of an answer.
type Entry struct {
	Index  int
	Vector []float32
	// Raw is sent instead of the vector when it is not empty.
	Raw json.RawMessage
}

// Server is a running endpoint.
type Server struct {
	// URL is the base of the endpoint, to be set as embedding.url.
	URL string

	mu        sync.Mutex
	behaviour Behaviour
	requests  int
	texts     []string
	now, most int
	headers   http.Header
}

// New starts a server that ends with the test.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Change changes how the server answers from the next request on.
func (s *Server) Change(change func(b *Behaviour)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.behaviour)
}

// Requests returns how many requests came, failed ones included.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// Texts returns the texts that were answered with vectors, in the order of the answers.
func (s *Server) Texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.texts...)
}

// MostAtOnce returns how many requests were there at one time, at most.
func (s *Server) MostAtOnce() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// Headers returns those of the last request.
func (s *Server) Headers() http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headers.Clone()
}

// Reset forgets what was counted.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.texts, s.most = 0, nil, s.now
}

// begin counts a request and returns how to answer it; fail and drop say that it is one of
// those that are to go wrong.
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

// count takes one of n, which is endless when negative.
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
		// There are servers that repeat what they were sent.
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

// refuse returns what is wrong with a request, or 200.
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
