package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/tests/questions"
)

// askedSet is a set of questions with the episodes that they are about.
type askedSet struct {
	name string
	list []questions.Question
	// none are further questions without an answer.
	none     []questions.Question
	episodes []episodic.Episode
	// large sets take long to index.
	large bool
}

// askedSets reads the examples, and the real episodes if they are in the folder.
func askedSets(data string) ([]askedSet, error) {
	made := askedSet{name: "example"}
	var err error
	if made.list, err = questions.Examples(); err != nil {
		return nil, err
	}
	if made.none, err = questions.ExamplesNone(); err != nil {
		return nil, err
	}
	made.episodes, err = readEpisodes(examples.Episodes(), "*.json", func(_ string, text []byte) (e episodic.Episode, err error) {
		return e, json.Unmarshal(text, &e)
	})
	if err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	pairs := askedSet{name: "pairs"}
	if pairs.list, pairs.episodes, err = questions.Pairs(); err != nil {
		return nil, err
	}
	pairs.episodes = append(pairs.episodes, made.episodes...)
	if _, err := os.Stat(data); err != nil {
		return []askedSet{made, pairs}, nil
	}
	lived := askedSet{name: "real", large: true}
	if lived.list, err = questions.Real(); err != nil {
		return nil, err
	}
	if lived.none, err = questions.RealNone(); err != nil {
		return nil, err
	}
	lived.episodes, err = readEpisodes(os.DirFS(data), "ai-agents/episodes/*.json", func(name string, text []byte) (episodic.Episode, error) {
		p, _, err := ingest.Read(ingest.FormatEpisode, name, text)
		return p.Episode, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the real episodes: %w", err)
	}
	return []askedSet{made, pairs, lived}, nil
}

func readEpisodes(files fs.FS, pattern string, read func(name string, text []byte) (episodic.Episode, error)) ([]episodic.Episode, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	out := make([]episodic.Episode, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if out[i], err = read(name, text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return out, nil
}
