package tokens

import (
	"fmt"
	"strings"
	"sync"

	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/tiktoken-go/tokenizer/codec"
)

// Counter counts tokens. It is safe for concurrent use.
type Counter struct {
	// codec builds the vocabulary when it is first asked for.
	codec func() *codec.Codec
}

var _ explain.Tokens = (*Counter)(nil)

// New returns a Counter.
func New() *Counter { return &Counter{codec: sync.OnceValue(codec.NewCl100kBase)} }

// CountTokens implements [explain.Tokens].
func (c *Counter) CountTokens(text string) (int, error) {
	n, err := c.codec().Count(strings.ToValidUTF8(text, "\uFFFD"))
	if err != nil {
		return 0, fmt.Errorf("count the tokens of %d bytes: %w", len(text), err)
	}
	return n, nil
}
