package app

import (
	"context"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/patterns"
)

// noteTrials is how many trials the note of one pattern has at most.
const noteTrials = episodic.MaxPage

// EpisodeNote implements [resolvers.Exporter].
func (e exporter) EpisodeNote(project string, of episodic.Episode, linked []model.Episode) (string, error) {
	sessions := map[string]string{of.ID: of.Session}
	for _, other := range linked {
		sessions[other.Key()] = other.Episode.Session
	}
	note, err := notes.WriteEpisode(of, project, notes.NewTitles(sessions))
	return string(note), err
}

// PatternNote implements [resolvers.Exporter].
func (e exporter) PatternNote(ctx context.Context, project string, p patterns.Pattern) (string, error) {
	trials, err := e.app.Patterns.Catalog.Evidence(ctx, patterns.EvidenceQuery{
		Project: project, Pattern: p.Key, Page: episodic.Page{Limit: noteTrials},
	})
	if err != nil {
		return "", err
	}
	var keys, episodes []string
	for _, l := range p.Leads {
		keys = append(keys, l.Pattern)
	}
	for _, r := range p.Related {
		keys = append(keys, r.Pattern)
	}
	others, err := e.app.Patterns.Catalog.FetchPatterns(ctx, project, slices.DeleteFunc(keys, func(key string) bool { return key == "" }))
	if err != nil {
		return "", err
	}
	known := map[string]patterns.Pattern{}
	for _, other := range others {
		known[other.Key] = other
	}
	told := make([]notes.Trial, len(trials))
	for i, t := range trials {
		told[i], episodes = newTrial(t), append(episodes, t.Episode)
	}
	found, err := e.app.Episodes.Reading.Fetch(ctx, project, episodes)
	if err != nil {
		return "", err
	}
	sessions := map[string]string{}
	for _, s := range found {
		sessions[s.Episode.ID] = s.Episode.Session
	}
	note, err := notes.WritePattern(p, told, project, notes.NewTitles(sessions), known)
	return string(note), err
}

// newTrial is what a note says of an episode in the evidence of a pattern.
func newTrial(e patterns.Evidence) notes.Trial {
	return notes.Trial{Episode: e.Episode, Verdict: e.Verdict, Applied: e.Applied != nil}
}
