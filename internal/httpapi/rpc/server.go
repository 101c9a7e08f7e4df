package rpc

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip" // exporters may pack
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// Options configure a server. Traces, Limits and Log are required.
type Options struct {
	// Traces takes in what comes.
	Traces *otlp.Receiver
	// Auth authenticates calls; nil allows everybody.
	Auth httpapi.Authenticator
	// Limits bound a call: the size of its message and the time for it, and how many are under way.
	Limits httpapi.Limits
	// TLS has the certificate; nil serves in the clear.
	TLS *tls.Config
	// Log receives the internal text of errors.
	Log *slog.Logger
}

const (
	// headerBytes is the maximum size of the metadata of a call.
	headerBytes = 64 << 10
	// streams is the maximum number of calls under way of one connection.
	streams = 64
	// idleTime is after how long a connection without a call is closed.
	idleTime = 2 * time.Minute
)

// New returns a server of the services of the OpenTelemetry protocol.
func New(o Options) *grpc.Server {
	d := &door{o: o, running: make(chan struct{}, o.Limits.Concurrent)}
	options := []grpc.ServerOption{
		grpc.InTapHandle(d.admit), grpc.ForceServerCodecV2(raw{}), grpc.MaxRecvMsgSize(int(o.Limits.BodyBytes)), grpc.MaxConcurrentStreams(streams),
		grpc.MaxHeaderListSize(headerBytes), grpc.ConnectionTimeout(o.Limits.BodyTime), grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: idleTime}),
	}
	if o.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(o.TLS)))
	}
	s := grpc.NewServer(options...)
	for _, service := range d.services() {
		s.RegisterService(service, nil)
	}
	return s
}

// Serve answers on the listener until ctx ends, then lets running calls finish for at most grace. It returns nil
// after an orderly shutdown, and owns the listener.
func Serve(ctx context.Context, l net.Listener, s *grpc.Server, grace time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	kill := time.AfterFunc(grace, s.Stop)
	defer kill.Stop()
	s.GracefulStop()
	return nil
}

// door admits calls and answers them.
type door struct {
	o       Options
	running chan struct{}
}

// admit lets a call in before its message is read, or says why not.
func (d *door) admit(ctx context.Context, call *tap.Info) (context.Context, error) {
	if d.o.Auth != nil && d.o.Auth.Needed() {
		header := ""
		if sent := call.Header.Get("authorization"); len(sent) > 0 {
			header = sent[0]
		}
		p, err := d.o.Auth.Authenticate(header)
		if err != nil {
			return nil, status.Error(codes.Unauthenticated, err.Error())
		}
		if !p.Write {
			return nil, status.Error(codes.PermissionDenied, "this token may only read")
		}
		ctx = auth.With(ctx, p)
	}
	select {
	case d.running <- struct{}{}:
	default:
		return nil, status.Errorf(codes.Unavailable, "%d calls are under way already; try again", cap(d.running))
	}
	ctx, cancel := context.WithTimeout(ctx, d.o.Limits.BodyTime+d.o.Limits.MutationTime)
	context.AfterFunc(ctx, func() {
		cancel()
		<-d.running
	})
	return ctx, nil
}
