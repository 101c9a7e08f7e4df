package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

const protocol = "graphql-transport-ws"

// dial opens a WebSocket.
func (d door) dial(protocol, origin string) (*websocket.Conn, int) {
	d.t.Helper()
	o := &websocket.DialOptions{HTTPHeader: http.Header{}}
	if protocol != "" {
		o.Subprotocols = []string{protocol}
	}
	if origin != "" {
		o.HTTPHeader.Set("Origin", origin)
	}
	c, response, err := websocket.Dial(d.t.Context(), d.url+"/graphql", o) //nolint:bodyclose // the library says that closing is not needed
	if err != nil {
		if response == nil {
			d.t.Fatal(err)
		}
		return nil, response.StatusCode
	}
	d.t.Cleanup(func() { _ = c.CloseNow() })
	return c, response.StatusCode
}

// upgraded sends a handshake and returns the answer.
func (d door) upgraded() answer {
	d.t.Helper()
	r, err := http.NewRequest("GET", d.url+"/graphql", http.NoBody)
	if err != nil {
		d.t.Fatal(err)
	}
	for header, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": protocol,
	} {
		r.Header.Set(header, value)
	}
	return d.do(r)
}

// message is one message of the protocol.
type message struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

func say(t *testing.T, c *websocket.Conn, m message) {
	t.Helper()
	if err := wsjson.Write(t.Context(), c, m); err != nil {
		t.Fatal(err)
	}
}

// hear returns the next message other than a ping.
func hear(t *testing.T, c *websocket.Conn) (message, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for {
		var m message
		if err := wsjson.Read(ctx, c, &m); err != nil || m.Type != "ping" && m.Type != "pong" {
			return m, err
		}
	}
}

// begin opens a WebSocket and sends connection_init.
func (d door) begin() *websocket.Conn {
	d.t.Helper()
	c, status := d.dial(protocol, "")
	if c == nil {
		d.t.Fatalf("not opened: %d", status)
	}
	say(d.t, c, message{Type: "connection_init"})
	if m, err := hear(d.t, c); m.Type != "connection_ack" {
		d.t.Fatalf("answered with %+v, %v", m, err)
	}
	return c
}

func TestSocket(t *testing.T) {
	tests := []struct {
		why, payload, kind, holds string
	}{
		{"a query", typename, "next", `"__typename":"Query"`},
		{"a field that fails", `{"query":"{ projects { name } }"}`, "next", `"code":"INTERNAL"`},
		{"an unknown field", `{"query":"{ nothing }"}`, "error", `"hint":`},
		{"too deep", `{"query":"` + strings.ReplaceAll(deep(30), `"`, `\"`) + `"}`, "next", `"DEPTH_LIMIT_EXCEEDED"`},
		{"no request", `[]`, "error", `"message":"invalid json"`},
	}
	d := open(t, nil)
	c := d.begin()
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			say(t, c, message{ID: tt.why, Type: "subscribe", Payload: json.RawMessage(tt.payload)})
			m, err := hear(t, c)
			if err != nil || m.Type != tt.kind || m.ID != tt.why || !strings.Contains(string(m.Payload), tt.holds) {
				t.Errorf("answered with %s %s, %v", m.Type, m.Payload, err)
			}
			if m, err := hear(t, c); m.Type != "complete" {
				t.Errorf("not completed: %+v, %v", m, err)
			}
		})
	}
}

