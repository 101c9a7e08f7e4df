package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// TestLog_OfASocket checks that each operation of a WebSocket has its own line, and so does the
// socket.
func TestLog_OfASocket(t *testing.T) {
	r := &recorder{}
	d := open(t, func(o *httpapi.Options) { o.Recorder = r })
	c := d.begin()
	for i := range 2 {
		say(t, c, message{ID: fmt.Sprint(i), Type: "subscribe", Payload: fmt.Appendf(nil, `{"query":"query Over%d { __typename }"}`, i)})
		for m, err := hear(t, c); m.Type != "complete"; m, err = hear(t, c) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	logged := d.logs.await("msg=request", 1)
	for _, want := range []string{"msg=operation type=query operation=Over0 cost=1 code=OK", "msg=operation type=query operation=Over1", "status=101"} {
		if strings.Count(logged, want) != 1 {
			t.Errorf("not once %q in\n%s", want, logged)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.operations) != 2 || len(r.requests) == 1 && !r.requests[0].Lasting {
		t.Errorf("told of %v and %v", r.operations, r.requests)
	}
}
