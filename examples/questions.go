package examples

import (
	_ "embed" // The queries below are files.

	"github.com/causeway-memory/causeway/examples/team"
)

//go:embed questions/path.graphql
var pathQuery string

//go:embed questions/recall.graphql
var recallQuery string

//go:embed questions/what_if.graphql
var whatIfQuery string

//go:embed questions/pattern.graphql
var patternQuery string

// Question is a worked question: what is asked, in words and in GraphQL, and what the
// example episodes answer.
type Question struct {
	// Name is one word, that of the operation: path, recall, whatIf or pattern.
	Name string
	// Team says that it is about the episodes of the team, in [TeamProject].
	Team bool
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
	// Says are texts of the answer as the command line prints it, in their order.
	Says []string
}

// TeamProject returns the project that holds the episodes of the team when that of the story is
// called project.
func TeamProject(project string) string { return project + "-team" }

// Project returns the project to ask when that of the story is called project.
func (q Question) Project(project string) string {
	if q.Team {
		return TeamProject(project)
	}
	return project
}

// The occurrences that the worked path joins, and the episode of the incident.
const (
	SkippedKey    = "episode-2026-03-02-1/d002"
	DoubleCharges = "episode-2026-04-02-1/outcome"
	Incident      = "episode-2026-04-02-1"
)

// Questions returns the four worked questions.
func Questions() []Question {
	return []Question{pathQuestion(), recallQuestion(), whatIfQuestion(), patternQuestion()}
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

func whatIfQuestion() Question {
	return Question{
		Name:  "whatIf",
		Team:  true,
		Asks:  "Changes that go to one pier first fail more often: the risky ones go that way. What does going to one pier first do by itself?",
		Query: whatIfQuery,
		Variables: map[string]any{
			"do": []string{team.Rollout.Is(team.OnePier)}, "against": team.Rollout.Is(team.AllPiers), "target": "outcome:failure",
		},
		Expect: Answer{Says: []string{"OK", "mere share, no effect", "against " + team.Rollout.Is(team.AllPiers), "adjusted for: " + string(team.Touches)}},
	}
}

func patternQuestion() Question {
	return Question{
		Name:      "pattern",
		Team:      true,
		Asks:      "The check after a rollout fails: what has proven itself, and what is to be avoided?",
		Query:     patternQuery,
		Variables: map[string]any{"statuses": []string{"VALIDATED"}},
		Expect:    Answer{Says: []string{"validated", team.PatternTakeBack, "validated", team.PatternWait, "avoid"}},
	}
}
