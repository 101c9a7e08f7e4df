package engine

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	// lineEvery is how often a running step is reported where there is no live line.
	lineEvery = 15 * time.Second
	// spinEvery is how often the live line is redrawn.
	spinEvery = 200 * time.Millisecond
)

// progress shows the user what is happening. Several named steps may run at once. All methods are
// safe for concurrent use.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	bar   *progressbar.ProgressBar
	steps []*step
	quit  chan struct{}
	gone  chan struct{}
}

// step is a running step.
type step struct {
	p      *progress
	name   string
	text   string
	detail string
	began  time.Time
}

// newProgress reports to out until close is called. A nil out disables it.
func newProgress(out io.Writer) *progress {
	p := &progress{out: out, quit: make(chan struct{}), gone: make(chan struct{})}
	if out == nil {
		p.out = io.Discard
	}
	every := lineEvery
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		every = spinEvery
		p.bar = progressbar.NewOptions(-1,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionClearOnFinish(),
		)
	}
	go p.run(every)
	return p
}

func (p *progress) run(every time.Duration) {
	defer close(p.gone)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-ticker.C:
			p.tick()
		}
	}
}

// tick shows the running steps: all in the live line, or one line each.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.steps) == 0 {
		return
	}
	lines := make([]string, 0, len(p.steps))
	for _, s := range p.steps {
		lines = append(lines, s.line())
	}
	if p.bar == nil {
		fmt.Fprintln(p.out, strings.Join(lines, "\n"))
		return
	}
	p.bar.Describe(strings.Join(lines, " · "))
	_ = p.bar.Add(1) // failing to draw must not stop the work
}

// begin reports a new step. It must be ended by done or drop.
func (p *progress) begin(name, text string) *step {
	s := &step{p: p, name: name, text: text, began: time.Now()}
	p.mu.Lock()
	p.steps = append(p.steps, s)
	live := p.bar != nil
	p.mu.Unlock()
	if !live {
		p.say("%s: %s", name, text)
	}
	return s
}

// say writes a separate line.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear() // see tick
	}
	fmt.Fprintf(p.out, format+"\n", args...)
}

// close ends the live line.
func (p *progress) close() {
	close(p.quit)
	<-p.gone
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish() // see tick
	}
}

// detailed sets the details of a running step.
func (s *step) detailed(format string, args ...any) {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.detail = fmt.Sprintf(format, args...)
}

// done ends the step with a line that gives its result and duration.
func (s *step) done(text string) {
	s.drop()
	s.p.say("%s: %s (%s)", s.name, text, elapsed(s.began))
}

// drop ends a failed step without a line: the error says more.
func (s *step) drop() {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	for i, other := range s.p.steps {
		if other == s {
			s.p.steps = append(s.p.steps[:i], s.p.steps[i+1:]...)
			return
		}
	}
}

func (s *step) line() string {
	text := s.name + ": " + s.text
	if s.detail != "" {
		text += ", " + s.detail
	}
	return text + " (" + elapsed(s.began) + ")"
}

func elapsed(began time.Time) string {
	return time.Since(began).Round(100 * time.Millisecond).String()
}
