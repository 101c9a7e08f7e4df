package examples

import _ "embed" // The queries below are files.

//go:embed questions/path.graphql
var pathQuery string

//go:embed questions/recall.graphql
var recallQuery string

//go:embed questions/sequence.graphql
var sequenceQuery string

// Question is a worked question: what is asked, in words and in GraphQL, and what the
// example episodes answer.
type Question struct {
	// Name is one word: path, recall or sequence.
	Name string
	// Asks is the question in words.
	Asks string
	// Query is the GraphQL text. Its variable $project is left to the caller.
	Query string
	// Variables are all other variables of the query.
	Variables map[string]any
	// Expect is what the answer has to show, for readers and tests.
	Expect Answer
}

// Answer is what an answer has to show. Only the fields of its question are set.
type Answer struct {
	// Paths are the paths as occurrence keys, shortest first.
	Paths [][]string
	// Episodes are the episodes that have to be among the first hits, in any order.
	Episodes []string
	// Sequence are the short ids of the decisions in order.
	Sequence []string
}

// The occurrences that the worked path joins, and the episode of the worked sequence.
const (
	SkippedKey    = "episode-2026-03-02-1/d002"
	DoubleCharges = "episode-2026-04-02-1/outcome"
	Incident      = "episode-2026-04-02-1"
)

// Questions returns the three worked questions.
func Questions() []Question {
	return []Question{pathQuestion(), recallQuestion(), sequenceQuestion()}
}

func pathQuestion() Question {
	return Question{
		Name:      "path",
		Asks:      "How did skipping the idempotency key on 2 March lead to the failure of 2 April?",
		Query:     pathQuery,
		Variables: map[string]any{"from": SkippedKey, "to": DoubleCharges, "maxDepth": 8},
		Expect: Answer{Paths: [][]string{
			{
				SkippedKey, "episode-2026-03-04-1/d002", "episode-2026-03-30-1/d001",
				"episode-2026-04-02-1/e002", DoubleCharges,
			},
			{
				SkippedKey, "episode-2026-03-05-1/d002", "episode-2026-03-23-1/d001",
				"episode-2026-04-02-1/e002", DoubleCharges,
			},
			{
				SkippedKey, "episode-2026-03-04-1/d002", "episode-2026-03-30-1/d001",
				"episode-2026-04-01-1/d001", "episode-2026-04-01-1/e003",
				"episode-2026-04-02-1/e003", "episode-2026-04-02-1/e002", DoubleCharges,
			},
		}},
	}
}

func recallQuestion() Question {
	return Question{
		Name:  "recall",
		Asks:  "On the morning of 14 April: does building an index while we deploy block writes?",
		Query: recallQuery,
		Variables: map[string]any{
			"text":  "Will building an index while we deploy block writes to the table?",
			"until": "2026-04-14", "first": 3,
		},
		Expect: Answer{Episodes: []string{"episode-2026-03-13-1", "episode-2026-03-16-1"}},
	}
}

func sequenceQuestion() Question {
	return Question{
		Name:      "sequence",
		Asks:      "What was decided during the incident of 2 April, in which order, and why?",
		Query:     sequenceQuery,
		Variables: map[string]any{"episode": Incident},
		Expect:    Answer{Sequence: []string{"d001", "d002", "d003", "d004"}},
	}
}
