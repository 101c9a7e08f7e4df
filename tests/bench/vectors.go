package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// The most that recall by words and vectors should take of what the engine alone takes, and
// that readers should wait, at p95, while the index is built anew, of what they wait else.
const (
	vectorAim = 1.3
	readAim   = 2
)

// barePages is about how many pages of a build the bare side writes too, at most twice as many.
const barePages = 30

// chunksAnEpisode is about how many chunks an episode of a corpus becomes.
const chunksAnEpisode = 7

// leastChunks is what vectors are measured at least at: enough to learn from, and a saga.
const leastChunks = chunksAnEpisode * corpus.SagaEvery

// vectorFigures are what is measured with vectors.
type vectorFigures struct {
	native, embedded, reading measure.Comparison
	figures                   []measure.Figure
}

func newVectorFigures() *vectorFigures {
	return &vectorFigures{
		native:   measure.Comparison{Ours: "native", Base: "bare"},
		embedded: measure.Comparison{Ours: "embedded", Base: "bare"},
		reading:  measure.Comparison{Ours: "while built", Base: "quiet"},
	}
}

func (f *vectorFigures) comparisons() []*measure.Comparison {
	return []*measure.Comparison{&f.native, &f.embedded, &f.reading}
}

// measureVectors measures recall, indexing and learning with vectors on both sets of engines,
// at about so many chunks.
func (b *bench) measureVectors(ctx context.Context, chunks int) error {
	c := corpus.New(chunks / chunksAnEpisode)
	project := fmt.Sprintf("bench-vectors-%d-%s", chunks, b.suffix)
	for _, of := range []struct {
		name     string
		open     func() (*vectorSide, error)
		compared *measure.Comparison
	}{
		{"vectors, native", func() (*vectorSide, error) { return openVectorsNative(b, project) }, &b.withVectors.native},
		{"vectors, embedded", func() (*vectorSide, error) {
			return openVectorsEmbedded(ctx, filepath.Join(b.home, project), project)
		}, &b.withVectors.embedded},
	} {
		if !strings.Contains(of.name, b.only) {
			continue
		}
		side, err := of.open()
		if err != nil {
			return err
		}
		v := &vectors{bench: b, vectorSide: side, corpus: c, compared: of.compared}
		if err := v.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", of.name, err)
		}
	}
	return nil
}

// vectors measures one side at one size.
type vectors struct {
	*bench
	*vectorSide
	corpus *corpus.Corpus
	// compared is where figures against the bare side go.
	compared *measure.Comparison
	// chunks is how many there are.
	chunks int
}

// run fills the memory, learns, builds the index with vectors, asks, and has it read while it
// is built again.
func (v *vectors) run(ctx context.Context) (err error) {
	defer v.close()
	defer func() { err = errors.Join(err, v.remove(context.WithoutCancel(ctx))) }()
	if err := v.fill(ctx); err != nil {
		return fmt.Errorf("write the episodes: %w", err)
	}
	if err := v.build(ctx); err != nil {
		return fmt.Errorf("build the index with vectors: %w", err)
	}
	if err := v.ask(ctx); err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	if err := v.read(ctx); err != nil {
		return fmt.Errorf("read while the index is built: %w", err)
	}
	return nil
}

func (v *vectors) add(name string, value float64, unit string) {
	v.withVectors.figures = append(v.withVectors.figures, measure.Figure{
		Name: v.name + ": " + name, Episodes: v.corpus.Size(), Value: value, Unit: unit,
	})
}

// fill records the corpus by its words alone.
func (v *vectors) fill(ctx context.Context) error {
	for from := 0; from < v.corpus.Size(); from += batchSize {
		var episodes []episodic.Episode
		for n := from; n < min(from+batchSize, v.corpus.Size()); n++ {
			episodes = append(episodes, v.corpus.Episode(n))
		}
		if _, err := v.service.Recording.RecordAll(ctx, v.project, episodes, true, episodic.StateIndexed); err != nil {
			return err
		}
		if from > 0 {
			continue
		}
		if err := v.hold(ctx); err != nil {
			return err
		}
	}
	infos, err := v.service.Index.Infos(ctx, []string{v.project})
	v.chunks = infos[v.project].Count.Chunks
	v.say("%s: %d episodes are written, %d chunks", v.name, v.corpus.Size(), v.chunks)
	return err
}

