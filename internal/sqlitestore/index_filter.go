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
		DecisionTypes: c.DecisionTypes, References: c.References, Actors: c.Actors, Failed: c.Failed,
	})
	return asked
}

// attributes returns the attributes that a filter names, and of how many kinds they are.
func attributes(f episodic.EpisodeFilter) (list []attribute, kinds int) {
	list = []attribute{}
	var references []string
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
	add("outcome", asTexts(f.Outcomes)...)
	add("decisionType", asTexts(f.DecisionTypes)...)
	for _, r := range f.References {
		references = append(references, r.Text())
	}
	add("reference", references...)
	if f.Failed {
		add("failed", "failed")
	}
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
	add("actor", f.Actors...)
	return list, kinds
}

// sameAttributes reports whether no filter can distinguish two chunks of an episode. It makes no
// attributes: chunks of an episode with thousands of references share them.
func sameAttributes(a, b episodic.Chunk) bool {
	return a.Episode == b.Episode && a.Task == b.Task && a.StartedAt.Time.Equal(b.StartedAt.Time) &&
		a.Outcome == b.Outcome && a.Session == b.Session && a.Domain == b.Domain && a.TaskType == b.TaskType &&
		a.Complexity == b.Complexity && a.Failed == b.Failed &&
		sameList(a.Tags, b.Tags) && sameList(a.Tools, b.Tools) && sameList(a.Strategies, b.Strategies) &&
		sameList(a.DecisionTypes, b.DecisionTypes) && sameList(a.References, b.References) && sameList(a.Actors, b.Actors)
}

// sameList compares two lists, first by where they are.
func sameList[T comparable](a, b []T) bool {
	return episodic.SharesList(a, b) || slices.Equal(a, b)
}

// asTexts returns words as plain texts.
func asTexts[W ~string](words []W) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// anyEpisode are the parameters of a filter that does not narrow.
func anyEpisode() params {
	return params{"attributes": []attribute{}, "kinds": 0, "task": nil, "since": nil, "until": nil}
}

// episodeFilter returns the parameters of a filter of episodes; nil when it does not narrow.
func episodeFilter(f episodic.EpisodeFilter) params {
	p := anyEpisode()
	list, kinds := attributes(f)
	p["attributes"], p["kinds"] = list, kinds
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
