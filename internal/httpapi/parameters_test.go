package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

// raw opens a connection and sends text over it unchanged.
func (d door) raw(text string) net.Conn {
	d.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(d.url, "http://"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		d.t.Fatal(err)
	}
	return c
}

// slowly sends the beginning of a body and then stops.
func (d door) slowly(body string) answer {
	d.t.Helper()
	status, text := answerTo(d.t, d.raw(head+fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body[:1])))
	a := answer{Status: status, Body: text}
	_ = json.Unmarshal([]byte(text), &a)
	return a
}

func answerTo(t *testing.T, c net.Conn) (status int, body string) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(b)
}

const head = "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

func TestBody_Slow(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.BodyTime = 200 * time.Millisecond })
	for name, c := range map[string]string{
		"announced":   head + "Content-Length: 100\r\n\r\n{",
		"in chunks":   head + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
		"large":       head + "Content-Length: 1000000\r\n\r\n{",
		"not a byte":  head + "Content-Length: 100\r\n\r\n",
		"just enough": head + "Content-Length: 26\r\n\r\n" + typename[:25],
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			status, body := answerTo(t, d.raw(c))
			if status != 408 || !strings.Contains(body, `"BODY_TIMEOUT"`) {
				t.Errorf("answered with %d %s", status, body)
			}
			if took := time.Since(began); took < 200*time.Millisecond || enginetest.TooLong(t, took, 5*time.Second) {
				t.Errorf("after %s", took)
			}
		})
	}
}

// TestBody_InTime sends a body in two parts, then another request over the same connection after the
// time for a body has passed.
func TestBody_InTime(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.BodyTime = time.Second })
	c := d.raw(head + "Content-Length: 26\r\n\r\n" + typename[:10])
	reader := bufio.NewReader(c)
	for i, rest := range []string{typename[10:], head + "Content-Length: 26\r\n\r\n" + typename} {
		time.Sleep(time.Duration(100+1100*i) * time.Millisecond)
		if _, err := io.WriteString(c, rest); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != 200 || !strings.Contains(string(body), `"Query"`) {
			t.Errorf("request %d: %d %s", i, response.StatusCode, body)
		}
	}
}

func TestBody_TooLargeIsNotRead(t *testing.T) {
	d := open(t, nil)
	status, body := answerTo(t, d.raw(head+fmt.Sprintf("Content-Length: %d\r\n\r\n{", 50<<20)))
	if status != 413 || !strings.Contains(body, `"BODY_LIMIT_EXCEEDED"`) {
		t.Errorf("50 MB are answered with %d %s", status, body)
	}
	lists := `{"query":"{ __typename }","variables":{"a":[` + strings.Repeat("[],", 600_000) + `[]]}}`
	if got := d.post(lists); got.Status != 413 || got.code() != "BODY_LIMIT_EXCEEDED" {
		t.Errorf("600,000 lists are answered with %d %.200s", got.Status, got.Body)
	}
	text := `{"query":"{ __typename }","variables":{"a":"` + strings.Repeat(`[\"{,`, 600_000) + `"}}`
	if got := d.post(text); got.Status != 200 || got.Data == nil {
		t.Errorf("a long text is answered with %d %.200s", got.Status, got.Body)
	}
}

// TestBody_WhatIsAnnouncedTakesNothing opens as many connections as there may be large bodies in memory. Each announces
// the largest body and sends one byte: who sends a body meanwhile does not wait for them.
func TestBody_WhatIsAnnouncedTakesNothing(t *testing.T) {
	d := open(t, nil)
	for range 8 {
		d.raw(head + fmt.Sprintf("Content-Length: %d\r\n\r\n{", 16<<20))
	}
	began := time.Now()
	if got := d.post(large(120 << 10)); got.Data == nil || enginetest.TooLong(t, time.Since(began), 10*time.Second) {
		t.Errorf("after %s %d %s", time.Since(began), got.Status, got.Body)
	}
}

// TestBody_LargeOnesWait sends as much of large bodies as one caller may have in memory, and one more. Another one waits until
// they are gone, however long that takes.
func TestBody_LargeOnesWait(t *testing.T) {
	d := open(t, nil)
	var held []net.Conn
	for range 5 {
		held = append(held, d.raw(head+fmt.Sprintf("Content-Length: %d\r\n\r\n", 16<<20)+large(15<<20)))
	}
	for end := time.Now().Add(2 * time.Minute); d.answers(large(1<<20), 500*time.Millisecond); {
		if time.Now().After(end) {
			t.Fatal("a large request does not wait for those before it")
		}
	}
	if got := d.post(typename); got.Data == nil {
		t.Errorf("a small request meanwhile: %d %s", got.Status, got.Body)
	}
	for _, c := range held {
		_ = c.Close()
	}
	if !d.answers(large(1<<20), 2*time.Minute) {
		t.Error("a large request still waits for those that are gone")
	}
}

// answers reports whether a request is answered with data within a time.
func (d door) answers(body string, within time.Duration) bool {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), within)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url+"/graphql", strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// large is a request with a body of at least that many bytes.
func large(bytes int) string {
	return `{"query":"{ __typename }","variables":{"a":"` + strings.Repeat("x", bytes) + `"}}`
}
