package weaviateindex

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/uuid"
)

// tenantOf names the tenant of a generation.
func tenantOf(at episodic.IndexGeneration) string {
	return tenantsOf(at.Project) + strconv.Itoa(at.Generation)
}

// tenantsOf is the prefix of the names of a project's tenants. It is a hash, because Weaviate takes
// only 64 letters, digits, dashes and underscores, and a project's name may contain dots.
func tenantsOf(project string) string {
	sum := sha256.Sum256([]byte(project))
	return hex.EncodeToString(sum[:16]) + "-"
}

// objectID returns the same id for the same chunk, so writing it again changes nothing. Other revisions
// have other ids: when two processes replace one object with different texts at once, Weaviate 1.35.2
// keeps finding it by the words of both.
func objectID(at episodic.IndexGeneration, c episodic.Chunk) string {
	name := fmt.Sprintf("causeway chunk\x00%s\x00%d\x00%s\x00%d\x00%d", at.Project, at.Generation, c.Episode, c.Revision, c.Number)
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String()
}

func (x *Index) object(at episodic.IndexGeneration, c episodic.Chunk) *object {
	properties := map[string]any{
		propOwn: c.Own, propAround: c.Around, propText: c.Text,
		propEpisode: c.Episode, propRevision: c.Revision, propNumber: c.Number,
		propPart: string(c.Part), propDecisionType: string(c.DecisionType), propOutcome: string(c.Outcome),
		propSession: c.Session, propDomain: c.Domain, propTaskType: c.TaskType, propComplexity: c.Complexity,
		propTask: foldTask(c.Task), propFilterPart: string(c.Part), propFailed: c.Failed,
	}
	for name, list := range map[string][]string{
		propOccurrences: c.Occurrences, propTags: c.Tags, propTools: c.Tools, propStrategies: c.Strategies,
		propActors:        c.Actors,
		propReferences:    mapped(c.References, episodic.Reference.Text),
		propDecisionTypes: mapped(c.DecisionTypes, func(t episodic.DecisionType) string { return string(t) }),
		propVectors:       vectorNames(c),
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
	return &object{
		Class: x.opts.Collection, Tenant: tenantOf(at),
		ID: objectID(at, c), Properties: properties, Vectors: vectors(c),
	}
}

// numberBytes is about the size of one number of a vector in a request.
const numberBytes = 12

// size estimates the size of a chunk in a request, in bytes.
func size(c episodic.Chunk) int {
	n := len(c.Own) + len(c.Around) + len(c.Text) + len(c.Task) + 1024
	for _, v := range c.Vectors {
		n += numberBytes * len(v)
	}
	return n
}

// foldTask writes a task, or a part of one, in lower case and without the runes that are special in
// Weaviate's Like filter, which has no escape for them.
func foldTask(task string) string {
	return strings.NewReplacer(folds()...).Replace(episodic.FoldCase(task))
}

// unfoldTask is the inverse of foldTask, except for case.
func unfoldTask(folded string) string {
	pairs := folds()
	slices.Reverse(pairs)
	return strings.NewReplacer(pairs...).Replace(folded)
}

// folds are pairs of a replaced text and its replacement: a private-use rune, or two of them where a
// task contains that rune itself.
func folds() []string {
	return []string{
		"*", "\uE02A", "?", "\uE03F", "\n", "\uE00A",
		"\uE000", "\uE000\uE000", "\uE02A", "\uE000\uE001", "\uE03F", "\uE000\uE002", "\uE00A", "\uE000\uE003",
	}
}
