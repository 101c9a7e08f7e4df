package weaviateindex

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/go-openapi/strfmt"
	"github.com/google/uuid"
	"github.com/weaviate/weaviate/entities/models"

	"github.com/causeway-memory/causeway/episodic"
)

// generation counts how often the index of a project was built in another form. Searches
// go to one generation only.
const generation = 1

// tenantOf names the tenant of a project: Weaviate takes only 64 letters, digits, dashes
// and underscores, and a project's name may hold dots.
func tenantOf(project string) string {
	sum := sha256.Sum256([]byte(project))
	return fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:16]), generation)
}

// objectID returns the same id for the same chunk, so that writing it again changes
// nothing. Other revisions have other ids: when two processes replace one object by
// different texts at once, Weaviate 1.35.2 goes on finding it by the words of both.
func objectID(project string, c episodic.Chunk) strfmt.UUID {
	name := fmt.Sprintf("causeway chunk\x00%s\x00%d\x00%s\x00%d\x00%d", project, generation, c.Episode, c.Revision, c.Number)
	return strfmt.UUID(uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String())
}

func (x *Index) object(project string, c episodic.Chunk) *models.Object {
	properties := map[string]any{
		propOwn: c.Own, propAround: c.Around, propText: c.Text,
		propEpisode: c.Episode, propRevision: c.Revision, propNumber: c.Number,
		propPart: string(c.Part), propDecisionType: string(c.DecisionType), propOutcome: string(c.Outcome),
		propSession: c.Session, propDomain: c.Domain, propTaskType: c.TaskType, propComplexity: c.Complexity,
		propTask: foldTask(c.Task),
	}
	for name, list := range map[string][]string{
		propOccurrences: c.Occurrences, propTags: c.Tags, propTools: c.Tools, propStrategies: c.Strategies,
	} {
		if len(list) > 0 {
			properties[name] = list
		}
	}
	if !c.StartedAt.IsZero() {
		properties[propStartedAt] = c.StartedAt.String()
		properties[propStartedSecond] = c.StartedAt.Time.Unix()
		properties[propStartedNano] = c.StartedAt.Time.Nanosecond()
	}
	return &models.Object{
		Class: x.opts.Collection, Tenant: tenantOf(project),
		ID: objectID(project, c), Properties: properties,
	}
}

// size estimates the bytes of a chunk on the wire.
func size(c episodic.Chunk) int {
	return len(c.Own) + len(c.Around) + len(c.Text) + len(c.Task) + 1024
}

// foldTask writes a task, or a part of one, in small letters and without the runes that
// the Like filter of Weaviate treats in a special way; it knows no escape for them.
func foldTask(task string) string {
	return strings.NewReplacer(folds()...).Replace(episodic.FoldCase(task))
}

// unfoldTask is the reverse of foldTask, but for the case.
func unfoldTask(folded string) string {
	pairs := folds()
	slices.Reverse(pairs)
	return strings.NewReplacer(pairs...).Replace(folded)
}

// folds are pairs of what is not stored as it is and what stands for it: a rune for private
// use, and two of them where a task uses that rune itself.
func folds() []string {
	return []string{
		"*", "\uE02A", "?", "\uE03F", "\n", "\uE00A",
		"\uE000", "\uE000\uE000", "\uE02A", "\uE000\uE001", "\uE03F", "\uE000\uE002", "\uE00A", "\uE000\uE003",
	}
}
