package embedding

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/causeway-memory/causeway/episodic"
	"golang.org/x/sync/errgroup"
)

// leastTokens is the minimum to which a refused text is cut.
const leastTokens = 64

// remote is a model behind an endpoint.
type remote struct {
	provider *openai
	canaries *canaries
	// turn selects the next canary.
	turn atomic.Uint32
}

var _ episodic.Model = (*remote)(nil)

// Instant implements [episodic.Model].
func (m *remote) Instant() bool { return false }

// Embed implements [episodic.Model]. It returns an error that is neither ErrUnavailable nor
// ErrModelChanged if the endpoint refuses one of the texts; the others are cached then, so that
// requesting them again costs nothing.
func (m *remote) Embed(ctx context.Context, texts []episodic.EmbedText) ([][]float32, error) {
	p := m.provider
	places := map[string][]int{}
	var asked []string
	for i, text := range texts {
		plain := cutTokens(strings.TrimSpace(strings.ToValidUTF8(text.Plain, "�")), p.options.TextTokens)
		if plain == "" {
			continue
		}
		if places[plain] == nil {
			asked = append(asked, plain)
		}
		places[plain] = append(places[plain], i)
	}
	known, missing := p.cache.find(m.canaries.fingerprint, asked)
	fresh, err := m.embedAll(ctx, missing)
	if err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, text := range asked {
		v, ok := known[text]
		if !ok {
			v = fresh[text]
		}
		for _, i := range places[text] {
			vectors[i] = slices.Clone(v) // the cached vector must not change
		}
	}
	return vectors, nil
}

// embedAll requests the vectors of texts, with several requests at a time. It continues after a
// refusal and ends after any other error.
func (m *remote) embedAll(ctx context.Context, texts []string) (map[string][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	o := m.provider.options
	j := &job{model: m, lane: m.provider.bulk, vectors: map[string][]float32{}}
	if len(texts) == 1 {
		j.lane = m.provider.single
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(o.Concurrency)
	for _, group := range batches(texts, o.BatchTexts-1, o.BatchTokens) {
		batch := make([]string, len(group))
		for i, at := range group {
			batch[i] = texts[at]
		}
		g.Go(func() error { return j.embed(ctx, batch) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return j.vectors, j.refused
}

// job is one call of embedAll.
type job struct {
	model *remote
	lane  chan struct{}

	mu      sync.Mutex
	vectors map[string][]float32
	// proven means that the endpoint has accepted a text since the job began.
	proven bool
	// refused is the first refusal.
	refused error
}

// embed requests one batch. If it is refused, embed searches for the text that caused it.
func (j *job) embed(ctx context.Context, batch []string) error {
	vectors, err := j.request(ctx, batch)
	var refused *refusal
	switch {
	case err == nil:
		j.keep(batch, vectors)
		return nil
	case !errors.As(err, &refused):
		return err
	}
	if err := j.prove(ctx); err != nil {
		return err
	}
	if len(batch) > 1 {
		half := len(batch) / 2
		if err := j.embed(ctx, batch[:half]); err != nil {
			return err
		}
		return j.embed(ctx, batch[half:])
	}
	return j.shorten(ctx, batch[0], refused)
}

// request sends a batch together with a canary. It discards the whole answer if the canary is
// from another model.
func (j *job) request(ctx context.Context, batch []string) ([][]float32, error) {
	m := j.model
	texts := canaryTexts()
	at := int(m.turn.Add(1)) % len(texts)
	vectors, err := m.provider.send(ctx, j.lane, "embed", append(slices.Clone(batch), texts[at]))
	if err != nil {
		return nil, err
	}
	last := len(vectors) - 1
	if !m.canaries.agrees(at, vectors[last]) {
		m.provider.changed(m.canaries.fingerprint)
		return nil, fmt.Errorf("embed %d texts with %q at %s: %w", len(batch), m.provider.options.Model, m.provider.endpoint.host, episodic.ErrModelChanged)
	}
	return vectors[:last], nil
}

// prove checks, once per job, that the endpoint accepts a harmless text; otherwise it rejects the
// settings, and no text would get through.
func (j *job) prove(ctx context.Context) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.proven {
		return nil
	}
	_, err := j.model.provider.ask(ctx, j.lane, "canary", canaryTexts()[:1])
	j.proven = err == nil
	return err
}

// shorten retries a refused text with half of it, then a quarter, and so on: the model may accept
// less than the setting says.
func (j *job) shorten(ctx context.Context, text string, refused *refusal) error {
	short := text
	for n := tokens(text) / 2; n >= leastTokens; n /= 2 {
		short = cutTokens(short, n)
		vectors, err := j.request(ctx, []string{short})
		if err == nil {
			j.keep([]string{text}, vectors)
			return nil
		}
		if again := (*refusal)(nil); !errors.As(err, &again) {
			return err
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.refused == nil {
		j.refused = fmt.Errorf("the embedding endpoint at %s refuses a text of %d bytes: %w", j.model.provider.endpoint.host, len(text), refused)
	}
	return nil
}

// keep stores the vectors of a batch, in the cache too.
func (j *job) keep(batch []string, vectors [][]float32) {
	j.model.provider.cache.add(j.model.canaries.fingerprint, batch, vectors)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.proven = true
	for i, text := range batch {
		j.vectors[text] = vectors[i]
	}
}
