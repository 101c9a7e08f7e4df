package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// bench is one run.
type bench struct {
	*engines
	options
	servers *servers
	// embedded is causeway over a file that holds one corpus.
	embedded *side
	began    time.Time
	// suffix keeps the projects of several runs on the same engines apart.
	suffix string

	// toBare and toNative compare native with bare, and embedded with native.
	toBare, toNative measure.Comparison
	modelled         modelFigures
	patterned        measuredPatterns
	// captures compare capturing with appending to a file.
	captures    measure.Comparison
	figures     []measure.Figure
	withVectors *vectorFigures
}

// measureAll compares everything at every size.
func measureAll(ctx context.Context, o options, report *measure.Report) (err error) {
	temporary, err := os.MkdirTemp("", "causeway-bench-*")
	if err != nil {
		return fmt.Errorf("make a home folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()
	if o.home == "" {
		o.home = temporary
	}
	b := &bench{
		options: o, began: time.Now(), suffix: time.Now().Format("150405"),
		toBare:   measure.Comparison{Ours: "native", Base: "bare"},
		toNative: measure.Comparison{Ours: "embedded", Base: "native"}, withVectors: newVectorFigures(), modelled: newModelFigures(),
		patterned: newMeasuredPatterns(), captures: measure.Comparison{Ours: "captured", Base: "appended"},
	}
	defer func() {
		report.Comparisons = slices.Concat(
			[]*measure.Comparison{&b.toBare, &b.toNative, &b.captures}, b.withVectors.comparisons(), b.modelled.comparisons(), b.patterned.comparisons())
		report.Figures = slices.Concat(b.figures, b.withVectors.figures)
	}()
	if err := b.onServers(ctx, filepath.Join(temporary, "servers"), len(o.sizes) > 0, b.measureSizes); err != nil {
		return err
	}
	if err := b.onServers(ctx, filepath.Join(temporary, "servers-of-vectors"), len(o.chunks) > 0, b.measureChunks); err != nil {
		return err
	}
	if err := b.onServers(ctx, filepath.Join(temporary, "servers-of-factors"), len(o.factors) > 0, b.measureFactors); err != nil {
		return err
	}
	if err := b.onServers(ctx, filepath.Join(temporary, "servers-of-models"), len(o.models) > 0, b.measureModels); err != nil {
		return err
	}
	if err := b.onServers(ctx, filepath.Join(temporary, "servers-of-patterns"), len(o.patterns) > 0, b.measurePatterns); err != nil {
		return err
	}
	if o.capturedEvents > 0 {
		if err := b.measureCapture(ctx); err != nil {
			return fmt.Errorf("measure capture: %w", err)
		}
	}
	b.say("done")
	return nil
}

// onServers runs a part of the measurements, if it is wanted, on servers of its own.
func (b *bench) onServers(ctx context.Context, home string, wanted bool, part func(context.Context) error) (err error) {
	if !wanted {
		return nil
	}
	if b.servers, err = startServers(ctx, home); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.servers.stop()) }()
	if b.engines, err = openEngines(ctx, b.servers.cfg); err != nil {
		return err
	}
	defer b.engines.close()
	return part(ctx)
}

// measureSizes measures without vectors, and then weighs the servers.
func (b *bench) measureSizes(ctx context.Context) error {
	if err := b.warmUp(ctx); err != nil {
		return fmt.Errorf("warm up: %w", err)
	}
	for _, size := range b.sizes {
		if err := b.measure(ctx, size); err != nil {
			return fmt.Errorf("measure at %d episodes: %w", size, err)
		}
	}
	b.engines.close()
	return b.weighServers(corpus.New(slices.Max(b.sizes)))
}

// measureChunks measures with vectors.
func (b *bench) measureChunks(ctx context.Context) error {
	for _, chunks := range b.chunks {
		if err := b.measureVectors(ctx, chunks); err != nil {
			return fmt.Errorf("measure vectors at %d chunks: %w", chunks, err)
		}
	}
	return nil
}

// say shows progress.
func (b *bench) say(format string, args ...any) { progress(b.began, format, args...) }

// openHome opens the embedded side of a size and closes the last one.
func (b *bench) openHome(ctx context.Context, name string) (home string, err error) {
	home = filepath.Join(b.home, name)
	b.embedded, err = openEmbedded(ctx, home)
	return home, err
}

// warmUp writes once what is measured later, so that the engines have planned and compiled it.
func (b *bench) warmUp(ctx context.Context) error {
	if b.project != "" {
		return nil
	}
	if _, err := b.openHome(ctx, "warm-"+b.suffix); err != nil {
		return err
	}
	defer b.embedded.close()
	c := corpus.New(4 * batchSize)
	in := &importing{bench: b, corpus: c, project: "warm-" + b.suffix}
	for from := 0; from < c.Size(); from += batchSize {
		if err := in.batch(ctx, from); err != nil {
			return err
		}
		b.say("warmed up with %d episodes, %.1f s to the commit of Neo4j; longest: %s",
			batchSize, in.byNative.graph[from/batchSize].Seconds(), b.native.usage.take(4))
	}
	return nil
}

// measure imports a corpus, asks the questions, weighs what was written and starts anew.
func (b *bench) measure(ctx context.Context, size int) error {
	home, err := b.openHome(ctx, strconv.Itoa(size))
	if err != nil {
		return err
	}
	defer b.embedded.close()
	c, project := corpus.New(size), b.project
	if project == "" {
		project = fmt.Sprintf("bench-%d-%s", size, b.suffix)
		if err := b.fill(ctx, c, project); err != nil {
			return fmt.Errorf("import: %w", err)
		}
	}
	if err := b.ask(ctx, c, project); err != nil {
		return err
	}
	b.embedded.close()
	if err := b.weigh(ctx, c, home); err != nil {
		return fmt.Errorf("weigh: %w", err)
	}
	return b.timeStarts(ctx, c, home)
}

// fill imports a corpus on all sides.
func (b *bench) fill(ctx context.Context, c *corpus.Corpus, project string) error {
	stop, err := b.profile("import " + strconv.Itoa(c.Size()))
	if err != nil {
		return err
	}
	defer stop()
	in := &importing{bench: b, corpus: c, project: project}
	if err := in.run(ctx); err != nil {
		return err
	}
	b.say("%s is written; longest in the servers: %s", project, b.native.usage.take(12))
	b.say("longest in the file: %s", b.embedded.usage.take(12))
	return nil
}
