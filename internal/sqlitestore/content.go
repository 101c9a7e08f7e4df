package sqlitestore

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
)

// packer makes the content of revisions small: JSON of events is mostly repetition.
type packer struct {
	writers, readers sync.Pool
}

// pack deflates a content. The same content gives the same bytes.
func (p *packer) pack(content []byte) ([]byte, error) {
	var out bytes.Buffer
	w, ok := p.writers.Get().(*flate.Writer)
	if !ok {
		var err error
		if w, err = flate.NewWriter(&out, flate.DefaultCompression); err != nil {
			return nil, fmt.Errorf("deflate a content: %w", err)
		}
	}
	defer p.writers.Put(w)
	w.Reset(&out)
	if _, err := w.Write(content); err != nil {
		return nil, fmt.Errorf("deflate a content: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("deflate a content: %w", err)
	}
	return out.Bytes(), nil
}

// packAll deflates the contents of episodes, by hash.
func (p *packer) packAll(episodes []episodic.Prepared) (map[string][]byte, error) {
	out := make(map[string][]byte, len(episodes))
	for _, e := range episodes {
		packed, err := p.pack(e.Content)
		if err != nil {
			return nil, err
		}
		out[e.Hash] = packed
	}
	return out, nil
}

// unpack inflates what pack made.
func (p *packer) unpack(packed []byte) ([]byte, error) {
	r, ok := p.readers.Get().(io.ReadCloser)
	if !ok {
		r = flate.NewReader(nil)
	}
	defer p.readers.Put(r)
	if resetter, ok := r.(flate.Resetter); ok {
		if err := resetter.Reset(bytes.NewReader(packed), nil); err != nil {
			return nil, fmt.Errorf("inflate a content: %w", err)
		}
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("inflate a content: %w", err)
	}
	return content, nil
}
