package embedding_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
)

// An answer that does not fit the request gives no vector at all, whichever entry is wrong.
func TestRemote_Embed_wrongAnswers(t *testing.T) {
	raw := func(text string) func([]string, []embedtest.Entry) []embedtest.Entry {
		return func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[1].Raw = json.RawMessage(text); return e }
	}
	for _, c := range []struct {
		why, want string
		spoil     func([]string, []embedtest.Entry) []embedtest.Entry
		// text means that a text is to blame, not the endpoint.
		text bool
	}{
		{"one vector too few", "answers 3 vectors for 4 texts", func(_ []string, e []embedtest.Entry) []embedtest.Entry { return e[:3] }, false},
		{"one too many", "answers 5 vectors", func(_ []string, e []embedtest.Entry) []embedtest.Entry { return append(e, e[0]) }, false},
		{"two for one text", "two for one text", func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[2].Index = 1; return e }, false},
		{"one for no text", "text 9 of 4", func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[2].Index = 9; return e }, false},
		{"one for text -1", "text -1 of 4", func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[2].Index = -1; return e }, false},
		{"another dimension", "vectors of 64 and of 63", func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[1].Vector = e[1].Vector[:63]; return e }, false},
		{"an empty vector", "0 numbers", func(_ []string, e []embedtest.Entry) []embedtest.Entry { e[1].Vector = nil; return e }, false},
		{"bad base64", "base64", raw(`"%%%%"`), false},
		{"half a number", "base64", raw(`"AAAA"`), false},
		{"no list", "not a list of numbers", raw(`{"a": 1}`), false},
		{"texts for numbers", "not a list of numbers", raw(`["a"]`), false},
		{"not a number", "refuses a text", func(_ []string, e []embedtest.Entry) []embedtest.Entry {
			e[1].Vector[5] = float32(math.NaN())
			return e
		}, true},
		{"infinite", "refuses a text", func(_ []string, e []embedtest.Entry) []embedtest.Entry {
			e[1].Vector[5] = float32(math.Inf(1))
			return e
		}, true},
		{"zero", "refuses a text", func(_ []string, e []embedtest.Entry) []embedtest.Entry { clear(e[1].Vector); return e }, true},
		{"null in a list", "refuses a text", raw(`[1, null, 2]`), true},
	} {
		s := embedtest.New(t)
		_, m, _ := ready(t, s, embedding.Options{})
		s.Change(func(b *embedtest.Behaviour) {
			b.Spoil = func(texts []string, e []embedtest.Entry) []embedtest.Entry {
				switch {
				case len(texts) == 4: // the test's request
					return c.spoil(texts, e)
				case c.text && strings.HasPrefix(texts[0], "event 1 "): // the one text by itself
					e[0], e[1] = e[1], e[0]
					e = c.spoil(texts, e)
					e[0], e[1] = e[1], e[0]
				}
				return e
			}
		})
		vectors, err := m.Embed(t.Context(), numbered(3))
		if err == nil || vectors != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %q", c.why, vectors != nil, err, c.want)
		}
		if errors.Is(err, episodic.ErrUnavailable) == c.text {
			t.Errorf("%s: the endpoint is to blame: %v; want %v", c.why, !c.text, err)
		}
	}
}

func TestEndpointURL(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"as OpenAI writes it", "https://api.openai.com/v1", "https://api.openai.com/v1/embeddings"},
		{"a slash at the end", "http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"},
		{"the host alone", "http://localhost:8080", "http://localhost:8080/v1/embeddings"},
		{"the whole address", "http://h/v1/embeddings", "http://h/v1/embeddings"},
		{"another path", "https://h/openai/deployments/x?api-version=1", "https://h/openai/deployments/x/embeddings?api-version=1"},
		{"no scheme", "localhost:8080", ""},
		{"another scheme", "ftp://localhost/v1", ""},
		{"no host", "http:///v1", ""},
	} {
		u, err := embedding.EndpointURL(c.text)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s: %q is taken as %s", c.why, c.text, u)
		case c.want != "" && (err != nil || u.String() != c.want):
			t.Errorf("%s: %v, %v, want %s", c.why, u, err, c.want)
		}
	}
	if _, err := embedding.EndpointURL("x://user:" + secret + "@h"); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("a password in an address: %v", err)
	}
}
