package embedding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// childName stands where an endpoint has its host.
	childName = "causeway-model"
	// maxComplaint bounds what is kept of what the program writes to its standard error, in bytes.
	maxComplaint = 4 << 10
	// childGrace is how long the program may take to end after its standard input has ended.
	childGrace = 10 * time.Second
)

// child runs the program causeway-model and connects to it. It is safe for concurrent use.
type child struct {
	local Local
	log   *slog.Logger

	mu      sync.Mutex
	running *running
	closed  bool
}

// running is a process of the program.
type running struct {
	folder, socket string
	process        *os.Process
	input          io.Closer
	complaint      *tail
	ended          chan struct{}
}

// dial connects to the program, which it starts if it is not running. The connection waits in the socket while the program loads the model.
func (c *child) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	r, err := c.ensure()
	if err != nil {
		return nil, err
	}
	socket, err := (&net.Dialer{}).DialContext(ctx, "unix", r.socket)
	if err == nil {
		return &connection{Conn: socket, to: r}, nil
	}
	if r.hasEnded(ctx) {
		return nil, fmt.Errorf("%s ended: %s", childName, r.complaint)
	}
	return nil, fmt.Errorf("connect to %s: %w", childName, err)
}

// connection is a connection to the program. The program ends none as long as it runs, so one that breaks does so because the
// program ends; who hears of that then finds its complaint complete.
type connection struct {
	net.Conn
	to *running
}

// Read implements [net.Conn].
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	return n, c.broken(err)
}

// Write implements [net.Conn].
func (c *connection) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, c.broken(err)
}

// broken returns err, after the program has ended if err says so.
func (c *connection) broken(err error) error {
	if err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, os.ErrDeadlineExceeded) {
		c.to.hasEnded(context.Background())
	}
	return err
}

// hasEnded reports whether the program, to which a connection failed, has ended. The system closes a program's sockets before its
// parent hears of its end, so it waits for that a little.
func (r *running) hasEnded(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, childGrace)
	defer cancel()
	select {
	case <-r.ended:
		return true
	case <-ctx.Done():
		return false
	}
}

// ensure returns the running process.
func (c *child) ensure() (*running, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errors.New(childName + " is closed")
	}
	if c.running != nil {
		select {
		case <-c.running.ended:
			c.log.Warn("the sentence model's program ended and is started again", "program", c.local.Program, "said", c.running.complaint.String())
		default:
			return c.running, nil
		}
	}
	var err error
	c.running, err = start(c.local)
	return c.running, err
}

// start starts the program with a listening socket, in a folder that only this user can enter.
func start(l Local) (*running, error) {
	folder, err := os.MkdirTemp("", childName+"-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the socket of %s: %w", childName, err)
	}
	r := &running{folder: folder, socket: filepath.Join(folder, "socket"), complaint: &tail{}, ended: make(chan struct{})}
	if err := r.start(l); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return r, nil
}

func (r *running) start(l Local) error {
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: r.socket, Net: "unix"})
	if err != nil {
		return fmt.Errorf("listen for %s: %w", childName, err)
	}
	listener.SetUnlinkOnClose(false)
	defer listener.Close()
	socket, err := listener.File()
	if err != nil {
		return fmt.Errorf("hand the socket to %s: %w", childName, err)
	}
	defer socket.Close()
	cmd := exec.Command(l.Program, l.Folder, l.Library)
	cmd.ExtraFiles, cmd.Stderr, cmd.Env = []*os.File{socket}, r.complaint, childEnvironment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt typed at the terminal reaches causeway alone
	if r.input, err = cmd.StdinPipe(); err != nil {
		return fmt.Errorf("start %s: %w", childName, err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", childName, err)
	}
	r.process = cmd.Process
	go func() {
		err := cmd.Wait()
		r.complaint.end(err)
		_ = os.RemoveAll(r.folder) // a folder that stays is empty
		close(r.ended)
	}()
	return nil
}

// childEnvironment leaves out what is secret: the program needs none of it.
func childEnvironment() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "CAUSEWAY_") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// said returns what the program wrote to its standard error, and how it ended if it did.
func (c *child) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		return "it did not start"
	}
	return c.running.complaint.String()
}

// close ends the program.
func (c *child) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.running == nil {
		return nil
	}
	_ = c.running.input.Close() // it may have ended
	select {
	case <-c.running.ended:
		return nil
	case <-time.After(childGrace):
		return fmt.Errorf("%s does not end", childName)
	}
}

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-maxComplaint):]
	return len(b), nil
}

// end adds how a process ended.
func (t *tail) end(err error) {
	if err != nil {
		_, _ = t.Write([]byte("\n" + err.Error())) // it never fails
	}
}

// String returns what was written last, in one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ReplaceAll(string(bytes.TrimSpace(t.text)), "\n", "; ")
}
