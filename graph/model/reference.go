package model

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Reference is a reference as the schema shows it.
type Reference struct {
	episodic.Reference
	Project string
	// Asked is the key by which it was asked for, in lower case; empty when it was come upon.
	Asked string
}

// SHA returns the longer SHA by which a commit was asked for, empty without any.
func (r Reference) SHA() string {
	if r.Kind != episodic.ReferenceCommit || len(r.Asked) <= len(r.Key) {
		return ""
	}
	return r.Asked
}

// IsNode marks a type that has a global id.
func (Reference) IsNode() {}

// ID returns the global id.
func (r Reference) ID() string {
	key := strings.ToUpper(string(r.Kind)) + "/" + r.Key
	return GlobalID{Type: TypeReference, Project: r.Project, Key: key}.String()
}

// Mention is a mention as the schema shows it.
type Mention struct {
	episodic.Mention
	Project string
}

// NewMentions gives mentions of one project the shape of the schema.
func NewMentions(project string, found []episodic.Mention) []Mention {
	out := make([]Mention, len(found))
	for i, m := range found {
		out[i] = Mention{Mention: m, Project: project}
	}
	return out
}

// Reference returns what is named.
func (m Mention) Reference() Reference {
	return Reference{Reference: m.Mention.Reference, Project: m.Project}
}

// EpisodeKey returns the key of the episode whose text names the reference.
func (m Mention) EpisodeKey() string {
	if episode, _, ok := episodic.SplitKey(m.By); ok {
		return episode
	}
	return m.By
}

// OccurrenceKey returns the key of the occurrence whose text names the reference; ok is
// false when the words about the whole episode do.
func (m Mention) OccurrenceKey() (key string, ok bool) {
	_, _, ok = episodic.SplitKey(m.By)
	return m.By, ok
}
