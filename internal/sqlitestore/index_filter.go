package sqlitestore

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// attribute is a word of an episode that a filter compares whole.
type attribute struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// attributesOf returns what filters may ask of a chunk. What is absent matches no filter.
func attributesOf(c episodic.Chunk) []attribute {
	asked, _ := attributes(episodic.EpisodeFilter{
		Outcomes: []episodic.Outcome{c.Outcome}, Session: c.Session, Domain: c.Domain, TaskType: c.TaskType,
		Complexity: c.Complexity, Tags: c.Tags, Tools: c.Tools, Strategies: c.Strategies,
	})
	return asked
}

// attributes returns the attributes that a filter names, and of how many kinds they are.
func attributes(f episodic.EpisodeFilter) (list []attribute, kinds int) {
	list = []attribute{}
	add := func(kind string, values ...string) {
		if len(values) > 0 {
			kinds++
		}
		for _, v := range values {
			if v != "" {
				list = append(list, attribute{kind, v})
			}
		}
	}
	outcomes := make([]string, len(f.Outcomes))
	for i, o := range f.Outcomes {
		outcomes[i] = string(o)
	}
	add("outcome", outcomes...)
	for _, one := range []attribute{
		{"session", f.Session}, {"domain", f.Domain}, {"taskType", f.TaskType}, {"complexity", f.Complexity},
	} {
		if one.Value != "" {
			add(one.Kind, one.Value)
		}
	}
	add("tag", f.Tags...)
	add("tool", f.Tools...)
	add("strategy", f.Strategies...)
	return list, kinds
}

// sameAttributes reports whether filters cannot tell two chunks of an episode apart.
func sameAttributes(a, b episodic.Chunk) bool {
	return a.Episode == b.Episode && a.Task == b.Task && a.StartedAt.Time.Equal(b.StartedAt.Time) &&
		slices.Equal(attributesOf(a), attributesOf(b))
}

// chunkFilter returns the parameters of a filter; nil when it does not narrow.
func chunkFilter(f episodic.EpisodeFilter) params {
	list, kinds := attributes(f)
	p := params{"attributes": list, "kinds": kinds, "task": nil, "since": nil, "until": nil}
	if f.Task != "" {
		p["task"] = episodic.FoldCase(f.Task)
	}
	if !f.Since.IsZero() {
		p["since"] = episodic.Instant(f.Since)
	}
	if !f.Until.IsZero() {
		p["until"] = episodic.Instant(f.Until)
	}
	if kinds == 0 && p["task"] == nil && p["since"] == nil && p["until"] == nil {
		return nil
	}
	return p
}
