package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Graph is a store of episodes that also searches their links.
type Graph interface {
	episodic.Store
	trace.Store
}

// Set is what a suite tests. RunStore, RunLinks and RunLedger need the graph, RunIndex the index.
type Set struct {
	Graph Graph
	Index episodic.Index
	// Factors is the factor layer of the graph; RunFactors needs it.
	Factors derive.Store
	// Patterns is the store of the graph's patterns; RunPatterns needs it and Factors.
	Patterns patterns.Store
	// Dependents is the store of which it is asked what rests on what; RunDependents needs it, Factors, Patterns and Ledger.
	Dependents dependents.Store
	// Ledger is the store of keyed calls and jobs; RunLedger needs it.
	Ledger ledger.Store
	// Execution is the store of execution events; RunExecution needs it and Graph.
	Execution execution.Store
}

// Open opens the engines, ready for use, and closes them with tb.Cleanup. dir is the folder for their
// data on this machine: two calls with one dir see the same data. Servers do not use it. Open must be a
// top-level function, so that a printed test can name it.
type Open func(tb testing.TB, dir string) Set

// Command is one call, or a few that belong together, as a value that can be printed as Go.
type Command interface {
	// run makes the call and returns its answer in a comparable form.
	run(ctx context.Context, w *world) (any, error)
}

// projects is the number of projects that the commands of a sequence use.
const projects = 2

// world is what commands run on: an engine, or the model.
type world struct {
	graph   Graph
	index   episodic.Index
	ledger  ledger.Store
	factors factors
	// patterns stores patterns, kept is the service that changes them.
	patterns patterns.Store
	kept     *memory.Patterns
	// execution stores execution events.
	execution execution.Store
	// service is set when commands go through the services, not directly to the engines.
	service *memory.Episodes
	paths   interface {
		Path(ctx context.Context, q trace.PathQuestion) (trace.PathAnswer, error)
	}
	// name is the prefix of the names of the projects.
	name string
	// exact is the name of the only project, instead of those.
	exact string
	now   time.Time
	// alone says that the engine is not shared; before is the backlog at the beginning.
	alone  bool
	before episodic.BacklogCount
}

// began is the time of the first command of a sequence; each next one is a minute later. It is far
// ahead, so that no service of another test on the same servers finds anything due.
func began() time.Time { return time.Date(2126, 3, 1, 12, 0, 0, 123456789, time.UTC) }

func newWorld(s Set, name string, service bool) *world {
	w := &world{graph: s.Graph, index: s.Index, ledger: s.Ledger, execution: s.Execution, name: name, now: began()}
	if s.Graph != nil {
		w.paths = trace.New(s.Graph, s.Graph, nil)
	}
	if s.Factors != nil {
		w.factors = keeper{s.Factors}
	}
	w.keepPatterns(s.Patterns, s.Factors)
	if service {
		w.serve()
	}
	return w
}

// serve gives the world a service that has read nothing yet.
func (w *world) serve() {
	w.service = memory.NewEpisodes(memory.EpisodeParts{Store: w.graph, Index: w.index, Embedder: embedder{}}, func() time.Time { return w.now })
}

// newModelWorld returns a world with the model.
func newModelWorld(name string, service bool) *world {
	m := newModel()
	w := newWorld(Set{Graph: m, Index: newModelIndex(), Ledger: &m.ledger, Execution: m}, name, service)
	w.paths, w.factors = m, m
	w.keepPatterns(m, readOnly{m})
	return w
}

// keepPatterns stores the patterns of the graph in s.
func (w *world) keepPatterns(s patterns.Store, factors derive.Store) {
	if s == nil {
		return
	}
	w.patterns = s
	w.kept = memory.NewPatterns(memory.PatternParts{Patterns: s, Factors: factors, Episodes: w.graph}, func() time.Time { return w.now })
}

// project returns the name of the project with a number.
func (w *world) project(i int) string {
	if w.exact != "" {
		return w.exact
	}
	return fmt.Sprintf("%s-%d", w.name, i)
}

// clear removes the projects, so that a sequence starts empty.
func (w *world) clear(ctx context.Context) error {
	for i := range projects {
		if w.graph != nil {
			if err := w.graph.PurgeProject(ctx, w.project(i)); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
				return err
			}
		}
		if w.index != nil {
			if err := w.index.DropProject(ctx, w.project(i)); err != nil {
				return err
			}
		}
	}
	if w.ledger != nil {
		return w.clearLedger(ctx)
	}
	return nil
}

