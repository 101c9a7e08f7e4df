// Command volume imports more than fits into memory and says how much memory that took:
//
//	go run ./tests/volume -size 5000 -folder DIR
//
// It writes transcripts of Claude Code, half of the size as one session and the rest as sessions of 100 MB, imports them with bin/causeway
// through a service on the embedded engines, and again while one of them grows. Then it imports a folder of very many session logs, and
// files that are too large to be one. What it wrote is removed at the end. It ends with 1 when a transcript is refused, when a step is not
// accounted for, when what is too large is taken or refused without the limit, and when a process needs more than -memory.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/tests/program"
)

// options are the flags.
type options struct {
	// size is that of all transcripts, memory the most that a process may need, in MB of a million bytes.
	size, memory int64
	logs         int
	binary       string
	folder       string
}

func main() {
	var o options
	flag.Int64Var(&o.size, "size", 5000, "size of all transcripts, in MB")
	flag.Int64Var(&o.memory, "memory", 1000, "the most resident memory that a process may need, in MB")
	flag.IntVar(&o.logs, "logs", 5000, "number of session logs in a folder")
	flag.StringVar(&o.binary, "binary", "bin/causeway", "program that is started")
	flag.StringVar(&o.folder, "folder", "", "where the files are made and removed; empty means the folder for temporary files")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "volume:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) (err error) {
	folder, err := os.MkdirTemp(o.folder, "causeway-volume-*")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	var log strings.Builder
	settings := []string{"CAUSEWAY_HOME=" + filepath.Join(folder, "home"), "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_LOG_LEVEL=warn"}
	service, err := program.Start(ctx, o.binary, settings, &log)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, log.String())
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	v := volume{options: o, out: out, work: folder, service: service}
	for _, part := range []func(context.Context) error{v.transcripts, v.growing, v.logs, v.tooLarge} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// volume is one run.
type volume struct {
	options options
	out     io.Writer
	work    string
	service *program.Program
}

// megabyte is what the figures count in.
const megabyte = 1_000_000

// transcripts imports transcripts of the whole size.
func (v *volume) transcripts(ctx context.Context) error {
	folder := filepath.Join(v.work, "transcripts")
	steps, files, err := writeSessions(folder, v.options.size*megabyte)
	if err != nil {
		return err
	}
	begin := time.Now()
	got, err := v.imported(ctx, "claude-code", folder)
	if err != nil {
		return err
	}
	v.say("transcripts: %d MB in %d files, %d steps: %s, after %s", v.options.size, files, steps, got, time.Since(begin).Round(time.Second))
	switch told := got.steps(); {
	case got.Totals.Refused > 0 || got.Totals.Documents != files:
		return fmt.Errorf("%d of %d transcripts were taken: %s", got.Totals.Documents-got.Totals.Refused, files, got.refusals())
	case told != steps:
		return fmt.Errorf("%d steps were written, and the report accounts for %d", steps, told)
	}
	return errors.Join(v.bounded(got), os.RemoveAll(folder))
}

// logs imports a folder of many session logs.
func (v *volume) logs(ctx context.Context) error {
	folder := filepath.Join(v.work, "logs")
	size, err := writeLogs(folder, v.options.logs)
	if err != nil {
		return err
	}
	begin := time.Now()
	got, err := v.imported(ctx, "session-log", folder)
	if err != nil {
		return err
	}
	v.say("session logs: %d MB in %d files: %s, after %s", size/megabyte, v.options.logs, got, time.Since(begin).Round(time.Second))
	if got.Totals.Created != v.options.logs {
		return fmt.Errorf("%d of %d session logs were recorded: %s", got.Totals.Created, v.options.logs, got.refusals())
	}
	return errors.Join(v.bounded(got), os.RemoveAll(folder))
}

// tooLarge imports files that are too large for a session log, each by itself.
func (v *volume) tooLarge(ctx context.Context) error {
	for _, f := range largeFiles() {
		folder := filepath.Join(v.work, "large")
		if err := f.write(folder); err != nil {
			return err
		}
		got, err := v.imported(ctx, "session-log", folder)
		if err != nil {
			return err
		}
		v.say("%s of 200 MB: %s: %s", f.name, got, got.refusals())
		if reason := got.refusals(); got.Totals.Refused != 1 || !strings.Contains(reason, f.limit) {
			return fmt.Errorf("%s: %d refused, and the reason does not name the limit %s: %s", f.name, got.Totals.Refused, f.limit, reason)
		}
		if err := errors.Join(v.bounded(got), os.RemoveAll(folder)); err != nil {
			return err
		}
	}
	return nil
}

// bounded wants the import and the service to have needed no more memory than allowed.
func (v *volume) bounded(got result) error {
	if most := max(got.memory, got.serviceMemory); most > v.options.memory*megabyte {
		return fmt.Errorf("a process needed %d MB; at most %d are allowed", most/megabyte, v.options.memory)
	}
	return nil
}

func (v *volume) say(format string, args ...any) { _, _ = fmt.Fprintf(v.out, format+"\n", args...) }
