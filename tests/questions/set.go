package questions

import (
	"bytes"
	_ "embed" // The sets below are files.
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

//go:embed examples.json
var examplesFile []byte

//go:embed real.json
var realFile []byte

//go:embed pairs.json
var pairsFile []byte

//go:embed examples-none.json
var examplesNoneFile []byte

//go:embed real-none.json
var realNoneFile []byte

// Kind says what makes a question hard.
type Kind string

// The kinds of questions about the examples, and KindMeaning, which only the real ones have.
const (
	// KindIdentifier names a commit, a pull request, a file or an error by its code.
	KindIdentifier Kind = "identifier"
	// KindWords asks in words that the answer has, too.
	KindWords Kind = "words"
	// KindParaphrase shares no word with its answer.
	KindParaphrase Kind = "paraphrase"
	// KindTime asks for a day or a month.
	KindTime Kind = "time"
	// KindSeveral has its answer in two or more episodes.
	KindSeveral Kind = "several"
	// KindNone has no answer.
	KindNone Kind = "none"
	// KindMeaning asks mostly in other words than its answer.
	KindMeaning Kind = "meaning"
)

// Kinds lists the kinds of questions about the examples.
func Kinds() []Kind {
	return []Kind{KindIdentifier, KindWords, KindParaphrase, KindTime, KindSeveral, KindNone}
}

// Question is a question with the episodes that answer it.
type Question struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
	// Episodes are the ids of all episodes that answer it, none for KindNone.
	Episodes []string `json:"episodes"`
}

// Examples returns the questions about the example episodes.
func Examples() ([]Question, error) { return decode[Question]("examples", examplesFile) }

// Real returns the questions about the episodes of a project that exists.
func Real() ([]Question, error) { return decode[Question]("real", realFile) }

// ExamplesNone returns further questions about the examples without an answer, RealNone ones about the real episodes. They
// were written before any rule was made that tells them from others.
func ExamplesNone() ([]Question, error) { return decode[Question]("examples-none", examplesNoneFile) }

// RealNone returns questions that the real episodes do not answer.
func RealNone() ([]Question, error) { return decode[Question]("real-none", realNoneFile) }

// pair is an episode with a question in other words.
type pair struct{ ID, Task, Lesson, Question string }

// Pairs returns paraphrases about episodes of many trades, and these episodes. Nothing was tuned on them.
func Pairs() ([]Question, []episodic.Episode, error) {
	all, err := decode[pair]("pairs", pairsFile)
	if err != nil {
		return nil, nil, err
	}
	list, episodes := make([]Question, len(all)), make([]episodic.Episode, len(all))
	for i, p := range all {
		list[i] = Question{ID: p.ID, Kind: KindParaphrase, Text: p.Question, Episodes: []string{p.ID}}
		episodes[i] = episodic.Episode{ID: p.ID, Task: p.Task, Lessons: []string{p.Lesson}}
	}
	return list, episodes, nil
}

func decode[T any](name string, text []byte) ([]T, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var list []T
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("read the questions %s: %w", name, err)
	}
	return list, nil
}
