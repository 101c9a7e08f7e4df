// Command scale measures how causeway grows: it fills one project with more and more episodes and
// asks the same questions at each size.
//
//	go run ./tests/scale -folder DIR -sizes 1000,20000,200000,1000000
//
// It starts bin/causeway on engines of its own in the folder and goes through its GraphQL API, as any client does. The
// folder keeps the data and the figures, so that a run that was stopped goes on where it was, and a later one
// continues at the next size. The table on standard output has all sizes that were measured in the folder.
// With -providers it compares kinds of vectors instead.
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
	"strconv"
	"strings"
	"syscall"
	"time"
)

// options are the flags.
type options struct {
	folder, binary, engines string
	sizes                   []int
	// providers are those of the vectors to compare; sizes count chunks then. settings are further ones of the program.
	providers, settings []string
	// n is how often each question is asked, batch how many episodes an import takes at once.
	n, batch int
	// look is the time between two looks for whether everything is worked off.
	look time.Duration
}

func main() {
	o := options{look: 500 * time.Millisecond}
	sizes := ""
	flag.StringVar(&o.folder, "folder", "", "folder for the data and the figures; it is kept")
	flag.StringVar(&sizes, "sizes", "1000,20000,200000,1000000", "numbers of episodes to measure at")
	flag.StringVar(&o.engines, "engines", "embedded", "embedded or native")
	flag.StringVar(&o.binary, "binary", filepath.Join("bin", "causeway"), "program that is measured")
	flag.IntVar(&o.n, "n", 100, "how often each question is asked")
	flag.IntVar(&o.batch, "batch", 200, "episodes in one import")
	flag.Func("providers", "compare these kinds of vectors and nothing else (none, learned, static, local), at the -sizes in chunks", func(list string) error {
		o.providers = strings.Split(list, ",")
		return nil
	})
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := o.readSizes(sizes)
	switch {
	case err != nil:
	case len(o.providers) > 0:
		err = measureProviders(ctx, o, os.Stdout, os.Stderr)
	default:
		err = run(ctx, o, os.Stdout, os.Stderr)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

// readSizes reads the numbers of episodes, which must grow, and looks at the other flags.
func (o *options) readSizes(list string) error {
	for _, word := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < leastSize || len(o.sizes) > 0 && n <= o.sizes[len(o.sizes)-1] {
			return fmt.Errorf("-sizes wants growing numbers of at least %d, not %q", leastSize, list)
		}
		o.sizes = append(o.sizes, n)
	}
	switch {
	case o.folder == "":
		return errors.New("-folder wants a folder for the data")
	case o.engines != "embedded" && o.engines != "native":
		return fmt.Errorf("-engines wants embedded or native, not %q", o.engines)
	case len(o.providers) > 0 && o.engines != "embedded":
		return errors.New("-providers wants embedded engines")
	case o.n < 1 || o.batch < 1:
		return errors.New("-n and -batch want at least 1")
	}
	return nil
}

// run measures the sizes that the folder has no figures of, and prints all that it has.
func run(ctx context.Context, o options, out, progress io.Writer) error {
	state, err := openState(o)
	if err != nil {
		return err
	}
	for _, size := range o.sizes {
		if state.measured(size) {
			continue
		}
		if err := measureSize(ctx, o, state, size, progress); err != nil {
			// What was measured before is shown too.
			return errors.Join(fmt.Errorf("measure %d episodes: %w", size, err), state.print(out))
		}
	}
	return state.print(out)
}

// measureSize fills the project up to a size, measures it and keeps the figures.
func measureSize(ctx context.Context, o options, state *state, size int, progress io.Writer) (err error) {
	m, err := newMeasuring(ctx, o, state, size, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.stop()) }()
	for _, step := range []func(context.Context) error{m.fill, m.write, m.ask, m.restart, m.weigh} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	state.Results = append(state.Results, m.result)
	state.Imported, state.Took = 0, 0
	return state.save()
}
