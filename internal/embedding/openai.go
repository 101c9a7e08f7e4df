package embedding

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
)

// maxKnown is how many models of the endpoint are remembered; older ones are dropped.
const maxKnown = 16

// openai makes models of an endpoint. The endpoint has one model at a time; a project keeps the
// vectors of a few texts by which to recognize it.
type openai struct {
	options  Options
	endpoint *endpoint
	cache    *vectorCache
	// bulk and single are semaphores for requests with many texts and with one.
	bulk, single chan struct{}

	mu sync.Mutex
	// known are the models that were prepared or loaded; gone are the fingerprints that the
	// endpoint's model no longer matches.
	known []*canaries
	gone  map[string]bool
	// child is the program that has the model; nil if it is a server.
	child *child
}

var _ episodic.Embedder = (*openai)(nil)

func newOpenAI(o Options, p pauses) (*openai, error) {
	e, err := newEndpoint(o, p)
	if err != nil {
		return nil, err
	}
	return &openai{
		options: o, endpoint: e, cache: newVectorCache(o),
		bulk: make(chan struct{}, o.Concurrency), single: make(chan struct{}, o.Concurrency),
		gone: map[string]bool{},
	}, nil
}

// Wants implements [episodic.Embedder].
func (p *openai) Wants(active episodic.Generation, chunks int) bool {
	if chunks == 0 {
		return false
	}
	return active.Fingerprint == "" || !p.isSet(active.Provider, active.Model, active.Dimension) || p.isGone(active.Fingerprint)
}

// isSet reports whether the settings describe such a model.
func (p *openai) isSet(provider, model string, dimension int) bool {
	o := p.options
	return provider == p.options.Provider && model == o.Model && (o.Dimension == 0 || dimension == o.Dimension)
}

// Prepare implements [episodic.Embedder]. It ignores the corpus and requests the vectors of the
// canary texts. A model that was prepared or loaded before keeps its fingerprint, even if the
// last digits have changed.
func (p *openai) Prepare(ctx context.Context, _ episodic.Corpus) (episodic.ModelData, error) {
	fail := func(err error) (episodic.ModelData, error) {
		return episodic.ModelData{}, fmt.Errorf("get to know the embedding model: %w", err)
	}
	vectors, err := p.ask(ctx, p.bulk, "canary", canaryTexts())
	if err != nil {
		return fail(err)
	}
	dimension := len(vectors[0])
	if want := p.options.Dimension; want > 0 && dimension != want {
		return fail(p.endpoint.unavailable("answers vectors of %d numbers; embedding.dimension asks for %d", dimension, want))
	}
	c := p.recognize(vectors)
	return episodic.ModelData{
		Fingerprint: c.fingerprint, Provider: p.options.Provider, Model: p.options.Model,
		Dimension: c.dimension, Bytes: encodeCanaries(c.vectors),
	}, nil
}

// ask sends texts that no endpoint should refuse.
func (p *openai) ask(ctx context.Context, lane chan struct{}, name string, texts []string) ([][]float32, error) {
	vectors, err := p.send(ctx, lane, name, texts)
	if refused, ok := err.(*refusal); ok { //nolint:errorlint // the endpoint returns it unwrapped
		return nil, p.endpoint.unavailable("refuses every text (embedding.model, embedding.dimension): %s", refused.reason)
	}
	return vectors, err
}

// send waits for a place in the lane and sends the texts.
func (p *openai) send(ctx context.Context, lane chan struct{}, name string, texts []string) ([][]float32, error) {
	select {
	case lane <- struct{}{}:
		defer func() { <-lane }()
		return p.endpoint.embed(ctx, name, texts)
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the embedding endpoint at %s: %w", p.endpoint.host, ctx.Err())
	}
}

// recognize returns the known model that produced these canary vectors, or adds a new one. Two
// models never share a fingerprint.
func (p *openai) recognize(vectors [][]float32) *canaries {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.known, func(c *canaries) bool { return c.agree(vectors) }); i >= 0 {
		delete(p.gone, p.known[i].fingerprint)
		return p.known[i]
	}
	c := &canaries{dimension: len(vectors[0]), vectors: vectors}
	c.fingerprint = endpointFingerprint(p.options.Provider, p.options.Model, vectors, false)
	if p.gone[c.fingerprint] || slices.ContainsFunc(p.known, func(k *canaries) bool { return k.fingerprint == c.fingerprint }) {
		c.fingerprint = endpointFingerprint(p.options.Provider, p.options.Model, vectors, true)
	}
	p.learn(c)
	return c
}

// learn adds a known model; the caller holds the lock.
func (p *openai) learn(c *canaries) {
	p.known = append(p.known, c)
	if len(p.known) > maxKnown {
		p.known = slices.Delete(p.known, 0, 1)
	}
}

// Load implements [episodic.Embedder].
func (p *openai) Load(data episodic.ModelData) (episodic.Model, error) {
	if !p.isSet(data.Provider, data.Model, data.Dimension) {
		return nil, fmt.Errorf("%w: its vectors are of %s %q (%d numbers), the settings ask for %s %q",
			episodic.ErrModelChanged, data.Provider, data.Model, data.Dimension, p.options.Provider, p.options.Model)
	}
	vectors, err := parseCanaries(data.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: its canaries cannot be read: %w", episodic.ErrModelChanged, err)
	}
	c := &canaries{fingerprint: data.Fingerprint, dimension: len(vectors[0]), vectors: vectors}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.known, func(k *canaries) bool { return k.fingerprint == c.fingerprint }); i >= 0 {
		c = p.known[i]
	} else {
		p.learn(c)
	}
	return &remote{provider: p, canaries: c}, nil
}

// isGone reports whether the endpoint's model no longer matches a fingerprint.
func (p *openai) isGone(fingerprint string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gone[fingerprint]
}

// changed records that the endpoint's model no longer matches a fingerprint.
func (p *openai) changed(fingerprint string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone[fingerprint] {
		p.options.Log.Warn("the embedding endpoint has changed its model; a new generation is needed",
			"host", p.endpoint.host, "model", p.options.Model, "fingerprint", fingerprint)
	}
	p.gone[fingerprint] = true
}
