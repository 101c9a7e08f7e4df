package questions

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// Recipe is how chunks and questions become terms, with a part of it left out or not.
type Recipe struct {
	// Name says what is left out.
	Name string
	// NoStems compares words as they are written, NoNeighbours chunks by their own words,
	// NoDate without the days that they speak of.
	NoStems, NoNeighbours, NoDate bool
}

// Recipes are the whole recipe first, then it without each of its parts.
func Recipes() []Recipe {
	return []Recipe{
		{Name: "all"},
		{Name: "no stems", NoStems: true},
		{Name: "no neighbours", NoNeighbours: true},
		{Name: "no date", NoDate: true},
	}
}

// Index returns an index that keeps chunks, and searches, by the recipe.
func (r Recipe) Index(next episodic.Index) episodic.Index { return recipeIndex{next, r} }

type recipeIndex struct {
	episodic.Index
	recipe Recipe
}

// PutEpisodes implements [episodic.Index].
func (x recipeIndex) PutEpisodes(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	changed := make([]episodic.EpisodeChunks, len(episodes))
	for i, e := range episodes {
		e.Chunks = x.recipe.Chunks(e.Chunks)
		changed[i] = e
	}
	return x.Index.PutEpisodes(ctx, at, changed)
}

// Search implements [episodic.Index].
func (x recipeIndex) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	if x.recipe.NoStems {
		q.Terms = strings.Join(distinct(unstemmed(q.Text)), " ")
	}
	return x.Index.Search(ctx, q)
}

// neighbours is how many chunks on either side stand in Around.
const neighbours = 2

// Chunks returns the chunks of one episode by the recipe.
func (r Recipe) Chunks(chunks []episodic.Chunk) []episodic.Chunk {
	own, dates := make([][]string, len(chunks)), make([][]string, len(chunks))
	for i, c := range chunks {
		own[i], dates[i] = r.terms(c)
	}
	out := make([]episodic.Chunk, len(chunks))
	for i, c := range chunks {
		if !r.NoDate {
			c.Own = joined(own[i], dates[i])
		} else {
			c.Own = joined(own[i])
		}
		switch {
		case r.NoNeighbours:
			c.Around = ""
		case r.NoStems:
			var around []string
			for j := max(0, i-neighbours); j <= min(len(own)-1, i+neighbours); j++ {
				if j != i {
					around = append(around, own[j]...)
				}
			}
			c.Around = joined(around, unstemmed(c.Task))
		}
		out[i] = c
	}
	return out
}

// terms returns the terms of what a chunk says and those of its days, which come last.
func (r Recipe) terms(c episodic.Chunk) (own, dates []string) {
	text := Said(c)
	for _, line := range strings.Split(text, "\n") {
		own = append(own, lexis.Analyze(line)...)
	}
	if all := strings.Fields(c.Own); len(all) >= len(own) {
		dates = all[len(own):]
	}
	if r.NoStems {
		own = unstemmed(text)
	}
	return own, dates
}

// label is what stands before a text in a chunk and is not searched.
var label = regexp.MustCompile(`(?m)^(?:Outcome|Lesson|Insight|Goal|Constraint|Tags|Tools|Strategies|Domain|Task type|Complexity|` +
	`Known before|Note|Link|Session|Episode|Context|Option|Chosen|Rationale|Type|Factor|` +
	`commit|test|error|milestone|handoff|tool_call): `)

// Said returns the text of a chunk without its labels.
func Said(c episodic.Chunk) string { return label.ReplaceAllString(c.Text, "") }

// day is the term of a day that is written in several words.
var day = regexp.MustCompile(`^\d\d-\d\d$`)

// unstemmed returns the terms of a text with plain words as they are written.
func unstemmed(text string) []string {
	const mark = "zebra" // keeps a stop word from being all that a text holds
	var out []string
	for _, word := range strings.Fields(text) {
		terms := lexis.Analyze(word + " " + mark)
		terms = terms[:len(terms)-1]
		plain := strings.TrimFunc(strings.ToLower(word), func(r rune) bool { return !unicode.IsLetter(r) })
		if len(terms) == 1 && !strings.ContainsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) }) && plain != "" {
			terms = []string{plain}
		}
		out = append(out, terms...)
	}
	for _, term := range lexis.Analyze(text) {
		if day.MatchString(term) && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	return out
}

func distinct(terms []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range terms {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

func joined(lists ...[]string) string {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	return strings.Join(all, " ")
}
