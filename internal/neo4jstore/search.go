package neo4jstore

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// maxTerms bounds how many different words of a question are looked up; Lucene takes 1,024
// clauses and each word is one for every searched property.
const maxTerms = 100

// searched are the properties that hold text, as the full-text index has them.
func searched() []string {
	return []string{"task", "lessons", "insights", "context", "chosen", "rationale", "content"}
}

// SearchText implements [episodic.Fallback].
func (s *Store) SearchText(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	terms := searchTerms(q.Text)
	if len(terms) == 0 {
		return nil, nil
	}
	p := filterParams(q.Project, q.Filter, "")
	p["query"] = luceneQuery(q.Project, terms)
	p["limit"], p["offset"], p["parts"] = q.Limit, q.Offset, words(q.Parts)
	out, err := read(ctx, s, cypher.SearchText, p, (*row).hit)
	if err != nil {
		return nil, fmt.Errorf("search the words of project %q: %w", q.Project, err)
	}
	return out, nil
}

// searchTerms returns the different words of a question in lower case. They hold letters
// and digits only, so that nothing in a question is an operator of Lucene.
func searchTerms(question string) []string {
	terms := distinct(strings.FieldsFunc(episodic.FoldCase(question), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}))
	return terms[:min(len(terms), maxTerms)]
}

// luceneQuery asks for any of the terms in any searched property of one project. The
// project is compared exactly by the statement; here it keeps others from being ranked.
func luceneQuery(project string, terms []string) string {
	var b strings.Builder
	for _, word := range searchTerms(project) {
		fmt.Fprintf(&b, "+project:%s ", word)
	}
	words := strings.Join(terms, " ")
	b.WriteString("+(")
	for _, property := range searched() {
		fmt.Fprintf(&b, "%s:(%s) ", property, words)
	}
	b.WriteString(")")
	return b.String()
}

// hit reads a head, a decision or an event as what a reader would quote of it, numbered as
// if each were one chunk.
func (r *row) hit() episodic.ChunkHit {
	h := episodic.ChunkHit{
		Episode: r.text("episode"), Number: r.integer("number"), Score: r.number("score"), Part: episodic.PartHead, Text: r.maybeText("task"),
	}
	if key := r.maybeText("occurrence"); key != "" {
		h.Occurrences = []string{key}
		h.Part, h.Text = episodic.PartEvents, r.maybeText("content")
	}
	if episodic.Kind(r.maybeText("kind")) == episodic.KindDecision {
		h.Part = episodic.PartDecision
		h.Text = cmp.Or(strings.Join(nonEmpty(r.maybeText("context"), r.maybeText("chosen"), r.maybeText("rationale")), "\n"), h.Text)
	}
	return h
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, text := range texts {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}
