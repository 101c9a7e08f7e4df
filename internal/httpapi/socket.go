package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"

	"github.com/causeway-memory/causeway/internal/auth"
)

// socketProtocol is the only supported protocol over WebSockets. The older graphql-ws no longer
// has a maintained client.
const socketProtocol = "graphql-transport-ws"

// messageBytes is the maximum size of a client's message; larger ones belong in a POST.
const messageBytes = 1 << 20

// newSocket returns the WebSocket transport. The origin has already been checked.
func newSocket(o Options, streams slots) transport.Websocket {
	largest := min(messageBytes, o.Limits.BodyBytes)
	return transport.Websocket{
		Implementation: transport.CoderWebsocketImplementation{AcceptOptions: websocket.AcceptOptions{
			Subprotocols: []string{socketProtocol}, InsecureSkipVerify: true,
		}},
		InitFunc:         initSocket(o, streams),
		InitTimeout:      10 * time.Second,
		PingPongInterval: pingTime,
		PayloadReadLimit: &largest,
	}
}

var errStreams = errors.New("too many subscriptions and sockets are open")

type placeKey struct{}

// move gives a socket that has authenticated a slot among the authenticated ones and frees its old
// slot, so that unauthenticated sockets can only block each other.
func (s slots) move(ctx context.Context) error {
	free := s.take()
	if free == nil {
		return errStreams
	}
	context.AfterFunc(ctx, free)
	if leave, ok := ctx.Value(placeKey{}).(func()); ok {
		leave()
	}
	return nil
}

// upgrade opens a WebSocket.
func (e *endpoint) upgrade(w http.ResponseWriter, r *http.Request) {
	if !wantsSocket(r) {
		writeError(w, r, http.StatusBadRequest, codeBadRequest, "an upgrade is taken to a WebSocket with the subprotocol "+socketProtocol)
		return
	}
	places := e.streams
	if _, asked := auth.From(r.Context()); !asked && e.guarded() {
		places = e.unauthenticated
	}
	free := places.take()
	if free == nil {
		writeFault(w, r, &fault{http.StatusServiceUnavailable, codeStreams, errStreams.Error()})
		return
	}
	free = sync.OnceFunc(free)
	defer free()
	noteSocket(r.Context())
	ctx, cancel := whileServing(context.WithValue(r.Context(), placeKey{}, free))
	defer cancel()
	e.socket.Do(w, r.WithContext(ctx), throttledExecutor{e.exec, e})
}

// wantsSocket checks a handshake before the library does, because the library's answers are not
// GraphQL errors.
func wantsSocket(r *http.Request) bool {
	has := func(header, word string) bool {
		words := strings.Split(strings.Join(r.Header.Values(header), ","), ",")
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(strings.TrimSpace(w), word) })
	}
	return r.Method == http.MethodGet && has("Upgrade", "websocket") && has("Connection", "upgrade") &&
		has("Sec-WebSocket-Protocol", socketProtocol) && r.Header.Get("Sec-WebSocket-Version") == "13" &&
		r.Header.Get("Sec-WebSocket-Key") != ""
}
