package bootstrap

import (
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
)

// first counts what follows.
func (b Bootstrap) first() explain.Sentence {
	return explain.Note(fmt.Sprintf("Failures of the last %d days: %d. Patterns that hold: %d. That fail: %d. Episodes of these days without an outcome: %d.",
		recentDays, len(b.Failures), len(b.Patterns), len(b.AntiPatterns), len(b.OpenEnds)))
}

// lines tell failures first: they cost most when they are repeated.
func (b Bootstrap) lines() []explain.Sentence {
	var out []explain.Sentence
	for _, e := range b.Failures {
		out = append(out, failure(e))
	}
	for _, p := range b.Patterns {
		out = append(out, advice("Do", p))
	}
	for _, p := range b.AntiPatterns {
		out = append(out, advice("Avoid", p))
	}
	for _, e := range b.OpenEnds {
		out = append(out, func(label int) string {
			return fmt.Sprintf("Outcome unknown [%s] %s", e.Episode.ID, text.Shorten(text.OneLine(e.Episode.Task), label))
		})
	}
	return out
}

// failure is the line of an episode that failed, with its first lesson.
func failure(e episodic.Stored) explain.Sentence {
	return func(label int) string {
		line := fmt.Sprintf("Failed [%s] %s", e.Episode.ID, text.Shorten(text.OneLine(e.Episode.Task), label))
		if len(e.Episode.Lessons) > 0 {
			line += ". Lesson: " + text.Shorten(text.OneLine(e.Episode.Lessons[0]), label)
		}
		return line
	}
}

// advice is the line of a pattern, with what it rests on.
func advice(verb string, p patterns.Pattern) explain.Sentence {
	return func(label int) string {
		return fmt.Sprintf("%s [%s] when %s: %s (%s)", verb, p.Key,
			text.Shorten(text.OneLine(p.Trigger), label), text.Shorten(text.OneLine(p.Action), label), grounds(p))
	}
}

// grounds says how strong the evidence of a pattern is.
func grounds(p patterns.Pattern) string {
	switch {
	case p.Counts.Trials() == 0 && p.Claim != nil && p.Claim.Rate != nil:
		return fmt.Sprintf("claimed %.2f, no episode counted", *p.Claim.Rate)
	case p.Status == patterns.StatusValidated:
		return fmt.Sprintf("validated, %d of %d succeeded", p.Counts.Successes, p.Counts.Trials())
	default:
		return fmt.Sprintf("unproven, %d of %d succeeded", p.Counts.Successes, p.Counts.Trials())
	}
}
