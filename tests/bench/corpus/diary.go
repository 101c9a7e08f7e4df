package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// diaryVariables is how many variables of a network come true in the episodes of a diary.
const diaryVariables = 10

// Diary is a row of episodes like those of a team over years: each has the texts and links of a
// [Corpus], and the events and decisions of a [Network], which recur. The last variable leads to the outcome.
type Diary struct {
	*Corpus
	*Network
}

// NewDiary returns a Diary of size episodes.
func NewDiary(size int) *Diary { return &Diary{Corpus: New(size), Network: NewNetwork(diaryVariables)} }

// Episode returns episode n, counted from 0.
func (d *Diary) Episode(n int) episodic.Episode {
	e, w := d.Corpus.Episode(n), d.Network.Episode(n)
	own := func(id string) string { return "n" + id }
	for _, event := range w.Events {
		event.ID = own(event.ID)
		e.Events = append(e.Events, event)
	}
	for _, decision := range w.Decisions {
		decision.ID = own(decision.ID)
		e.Decisions = append(e.Decisions, decision)
	}
	for _, link := range w.Links {
		link.Source, link.Target = own(link.Source), own(link.Target)
		e.Links = append(e.Links, link)
	}
	last := e.Events[len(e.Events)-1].ID
	e.Outcome = w.Outcome
	e.Links = append(e.Links, episodic.Link{
		Source: last, Relation: episodic.RelationCauses, Target: episodic.OutcomeID, Basis: episodic.BasisStated,
	})
	return e
}

// Document returns episode n as the JSON of a file.
func (d *Diary) Document(n int) ([]byte, error) {
	b, err := json.Marshal(d.Episode(n))
	if err != nil {
		return nil, fmt.Errorf("write episode %d: %w", n, err)
	}
	return b, nil
}

// Root is a variable from which links lead to the outcome.
func (d *Diary) Root() string { return d.Variable(0) }

// diaryDecision is the decided variable from which links lead to the outcome.
const diaryDecision = 2

// Decision returns the short id of the decision in episode n that bears on the outcome, and the option
// that was not chosen.
func (d *Diary) Decision(n int) (id, alternative string) {
	alternative = "yes"
	if d.Values(n)[diaryDecision] {
		alternative = "no"
	}
	return "n" + DecisionID(diaryDecision), alternative
}

// Words are questions by how frequent their words are in the texts.
type Words int

// The kinds of words.
const (
	// RareWords are three that stand in few episodes.
	RareWords Words = iota
	// MixedWords are six to twelve, as frequent as in the texts.
	MixedWords
	// CommonWords are six of those that stand in a fifth of the episodes, without the small words of English.
	CommonWords
)

// The ranks of rare and of common words.
const (
	rareFrom, rareTo     = 8_000, vocabularySize
	commonFrom, commonTo = 69, 94
)

// QuestionsOf returns n questions.
func (d *Diary) QuestionsOf(kind Words, n int) []string {
	if kind == MixedWords {
		return d.Questions(n)
	}
	r := random(d.size, 14)
	out := make([]string, n)
	for i := range out {
		if kind == RareWords {
			out[i] = d.pick(r, 3, rareFrom, rareTo)
		} else {
			out[i] = d.pick(r, 6, commonFrom, commonTo)
		}
	}
	return out
}

// pick returns words of some ranks.
func (c *Corpus) pick(r *rand.Rand, n, from, to int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = c.vocabulary[from+r.IntN(to-from)]
	}
	return strings.Join(out, " ")
}