// reply is the result of a command.
type reply struct {
	Answer any
	Error  string
}

// contradiction starts the error of a command whose own answers are inconsistent.
const contradiction = "it contradicts itself: "

func (w *world) ask(ctx context.Context, c Command) reply {
	answer, err := c.run(ctx, w)
	if err != nil {
		return reply{Error: kind(err)}
	}
	return reply{Answer: answer}
}

// kind returns what callers can tell about an error.
func kind(err error) string {
	var invalid *problem.InvalidError
	if errors.As(err, &invalid) {
		var lines []string
		for _, p := range invalid.Problems {
			lines = append(lines, p.Path+" "+p.Code)
		}
		return "invalid: " + strings.Join(lines, ", ")
	}
	for _, sentinel := range []error{
		episodic.ErrProjectNotFound, episodic.ErrNotFound, episodic.ErrConflict, episodic.ErrIndexMoved,
		ledger.ErrExists, ledger.ErrNotFound, ledger.ErrMoved,
	} {
		if errors.Is(err, sentinel) {
			return sentinel.Error()
		}
	}
	return err.Error()
}

// race runs commands on two worlds; the first one is right.
type race struct {
	want, got *world
	// checks are the commands asked after each command.
	checks func(done int) []Command
}

// difference is the first difference between two worlds.
type difference struct {
	// after are the commands up to it; the last one is answered differently.
	after []Command
	text  string
}

// run starts empty, runs the commands and removes the projects. It returns the first difference, nil if
// there is none.
func (r *race) run(ctx context.Context, commands []Command) *difference {
	if text := r.begin(ctx); text != "" {
		return &difference{text: text}
	}
	for i, c := range commands {
		r.want.now = began().Add(time.Duration(i) * time.Minute)
		r.got.now = r.want.now
		if text := r.step(ctx, c); text != "" {
			return &difference{commands[:i+1], text}
		}
		if d := r.check(ctx, commands[:i+1], i); d != nil {
			return d
		}
	}
	if text := r.clear(ctx); text != "" {
		return &difference{commands, text}
	}
	for i := range projects {
		if r.got.graph != nil {
			commands = append(slices.Clone(commands), PurgeProject{i})
		}
		if r.got.index != nil {
			commands = append(slices.Clone(commands), Drop{i})
		}
	}
	return r.check(ctx, commands, -1)
}

// clear removes the projects of both worlds.
func (r *race) clear(ctx context.Context) string {
	for _, w := range []*world{r.want, r.got} {
		if err := w.clear(ctx); err != nil {
			return fmt.Sprintf("remove the projects: %v", err)
		}
	}
	return ""
}

// begin removes the remains of an earlier run, and notes the length of the backlog without it.
func (r *race) begin(ctx context.Context) string {
	if text := r.clear(ctx); text != "" {
		return text
	}
	for _, w := range []*world{r.want, r.got} {
		w.now = began()
		if w.service != nil {
			w.serve() // the projects were removed behind it, and the clock goes back
		}
		if w.alone && w.graph != nil {
			var err error
			if w.before, err = w.graph.CountBacklog(ctx); err != nil {
				return fmt.Sprintf("count the backlog: %v", err)
			}
		}
	}
	return ""
}

// check asks the checks that follow a command.
func (r *race) check(ctx context.Context, after []Command, done int) *difference {
	for _, c := range r.checks(done) {
		if text := r.step(ctx, c); text != "" {
			return &difference{append(slices.Clone(after), c), text}
		}
	}
	return nil
}

// step gives one command to both worlds at once and returns the difference.
func (r *race) step(ctx context.Context, c Command) string {
	var want, got reply
	var wg sync.WaitGroup
	wg.Go(func() { want = r.want.ask(ctx, c) })
	got = r.got.ask(ctx, c)
	wg.Wait()
	if strings.HasPrefix(got.Error, contradiction) { // whatever the other world answers
		return fmt.Sprintf("%s: %s", source(c), got.Error)
	}
	if alike(reflect.ValueOf(want), reflect.ValueOf(got)) {
		return ""
	}
	diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, scoreError))
	if diff == "" {
		return ""
	}
	return fmt.Sprintf("%s is answered otherwise (-want +got):\n%s", source(c), diff)
}
