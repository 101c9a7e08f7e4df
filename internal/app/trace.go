package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/cenkalti/backoff/v5"
	"google.golang.org/grpc"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/httpapi/rpc"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// completeEvery is the pause between looks for traces that are to become episodes.
const completeEvery = time.Second

// receiver takes traces in.
func (a *App) receiver() *otlp.Receiver {
	return &otlp.Receiver{Keeper: a.capture, WithoutContents: a.withoutContents, OnTaken: func(kind string, answer otlp.Answer) {
		a.metrics.ObserveTraces(kind, answer.Stored, answer.Merged, answer.Refused)
	}}
}

// serveExports takes traces in over gRPC until ctx ends, if the configuration says where, with the tokens and
// limits of the API. The returned function ends it, and waits for the calls under way.
func (a *App) serveExports(ctx context.Context, cfg config.Config) (wait func(), err error) {
	if cfg.OTLP.GRPCAddress == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", cfg.OTLP.GRPCAddress)
	if err != nil {
		return nil, fmt.Errorf("listen on otlp.grpc_address: %w", err)
	}
	server, err := a.exportServer(cfg, listener.Addr())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	a.log.Info("traces are taken in over gRPC", "address", listener.Addr().String())
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := rpc.Serve(ctx, listener, server, shutdownGrace); err != nil {
			a.log.Error("traces are no longer taken in over gRPC", "error", err)
		}
	}()
	return func() {
		stop()
		<-ended
	}, nil
}

// exportServer makes the server of an address.
func (a *App) exportServer(cfg config.Config, address net.Addr) (*grpc.Server, error) {
	if err := checkListener(cfg, "otlp.grpc_address", address, a.log); err != nil {
		return nil, err
	}
	warnOpen(cfg, address, a.log)
	keys, err := keeper(guarded(cfg, address), a.log)
	if err != nil {
		return nil, err
	}
	secret, err := serverTLS(cfg.HTTP, a.log)
	if err != nil {
		return nil, err
	}
	return rpc.New(rpc.Options{Traces: a.receiver(), Auth: keys, Limits: limits(cfg), TLS: secret, Log: a.log}), nil
}

// redoTraces makes the episodes of traces anew that an earlier version of the rules made. What an engine does not answer for now, the
// next start does.
func (a *App) redoTraces(ctx context.Context) {
	projects, err := a.Episodes.Reading.Projects(ctx)
	changed := 0
	for _, p := range projects {
		if err != nil {
			break
		}
		var some int
		some, err = a.Episodes.Workflow.Redo(ctx, p.Name)
		changed += some
	}
	if err != nil && ctx.Err() == nil {
		a.log.Warn("episodes of traces that earlier rules made are left for the next start", "error", err)
	}
	if changed > 0 {
		a.log.Info("episodes of traces were made anew by the present rules", "episodes", changed)
	}
}

// completeTraces makes episodes of traces that ended or fell silent, until ctx ends. The journal says which
// they are, and one service has it, so that no other one does the same. While an engine does not answer, the
// pause grows.
func (a *App) completeTraces(ctx context.Context) {
	a.redoTraces(ctx)
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = completeEvery, applyLongest
	failing := false
	for wait := completeEvery; sleep(ctx, wait); {
		within, traced := a.tracing.Begin(ctx, "making of episodes of traces")
		looked, err := a.capture.CompleteTraces(within, a.silence)
		traced.End(looked, err)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if !failing {
				a.log.Warn("episodes of traces are behind and are retried", "error", err)
			}
			failing, wait = true, pause.NextBackOff()
			continue
		case failing:
			a.log.Info("episodes of traces are made again")
		}
		failing, wait = false, completeEvery
		pause.Reset()
		if looked > 0 {
			wait = 0
		}
	}
}
