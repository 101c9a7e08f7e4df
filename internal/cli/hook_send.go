package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// sendInBackground starts the program that sends, and does not wait for it.
func (a *asking) sendInBackground(cfg config.Config) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program that sends: %w", err)
	}
	args := []string{"hook", "send", "--home", cfg.Home, "--project", a.project}
	for flag, value := range map[string]string{"--url": a.url, "--token-file": a.tokenFile, "--ca-file": a.caFile, "--config": a.file} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	send := exec.Command(program, args...) //nolint:gosec // it is this program
	send.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := send.Start(); err != nil {
		return fmt.Errorf("start the program that sends: %w", err)
	}
	return send.Process.Release()
}

// hookSend sends what hooks have kept. What the service cannot take now stays; what it never will is a fault and goes, so that
// nothing waits behind it. Its error is nil.
func (a *asking) hookSend(cmd *cobra.Command) error {
	cfg, err := a.load(cmd)
	if err != nil {
		return nil
	}
	store := newHookStore(cfg, a.project)
	for _, file := range store.toSend() {
		if err := a.sendSpool(cmd, store, file); err != nil {
			store.fault(err)
			return nil // the episodes need the calls
		}
	}
	for name, run := range store.pending() {
		err := a.sendRun(cmd, cfg, run)
		if isHopeless(err) {
			if run.Transcript != "" { // else nothing was captured of the session
				store.fault(err)
			}
			err = nil
		}
		if err != nil {
			store.fault(err)
			return nil
		}
		_ = os.Remove(name) // it is imported again otherwise, which changes nothing
	}
	return nil
}

// errHopeless means that a transcript is gone or will be refused again.
var errHopeless = errors.New("the transcript is not taken")

// isHopeless reports whether what could not be sent would be refused again: what it is about is not there, or it is not what the
// service takes. A token that is not taken may be mended.
func isHopeless(err error) bool {
	var refused *serviceError
	if errors.As(err, &refused) {
		code := refused.exit()
		return code == exitUsage || code == exitNothing
	}
	return errors.Is(err, errHopeless)
}

// sendSpool captures the events of a file. Their ids make a repeat harmless. If one of them is refused, each is sent by itself.
func (a *asking) sendSpool(cmd *cobra.Command, store hookStore, file string) error {
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	events, err := readSpool(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process has sent it
	}
	if err != nil {
		return err
	}
	run := &capturing{asking: a, service: service, variables: variables, flags: captureFlags{batch: 500}}
	for _, event := range events {
		if err = run.add(cmd.Context(), event, file); err != nil {
			break
		}
	}
	if err == nil {
		err = run.send(cmd.Context())
	}
	if isHopeless(err) {
		err = a.sendEach(cmd.Context(), run, store, events)
	}
	if err != nil {
		return fmt.Errorf("capture the calls of tools: %w", err)
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove what was sent: %w", err)
	}
	return nil
}

// sendEach captures events one by one; those that are refused are faults.
func (a *asking) sendEach(ctx context.Context, run *capturing, store hookStore, events []json.RawMessage) error {
	for _, event := range events {
		run.waiting, run.places, run.bytes = nil, nil, 0
		err := run.add(ctx, event, "a call of a tool")
		if err == nil {
			err = run.send(ctx)
		}
		if isHopeless(err) {
			store.fault(fmt.Errorf("capture a call of a tool: %w", err))
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sendRun makes the episode of a session: of its transcript, or else of the calls that were captured.
func (a *asking) sendRun(cmd *cobra.Command, cfg config.Config, run waitingRun) error {
	service, err := a.connect(cfg)
	if err != nil {
		return err
	}
	if run.Transcript == "" {
		input := map[string]any{"task": cmp.Or(run.Task, "a session of "+run.Agent), "session": run.Session, "tags": []string{run.Agent}}
		_, err := service.data(cmd.Context(), completeWorkflowQuery, map[string]any{"project": a.project, "workflow": run.Session, "input": input})
		return err
	}
	sources, _, err := ingest.Files(ingest.Format(run.Agent), []string{run.Transcript}, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errHopeless, err)
	}
	o := app.ImportOptions{Project: a.project, Format: ingest.Format(run.Agent), Pattern: cfg.Privacy.Pattern}
	report, err := importElsewhere(cmd.Context(), service, o, sources, func(int, int) {})
	if err == nil && report.Totals.Refused > 0 {
		err = fmt.Errorf("%w: %s: %s", errHopeless, run.Transcript, report.Items[0].Reason)
	}
	return err
}
