package search

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// InWords describes the step in one line.
func (s Step) InWords(label int) string {
	return fmt.Sprintf("%s %s %s: %s", factor.Quoted(s.From(), label), link.RelationWord(s.Link.Relation), factor.Quoted(s.To(), label), s.Link.InWords())
}
