package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
)

// followed asks for the events of one subscription and returns all of them.
func followed(t *testing.T, s *harness.Service, query string, v vars) (status int, text string) {
	t.Helper()
	response := events(t, s, query, v)
	defer response.Body.Close()
	all, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(all)
}

// subscriptions returns every subscription of the schema, with everything that it can answer.
// Each needs one argument, the id of a job or a project.
func (g *guarded) subscriptions(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, field := range g.schema.Subscription.Fields {
		of := field.Arguments[0]
		if of.Name != "id" && of.Name != "project" {
			t.Fatalf("Subscription.%s takes other arguments than the id of a job or a project: teach this test", field.Name)
		}
		out[field.Name] = fmt.Sprintf("subscription($%[1]s: %[2]s) { %[3]s(%[1]s: $%[1]s) %[4]s }", of.Name, of.Type, field.Name, selection(g.schema, field.Type, 4, nil))
	}
	return out
}

func TestLeak_Events(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	absent := &project{&harness.Project{T: t, Name: g.a.Name + "x"}}
	reader := g.token(auth.Grant{Name: "reader", Projects: []string{g.b.Name, absent.Name}}, time.Now())
	for name, query := range g.subscriptions(t) {
		of := func(p *project) vars {
			if strings.Contains(query, "($project: ") {
				return vars{"project": p.Name}
			}
			return vars{"id": g.job(p)}
		}
		status, foreign := followed(t, reader, query, of(g.a))
		if !strings.Contains(foreign, "NOT_FOUND") || strings.Contains(foreign, markA) {
			t.Errorf("%s of another project: %d %s", name, status, foreign)
		}
		_, nothing := followed(t, reader, query, of(absent))
		without := func(text, name string) string {
			text, _, _ = strings.Cut(strings.ReplaceAll(text, name, "PROJECT"), `"requestId"`)
			return text
		}
		if diff := cmp.Diff(without(nothing, absent.Name), without(foreign, g.a.Name)); diff != "" {
			t.Errorf("%s: what is not allowed differs from what is absent (-absent +not allowed):\n%s", name, diff)
		}
		if status, own := followed(t, reader, query, of(g.b)); !strings.Contains(own, g.b.Name) || strings.Contains(own, "errors\":") {
			t.Errorf("%s of the own project: %d %s", name, status, own)
		}
		if status, text := followed(t, g.open, query, of(g.b)); status != http.StatusUnauthorized || strings.Contains(text, g.b.Name) {
			t.Errorf("%s without a token: %d %s", name, status, text)
		}
	}
}

// hello opens a web socket, sends the payload of connection_init, and returns the connection and
// the first message.
func hello(t *testing.T, s *harness.Service, header http.Header, payload any) (*websocket.Conn, frame, error) {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), s.URL+"/graphql", &websocket.DialOptions{ //nolint:bodyclose // the library says that it need not be
		Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: header,
	})
	if err != nil {
		return nil, frame{}, err
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	if err := wsjson.Write(t.Context(), c, frame{Type: "connection_init", Payload: payload}); err != nil {
		t.Fatal(err)
	}
	var first frame
	return c, first, wsjson.Read(t.Context(), c, &first)
}

func TestLeak_Sockets(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	reader := g.token(auth.Grant{Name: "reader", Projects: []string{g.b.Name}}, time.Now())
	inHeader := http.Header{"Authorization": {"Bearer " + reader.Token}}
	inPayload := vars{"Authorization": "Bearer " + reader.Token}
	for _, tt := range []struct {
		why     string
		header  http.Header
		payload any
		let     bool
	}{
		{"without a token", nil, nil, false},
		{"a payload without one", nil, vars{"other": "x"}, false},
		{"a wrong one in the payload", nil, vars{"Authorization": "Bearer " + reader.Token + "x"}, false},
		{"a wrong one in the header, whatever is in the payload", http.Header{"Authorization": {"Bearer x"}}, inPayload, false},
		{"one in the payload", nil, inPayload, true},
		{"one in the header", inHeader, nil, true},
	} {
		c, first, err := hello(t, g.open, tt.header, tt.payload)
		if let := err == nil && first.Type == "connection_ack"; let != tt.let {
			t.Errorf("%s: let in: %v (%v, %v)", tt.why, let, first, err)
		}
		if !tt.let {
			continue
		}
		for what, ask := range map[string]struct {
			frame
			want string
		}{
			"another project's events":  {frame{ID: "1", Payload: vars{"query": progress, "variables": vars{"id": g.job(g.a)}}}, "NOT_FOUND"},
			"another project's episode": {frame{ID: "2", Payload: vars{"query": fmt.Sprintf(`{ episode(project: %q, key: "ep-1") { task } }`, g.a.Name)}}, "PROJECT_NOT_FOUND"},
			"a change":                  {frame{ID: "3", Payload: vars{"query": fmt.Sprintf(`mutation { deleteEpisode(project: %q, key: "ep-1") { removedId } }`, g.b.Name)}}, "FORBIDDEN"},
			"the own events":            {frame{ID: "4", Payload: vars{"query": progress, "variables": vars{"id": g.job(g.b)}}}, "SUCCEEDED"},
		} {
			ask.Type = "subscribe"
			if got := g.answer(t, c, ask.frame); !strings.Contains(got, ask.want) || strings.Contains(got, markA) {
				t.Errorf("%s: %s: %s, want %s", tt.why, what, got, ask.want)
			}
		}
	}
}

// answer sends one operation over a socket and returns all that comes until it is complete.
func (g *guarded) answer(t *testing.T, c *websocket.Conn, ask frame) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := wsjson.Write(ctx, c, ask); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for {
		var m frame
		if err := wsjson.Read(ctx, c, &m); err != nil {
			t.Fatalf("after %s: %v", all.String(), err)
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
		if m.ID == ask.ID && (m.Type == "complete" || m.Type == "error") {
			return all.String()
		}
	}
}

// TestLeak_RevokedUnderWay revokes a token while events come with it.
func TestLeak_RevokedUnderWay(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	p := projectOn(t, slowly(t))
	reader := g.token(auth.Grant{Name: "follower", Projects: []string{p.Name}}, time.Now())
	id := p.startImport(files(longImport()...))
	stream := events(t, reader, progress, vars{"id": id})
	defer stream.Body.Close()
	lines := bufio.NewReader(stream.Body)
	for text := ""; !strings.HasPrefix(text, "data: "); {
		var err error
		if text, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.file.Revoke("follower"); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil || !strings.Contains(string(rest), "UNAUTHENTICATED") || !strings.HasSuffix(string(rest), "event: complete\ndata:\n\n") {
		t.Errorf("after the token was revoked: %s, %v", rest, err)
	}
	if strings.Contains(string(rest), `"SUCCEEDED"`) {
		t.Errorf("events went on to the end: %s", rest)
	}
	harness.Get[any](p, `mutation($id: ID!) { cancelJob(id: $id) { job { state } } }`, vars{"id": id})
}
