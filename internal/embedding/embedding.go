package embedding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The providers.
const (
	// ProviderNone uses words and graph only.
	ProviderNone = "none"
	// ProviderStatic has vectors of word pieces, made once from a sentence model and shipped.
	ProviderStatic = "static"
	// ProviderLearned learns vectors from the project itself.
	ProviderLearned = "learned"
	// ProviderLocal runs an installed sentence model.
	ProviderLocal = "local"
	// ProviderOpenAI uses an OpenAI-compatible endpoint.
	ProviderOpenAI = "openai"
)

// Options configure an embedder. All but Provider apply to [ProviderOpenAI] only, and those
// about caches, batches and observers to [ProviderLocal] too.
type Options struct {
	// Provider is one of the providers; empty means ProviderOpenAI if there is a URL, else
	// ProviderStatic.
	Provider string
	// URL is the base of the endpoint, like "http://localhost:11434/v1". A missing "/embeddings"
	// is added, and "/v1" if the URL has no path.
	URL string
	// Model is the endpoint's name for the model.
	Model string
	// Dimension is requested and checked; 0 accepts any.
	Dimension int
	// Key is sent as a bearer token; empty sends none. It never appears in errors or logs.
	Key string
	// Timeout bounds one request; 0 means 10 seconds. A text waits at most three times as long.
	Timeout time.Duration
	// BatchTokens and BatchTexts bound one request; 0 means 16,384 and 32, which common servers
	// accept without configuration. Tokens are estimated, rather too many than too few.
	BatchTokens, BatchTexts int
	// TextTokens is where a text is cut; 0 means 8,191. A text that the endpoint refuses is cut
	// further before it is given up.
	TextTokens int
	// Concurrency bounds concurrent requests; 0 means 4. Single texts, which are questions, have
	// the same number of extra places, so they do not wait behind indexing.
	Concurrency int
	// CachePath is the file that caches vectors by content; empty means none. CacheBytes bounds
	// it, 0 means 256 MiB; MemoryBytes bounds the cache in memory, 0 means 32 MiB.
	CachePath   string
	CacheBytes  int64
	MemoryBytes int
	// OnRequest is called for every attempt, with the context of its call and the name "embed" or
	// "canary"; OnCache is called for every text, with whether it was cached. Both may be nil.
	OnRequest func(ctx context.Context, name string, elapsed time.Duration, err error)
	OnCache   func(hit bool)
	// Local is the installed model of [ProviderLocal].
	Local Local
	// Log receives what is not returned as an error; nil discards it.
	Log *slog.Logger
	// dial connects to the endpoint; nil means over the network.
	dial func(ctx context.Context, network, address string) (net.Conn, error)
	// said returns what the program behind the endpoint complained about; nil if it is a server.
	said func() string
}

func (o Options) withDefaults() Options {
	if o.Provider == "" {
		o.Provider = ProviderStatic
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

// check returns an error for the first invalid setting.
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

// New returns the embedder for the options, nil for ProviderNone. The function releases its
// resources and is never nil. An error names the invalid setting; New does not contact the
// endpoint.
func New(o Options) (episodic.Embedder, func() error, error) {
	nothing := func() error { return nil }
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, nothing, err
	}
	switch o.Provider {
	case ProviderNone:
		return nil, nothing, nil
	case ProviderStatic:
		return newStatic(), nothing, nil
	case ProviderLearned:
		return newLearned(), nothing, nil
	case ProviderLocal:
		p, closer, err := newLocal(o, standardPauses())
		if err != nil {
			return nil, nothing, err
		}
		return p, closer, nil
	case ProviderOpenAI:
		p, err := newOpenAI(o, standardPauses())
		if err != nil {
			return nil, nothing, err
		}
		return p, p.cache.close, nil
	default:
		return nil, nothing, fmt.Errorf("embedding.provider is %q; it has to be %s, %s, %s, %s or %s", o.Provider, ProviderStatic, ProviderLocal, ProviderLearned, ProviderOpenAI, ProviderNone)
	}
}