// build learns and writes the first generation with vectors. After each page of the sample the
// same chunks are written once more by the bare side, and that time does not count.
func (v *vectors) build(ctx context.Context) error {
	stop, err := v.profile(fmt.Sprintf("build %s %d", v.name, v.chunks))
	if err != nil {
		return err
	}
	defer stop()
	state, err := v.store.GetIndexState(ctx, v.project)
	if err != nil {
		return err
	}
	if err := v.bare.prepare(func() error { return v.recall(ctx, v.spy, "error", false) }, state.Active.Number+1); err != nil {
		return err
	}
	var ours, bare measure.Timings
	var failed error
	var total time.Duration
	done, pages, sample := 0, 0, 0
	every := max(1, v.corpus.Size()/episodic.MaxPage/barePages)
	v.embedder.prepared = func() {
		v.addLearning()
		v.page = time.Now()
	}
	defer func() { v.embedder.prepared = nil }()
	err = v.service.Index.Reindex(ctx, v.project, func(built, _ int) {
		if built == 0 {
			return // it has only begun
		}
		took := time.Since(v.page)
		total += took
		if pages%every == 0 {
			again, err := v.bare.write(ctx, v.ids(done, built))
			ours, bare, failed, sample = append(ours, took), append(bare, again), errors.Join(failed, err), sample+built-done
		}
		done, pages, v.page = built, pages+1, time.Now()
	})
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	v.compared.Rates = append(v.compared.Rates, measure.NewRate(
		fmt.Sprintf("index with vectors, %d chunks", v.chunks), sample, ours, bare, 0))
	v.say("%s: built in %.1f s, %d of its %d pages took the bare side %.1f s", v.name, total.Seconds(), len(bare), pages, bare.Total().Seconds())
	return nil
}

// addLearning adds how long the model took.
func (v *vectors) addLearning() {
	e := v.embedder
	v.add(fmt.Sprintf("learning of %d chunks", v.chunks), e.learning.Seconds(), "s")
	v.add("of that, reading them", e.reading.Seconds(), "s")
	v.add("of that, processor time", e.processor.Seconds(), "s of one core")
	v.add("processor time per 1,000 chunks", e.processor.Seconds()*1e6/float64(v.chunks), "ms of one core")
	v.say("%s: learned in %.1f s, %.1f s of one core", v.name, e.learning.Seconds(), e.processor.Seconds())
}

// ids returns the episodes of a page of a build, which is latest first.
func (v *vectors) ids(from, to int) []string {
	var out []string
	for n := from; n < to; n++ {
		out = append(out, corpus.ID(v.corpus.Size()-1-n))
	}
	return out
}

// ask compares recall of the best ten by words and vectors with what the engine is asked for
// them, and the embedding of the question.
func (v *vectors) ask(ctx context.Context) error {
	texts := v.corpus.Questions(variants)
	model, err := v.model(ctx)
	if err != nil {
		return err
	}
	// The spy learns of the generation that is active now, so that it asks once for each text.
	if err := v.recall(ctx, v.spy, texts[0], true); err != nil {
		return err
	}
	var repeat []func(context.Context) error
	for _, text := range texts {
		again, err := v.repeated(ctx, model, text)
		if err != nil {
			return err
		}
		repeat = append(repeat, again)
	}
	stop, err := v.profile(fmt.Sprintf("recall %s %d", v.name, v.chunks))
	if err != nil {
		return err
	}
	defer stop()
	var ours, bare measure.Timings
	for i := range v.n + variants {
		variant := i % variants
		sides := []func() error{
			func() error {
				return timed(&ours, func() error { return v.recall(ctx, v.service, texts[variant], true) })
			},
			func() error { return timed(&bare, func() error { return repeat[variant](ctx) }) },
		}
		for k := range sides {
			if err := sides[(i+k)%len(sides)](); err != nil {
				return err
			}
		}
	}
	// The first round warmed up.
	l := measure.NewLatency(fmt.Sprintf("recall with vectors, %d chunks", v.chunks), v.corpus.Size(),
		ours[variants:], bare[variants:], vectorAim, topTenLimit)
	v.compared.Latencies = append(v.compared.Latencies, l)
	v.say("%s: recall %.2f ms, bare %.2f ms; %s", v.name, l.OursP50, l.BaseP50, v.usage.take(8))
	return nil
}

// recall asks for the best ten and fails for an answer that is not by vectors too, if it
// should be.
func (v *vectors) recall(ctx context.Context, s *memory.Episodes, text string, byVectors bool) error {
	answer, err := s.Recall.Recall(ctx, recall.Question{Project: v.project, Text: text, Limit: 10})
	if err != nil {
		return err
	}
	if answer.Degraded == byVectors || len(answer.Hits) == 0 {
		return fmt.Errorf("%q finds %d episodes: %s", text, len(answer.Hits), answer.Reason)
	}
	return nil
}

// repeated asks once, and returns what asks the engine the same again, together with the
// embedding of the question.
func (v *vectors) repeated(ctx context.Context, model episodic.Model, text string) (func(context.Context) error, error) {
	lanes, err := v.bare.spied(func() error { return v.recall(ctx, v.spy, text, true) })
	if err != nil {
		return nil, err
	}
	if len(lanes) != 2 {
		return nil, fmt.Errorf("%q: %d kinds of search, want words and vectors", strings.ToValidUTF8(text, "?"), len(lanes))
	}
	question := []episodic.EmbedText{{Plain: text, Terms: lexis.Analyze(text)}}
	return func(ctx context.Context) error {
		if _, err := model.Embed(ctx, question); err != nil {
			return err
		}
		second := make(chan error, 1)
		go func() { second <- lanes[1](ctx) }()
		return errors.Join(lanes[0](ctx), <-second)
	}, nil
}
