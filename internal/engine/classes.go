package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// reportedLines is how many lines of what Java says of its version tell one from another; the next says how it runs this time.
const reportedLines = 2

// classes returns the file that holds Neo4j's classes as this Java has read and checked them. A start with it takes half the
// processor time. It is empty if this Java keeps none, and Java ignores it when a jar or Java itself has changed.
func (n neo4jServer) classes() string {
	lines := slices.Collect(strings.Lines(n.java.reported))
	of := sha256.Sum256([]byte(strings.Join(lines[:min(len(lines), reportedLines)], "")))
	return filepath.Join(neo4jRecipe().dir(n.o.Cache), fmt.Sprintf("classes-%x.jsa", of[:4]))
}

// withClasses returns the setting of Java that uses the file, if it is there.
func (n neo4jServer) withClasses() []string {
	path := n.classes()
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	return []string{"-XX:SharedArchiveFile=" + path}
}

// keepClasses makes the file if it is not there. Several processes may call it at once: one makes it, the others wait. If it cannot be
// made, starts take longer and nothing else is wrong, so the only error is that of ctx.
func (n neo4jServer) keepClasses(ctx context.Context, p *progress) error {
	if exists(n.classes()) {
		return nil
	}
	lock, err := waitLock(ctx, neo4jRecipe().dir(n.o.Cache)+".lock", func() {
		p.say("%s: waiting for another causeway that prepares fast starts", neo4jName)
	})
	if err == nil {
		defer lock.Close()
		if exists(n.classes()) {
			return nil
		}
		s := p.begin(neo4jName, "preparing fast starts, once for this Java")
		if err = n.rehearse(ctx); err == nil {
			s.done("prepared fast starts")
			return nil
		}
		s.drop()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.say("%s: starts take longer than they could: %v", neo4jName, err)
	return nil
}

// rehearse starts Neo4j over no data, asks it something and has Java write the file when it ends.
func (n neo4jServer) rehearse(ctx context.Context) (err error) {
	path := n.classes()
	home, err := neo4jRecipe().tempDir(n.o.Cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	if n.password, err = ensurePassword(home); err != nil {
		return err
	}
	n.o.Home, n.o.Neo4jUser = home, defaultUser
	ports := map[string]int{}
	for _, p := range n.ports() {
		if ports[p.name], err = anyFree(); err != nil {
			return err
		}
	}
	if err := n.prepare(ctx, ports); err != nil {
		return err
	}
	written := filepath.Join(home, "classes.jsa")
	cmd := n.command(ports)
	cmd.Args = slices.Insert(cmd.Args, 1, "-XX:ArchiveClassesAtExit="+written)
	log, err := openLog(n.logs()[0])
	if err != nil {
		return err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := n.runOnce(ctx, cmd, ports); err != nil {
		return fmt.Errorf("%w; the end of what it said:\n%s", err, tail(log.Name(), 0))
	}
	if !exists(written) {
		return os.WriteFile(path, nil, 0o600)
	}
	return os.Rename(written, path)
}

// runOnce runs a server until it has answered, and returns when it has ended. It ends with this process.
func (n neo4jServer) runOnce(ctx context.Context, cmd *exec.Cmd, ports map[string]int) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	runtime.LockOSThread() // see endsWithUs
	defer runtime.UnlockOSThread()
	endsWithUs(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	p := process{pid: cmd.Process.Pid, ended: make(chan struct{})}
	var how error
	go func() {
		defer close(p.ended)
		how = cmd.Wait()
	}()
	for {
		_, err := n.probe(ctx, ports)
		switch {
		case !p.alive():
			return fmt.Errorf("it ended before it answered: %w", errors.Join(how, ctx.Err()))
		case err == nil:
			return p.end(startLimit) // it writes the file meanwhile
		case !pause(ctx, probeEvery):
			_ = p.end(0) // the original error says more
			return fmt.Errorf("it does not answer: %w", err)
		}
	}
}
