package embedtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
)

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestVector_isNearWhereWordsAreShared(t *testing.T) {
	v := func(model, text string) []float32 { return embedtest.Vector(model, text, 256) }
	deploy := v("", "the deploy was rolled back")
	if got := cosine(deploy, v("", "The deploy was ROLLED back.")); got < .9999 {
		t.Errorf("the same words: %v", got)
	}
	near, far := cosine(deploy, v("", "the deploy was fine")), cosine(deploy, v("", "a login token expires"))
	if near < .4 || far > .4 || near < far+.2 {
		t.Errorf("three words of five shared: %v, none: %v", near, far)
	}
	if got := cosine(deploy, v("other", "the deploy was rolled back")); got > .3 || got < -.3 {
		t.Errorf("the same words by another model: %v", got)
	}
}

// The server speaks the protocol, independent of any client tested with it.
func TestServer_speaksTheProtocol(t *testing.T) {
	s := embedtest.New(t)
	s.Change(func(b *embedtest.Behaviour) { b.Dimension = 3; b.Refuse = "poison" })
	for _, c := range []struct {
		why, body string
		status    int
		has       string
	}{
		{"lists when nothing else is asked for", `{"model":"m","input":["a","b"]}`, 200, `"embedding":[`},
		{"base64", `{"model":"m","input":["a"],"encoding_format":"base64"}`, 200, `"embedding":"`},
		{"a refused text", `{"model":"m","input":["a","poison"]}`, 400, "not liked"},
		{"no JSON", `{`, 400, "no JSON"},
	} {
		response, err := http.Post(s.URL+"/embeddings", "application/json", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		var answer json.RawMessage
		err = json.NewDecoder(response.Body).Decode(&answer)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != c.status || !strings.Contains(string(answer), c.has) {
			t.Errorf("%s: %d %s, %v", c.why, response.StatusCode, answer, err)
		}
	}
	if s.Requests() != 4 || len(s.Texts()) != 3 {
		t.Errorf("%d requests and %d texts were counted, want 4 and 3", s.Requests(), len(s.Texts()))
	}
}