func TestSocket_Handshake(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.Streams, o.Origins = 2, []string{"https://tools.example"} })
	for why, c := range map[string]struct {
		protocol, origin string
		status           int
	}{
		"no protocol":    {"", "", 400},
		"the older one":  {"graphql-ws", "", 400},
		"another page":   {protocol, "https://elsewhere.example", 403},
		"a listed page":  {protocol, "https://tools.example", 101},
		"its own page":   {protocol, d.url, 101},
		"a name of evil": {protocol, "http://evil.example", 403},
	} {
		conn, status := d.dial(c.protocol, c.origin)
		if status != c.status {
			t.Errorf("%s: %d, want %d", why, status, c.status)
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
	}
	for _, header := range []string{"h2c", "websocket"} {
		r, err := http.NewRequest("GET", d.url+"/graphql", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Upgrade", header)
		if got := d.do(r); got.Status != 400 || got.code() != "BAD_REQUEST" {
			t.Errorf("half an upgrade to %s: %d %s", header, got.Status, got.Body)
		}
	}
}

func TestSocket_Limits(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Limits.Streams = 2 })
	first := d.begin()
	d.begin()
	if _, status := d.dial(protocol, ""); status != 503 {
		t.Errorf("one too many is answered with %d", status)
	}
	huge, _ := json.Marshal(map[string]string{"query": "{ __typename }", "operationName": strings.Repeat("x", 2<<20)})
	_ = wsjson.Write(t.Context(), first, message{ID: "1", Type: "subscribe", Payload: huge})
	if m, err := hear(t, first); err == nil {
		t.Errorf("a message of 2 MB is answered with %s", m.Type)
	}
	deadline := time.Now().Add(2 * time.Minute)
	for {
		if c, _ := d.dial(protocol, ""); c != nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of a closed socket is not given back")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestSocket_OperationsTakeSlots(t *testing.T) {
	g := &gate{reached: make(chan struct{}), open: make(chan struct{})}
	d := open(t, func(o *httpapi.Options) { o.Limits.Concurrent, o.Recorder = 1, g })
	c := d.begin()
	say(t, c, message{ID: "1", Type: "subscribe", Payload: json.RawMessage(`{"query":"{ projects { name } }"}`)})
	<-g.reached
	say(t, c, message{ID: "2", Type: "subscribe", Payload: json.RawMessage(typename)})
	if m, err := hear(t, c); err != nil || m.ID != "2" || !strings.Contains(string(m.Payload), "CONCURRENCY_LIMIT_EXCEEDED") || !strings.Contains(string(m.Payload), `"hint"`) {
		t.Errorf("the second answered with %s %s, %v", m.ID, m.Payload, err)
	}
	close(g.open)
	for range 3 { // two completes, and the answer of the first
		if _, err := hear(t, c); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.ask("{ __typename }", nil); got.Data == nil {
		t.Errorf("afterwards: %s", got.Body)
	}
}

// TestSocket_Strangers checks that sockets that wait without a token take no place from those
// with one.
func TestSocket_Strangers(t *testing.T) {
	d := open(t, func(o *httpapi.Options) {
		o.Limits.Streams, o.Auth = 1, everybody{&auth.Principal{All: true}}
	})
	stranger, _ := d.dial(protocol, "")
	if stranger == nil {
		t.Fatal("a socket may bring its token later")
	}
	if _, status := d.dial(protocol, ""); status != 503 {
		t.Errorf("a second stranger: %d", status)
	}
	known, response, err := websocket.Dial(t.Context(), d.url+"/graphql", &websocket.DialOptions{ //nolint:bodyclose // the library says that closing is not needed
		Subprotocols: []string{protocol}, HTTPHeader: http.Header{"Authorization": {"Bearer x"}},
	})
	if err != nil {
		t.Fatalf("a stranger takes the place of one with a token: %v %v", response, err)
	}
	say(t, stranger, message{Type: "connection_init"})
	if m, _ := hear(t, stranger); m.Type == "connection_ack" {
		t.Error("one too many is let in by its first message")
	}
	_ = known.CloseNow()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if c, _ := d.dial(protocol, ""); c != nil {
			say(t, c, message{Type: "connection_init"})
			if m, _ := hear(t, c); m.Type == "connection_ack" {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("a place is not given back")
		}
	}
	if _, status := d.dial(protocol, ""); status != 101 {
		t.Errorf("who has shown a token still takes the place of a stranger: %d", status)
	}
}
