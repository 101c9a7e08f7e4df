package embedding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The providers.
const (
	// ProviderNone is words and graph only.
	ProviderNone = "none"
	// ProviderLearned learns the vectors from the project itself.
	ProviderLearned = "learned"
	// ProviderOpenAI asks an OpenAI-compatible endpoint.
	ProviderOpenAI = "openai"
)

// Options say where vectors come from. All but Provider are for [ProviderOpenAI].
type Options struct {
	// Provider is one of the providers; empty for ProviderOpenAI when there is a URL, and
	// ProviderLearned when there is none.
	Provider string
	// URL is the base of the endpoint, like "http://localhost:11434/v1". What is missing of
	// "/v1/embeddings" is added, "/v1" only when the URL has no path at all.
	URL string
	// Model is the name that the endpoint knows the model by.
	Model string
	// Dimension is asked for and checked; 0 to take what the model answers.
	Dimension int
	// Key is sent as a bearer token; empty for none. It stands in no error and no log.
	Key string
	// Timeout is of one request; 0 for 10 seconds. A text waits three times as long at most.
	Timeout time.Duration
	// BatchTokens and BatchTexts bound one request; 0 for 16,384 and 32, which is what
	// common servers take as they are. Tokens are estimated, rather too many than too few.
	BatchTokens, BatchTexts int
	// TextTokens is where a text is cut; 0 for 8,191. A text that the endpoint refuses is
	// cut further before it is given up.
	TextTokens int
	// Concurrency bounds the requests at one time; 0 for 4. Single texts, which are
	// questions, have as many places again, so that they do not wait behind an index.
	Concurrency int
	// CachePath is the file that remembers vectors by content; empty for none. CacheBytes
	// bounds it, 0 for 256 MiB; MemoryBytes what is remembered in memory, 0 for 32 MiB.
	CachePath   string
	CacheBytes  int64
	MemoryBytes int
	// OnRequest is told of every attempt, with the context of the call that it belongs to, by
	// name "embed" or "canary"; OnCache whether a text was remembered. Both may be nil.
	OnRequest func(ctx context.Context, name string, elapsed time.Duration, err error)
	OnCache   func(hit bool)
	// Log takes what does not reach a caller; nil for nothing.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.Provider == "" {
		o.Provider = ProviderLearned
		if o.URL != "" {
			o.Provider = ProviderOpenAI
		}
	}
	o.Timeout = cmp.Or(o.Timeout, 10*time.Second)
	o.BatchTokens = cmp.Or(o.BatchTokens, 16_384)
	o.BatchTexts = cmp.Or(o.BatchTexts, 32)
	o.TextTokens = cmp.Or(o.TextTokens, 8_191)
	o.Concurrency = cmp.Or(o.Concurrency, 4)
	o.CacheBytes = cmp.Or(o.CacheBytes, 256<<20)
	o.MemoryBytes = cmp.Or(o.MemoryBytes, 32<<20)
	if o.OnRequest == nil {
		o.OnRequest = func(context.Context, string, time.Duration, error) {}
	}
	if o.OnCache == nil {
		o.OnCache = func(bool) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// check returns the first setting that is wrong.
func (o Options) check() error {
	switch {
	case o.Provider != ProviderOpenAI:
		return nil
	case o.Model == "":
		return errors.New("embedding.model is empty; name the model that the endpoint is to use")
	case o.Dimension < 0 || o.Dimension > maxDimension:
		return fmt.Errorf("embedding.dimension is %d; it has to lie between 0 and %d", o.Dimension, maxDimension)
	case o.Timeout < 0:
		return fmt.Errorf("embedding.timeout is %v; it has to be positive", o.Timeout)
	case o.BatchTokens < 1:
		return fmt.Errorf("embedding.batch_tokens is %d; it has to be positive", o.BatchTokens)
	case o.TextTokens < 1:
		return fmt.Errorf("embedding.text_tokens is %d; it has to be positive", o.TextTokens)
	case o.BatchTexts < 2 || o.Concurrency < 1:
		return fmt.Errorf("%d requests of %d texts at one time; it has to be one of two at least, because each carries a text that is known", o.Concurrency, o.BatchTexts)
	}
	return nil
}

// New returns the embedder that the options ask for: nil for ProviderNone. The function
// releases what it holds and is never nil. The error says which setting is wrong; whether an
// endpoint answers is not tried.
func New(o Options) (episodic.Embedder, func() error, error) {
	nothing := func() error { return nil }
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, nothing, err
	}
	switch o.Provider {
	case ProviderNone:
		return nil, nothing, nil
	case ProviderLearned:
		return newLearned(), nothing, nil
	case ProviderOpenAI:
		p, err := newOpenAI(o, standardPauses())
		if err != nil {
			return nil, nothing, err
		}
		return p, p.cache.close, nil
	default:
		return nil, nothing, fmt.Errorf("embedding.provider is %q; it has to be %s, %s or %s", o.Provider, ProviderLearned, ProviderOpenAI, ProviderNone)
	}
}
