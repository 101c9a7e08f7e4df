package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"
)

// socketProtocol is the one protocol that is spoken over WebSockets. The older graphql-ws has no
// maintained client any more.
const socketProtocol = "graphql-transport-ws"

// messageBytes is the largest message of a client: what is larger belongs into a POST.
const messageBytes = 1 << 20

// newSocket returns the transport over WebSockets. Whether a page may open one was checked before.
func newSocket(o Options) transport.Websocket {
	largest := min(messageBytes, o.Limits.BodyBytes)
	return transport.Websocket{
		Implementation: transport.CoderWebsocketImplementation{AcceptOptions: websocket.AcceptOptions{
			Subprotocols: []string{socketProtocol}, InsecureSkipVerify: true,
		}},
		InitFunc:         initSocket(o),
		InitTimeout:      10 * time.Second,
		PingPongInterval: pingTime,
		PayloadReadLimit: &largest,
	}
}

// upgrade opens a WebSocket.
func (e *endpoint) upgrade(w http.ResponseWriter, r *http.Request) {
	if !wantsSocket(r) {
		writeError(w, r, http.StatusBadRequest, codeBadRequest, "an upgrade is taken to a WebSocket with the subprotocol "+socketProtocol)
		return
	}
	free := e.streams.take()
	if free == nil {
		writeFault(w, r, &fault{http.StatusServiceUnavailable, codeStreams, "too many subscriptions and sockets are open"})
		return
	}
	defer free()
	noteSocket(r.Context())
	ctx, cancel := whileServing(r.Context())
	defer cancel()
	e.socket.Do(w, r.WithContext(ctx), e.exec)
}

// wantsSocket checks a handshake before the library does, whose answers are no GraphQL errors.
func wantsSocket(r *http.Request) bool {
	has := func(header, word string) bool {
		words := strings.Split(strings.Join(r.Header.Values(header), ","), ",")
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(strings.TrimSpace(w), word) })
	}
	return r.Method == http.MethodGet && has("Upgrade", "websocket") && has("Connection", "upgrade") &&
		has("Sec-WebSocket-Protocol", socketProtocol) && r.Header.Get("Sec-WebSocket-Version") == "13" &&
		r.Header.Get("Sec-WebSocket-Key") != ""
}
