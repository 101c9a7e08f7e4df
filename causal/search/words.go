package search

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// InWords describes the step in one line.
func (s Step) InWords(label int) string {
	return fmt.Sprintf("%s %s %s: %s", factor.Quoted(s.From(), label), link.RelationWord(s.Link.Relation), factor.Quoted(s.To(), label), s.Link.InWords())
}

// LinksInWords names the first three links and says how many more there are.
func LinksInWords(links []link.FactorLink) string {
	const most = 3
	var names []string
	for _, l := range links[:min(len(links), most)] {
		names = append(names, l.Named())
	}
	words := strings.Join(names, ", ")
	if more := len(links) - most; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}
