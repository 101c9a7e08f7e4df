package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
	"github.com/causeway-memory/causeway/tests/bench/measure"
	"github.com/causeway-memory/causeway/tests/questions"
)

// quality measures how well labelled questions are answered, on both sets of engines.
type quality struct {
	options
	servers *servers
	began   time.Time
	// suffix keeps the projects of several runs on the same engines apart.
	suffix string
	sets   []askedSet
	out    []measure.Answers
	home   string
	// judged are the questions asked with the vectors of a provider on one set of engines.
	judged map[string][]judgedQuestion
}

// patience bounds a request to a server: how long it takes is not measured here.
const patience = 2 * time.Minute

// fillBatch is how many episodes are recorded at once.
const fillBatch = 50

// library is one set of engines.
type library struct {
	name  string
	store episodic.Store
	index episodic.Index
	closers
}

// search is one way of asking.
type searchWay struct {
	name           string
	alpha          *float64
	first, related int
}

// searches are asked of an index that was made by the whole recipe; the first two of them of
// the others as well. Vectors are made of the whole recipe's terms in any case.
func searches() []searchWay {
	at := func(alpha float64) *float64 { return &alpha }
	return []searchWay{
		{"all", nil, 10, 0},
		{"no vectors", at(0), 10, 0},
		{"alpha .1", at(.1), 10, 0},
		{"alpha .4", at(.4), 10, 0},
		{"alpha .5", at(.5), 10, 0},
		{"vectors alone", at(1), 10, 0},
		{"9 hits, 1 related", nil, 9, 1},
		{"8 hits, 2 related", nil, 8, 2},
		{"5 hits, 5 related", nil, 5, 5},
	}
}

// measureQuality asks the labelled questions, once for every part of the recipe.
func measureQuality(ctx context.Context, o options, report *measure.Report) (err error) {
	q := &quality{options: o, began: time.Now(), suffix: time.Now().Format("150405"), judged: map[string][]judgedQuestion{}}
	if q.sets, err = askedSets(o.data); err != nil {
		return err
	}
	if len(q.sets) == 2 {
		q.say("there are no real episodes in %s (-data); only the examples and the pairs are asked about", o.data)
	}
	home, err := os.MkdirTemp("", "causeway-quality-*")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	q.home = home
	defer func() {
		if q.servers != nil {
			err = errors.Join(err, q.servers.stop())
		}
	}()
	for _, set := range q.sets {
		for _, engines := range []struct {
			name string
			open func(context.Context, string) (*library, error)
		}{{"embedded", openFile}, {"native", q.openServers}} {
			if !strings.Contains(set.name+", "+engines.name, q.only) {
				continue
			}
			if err := q.ask(ctx, set, engines.open, filepath.Join(home, set.name+".db")); err != nil {
				return fmt.Errorf("ask about the %s episodes: %w", set.name, err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.judged)) {
		printJudged(name, q.judged[name])
	}
	report.Answers = q.out
	return nil
}

// say shows progress.
func (q *quality) say(format string, args ...any) { progress(q.began, format, args...) }

// ask asks one set of questions on one set of engines.
func (q *quality) ask(ctx context.Context, set askedSet, open func(context.Context, string) (*library, error), path string) error {
	l, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer l.close()
	q.say("%s episodes, %s engines", set.name, l.name)
	recipes := questions.Recipes()
	for _, provider := range q.providers {
		if err := q.askFilled(ctx, set, l, filling{provider, recipes[0]}, []searchWay{{provider, nil, 10, 0}}); err != nil {
			return err
		}
	}
	if len(q.providers) > 0 {
		return nil
	}
	if set.large && l.name == "native" {
		recipes = recipes[:1] // its indexing takes minutes, and the parts are weighed by the file
	}
	for i, recipe := range recipes {
		asked := searches()
		if i > 0 {
			asked = asked[:2]
			asked[0].name, asked[1].name = recipe.Name, recipe.Name+", no vectors"
		}
		if err := q.askFilled(ctx, set, l, filling{"", recipe}, asked); err != nil {
			return err
		}
	}
	learned := searches()
	learned = []searchWay{learned[0], learned[5]}
	learned[0].name, learned[1].name = "learned vectors", "learned vectors alone"
	return q.askFilled(ctx, set, l, filling{embedding.ProviderLearned, recipes[0]}, learned)
}

// filling is how a project is indexed: by the vectors of a provider, empty for the default, and by a recipe.
type filling struct {
	provider string
	recipe   questions.Recipe
}

// askFilled fills a project and asks about it in some ways.
func (q *quality) askFilled(ctx context.Context, set askedSet, l *library, by filling, asked []searchWay) error {
	project := fmt.Sprintf("questions-%s-%d-%s", set.name, len(q.out), q.suffix)
	service, end, err := l.fill(ctx, project, by, set.episodes, q.home, q.options.home)
	if err != nil {
		return fmt.Errorf("fill %s for %q: %w", l.name, asked[0].name, err)
	}
	if err := checkVectors(ctx, service, project, by); err != nil {
		return errors.Join(err, end())
	}
	for _, way := range asked {
		if err := q.askOnce(ctx, set, l.name, project, service, way); err != nil {
			return err
		}
	}
	if len(q.providers) > 0 {
		judged, err := judgeAll(ctx, service, project, set)
		if err != nil {
			return errors.Join(err, end())
		}
		name := by.provider + ", " + l.name
		q.judged[name] = append(q.judged[name], judged...)
	}
	if err := errors.Join(service.Recording.PurgeProject(ctx, project), end()); err != nil {
		return fmt.Errorf("remove %s: %w", project, err)
	}
	return nil
}

// fill records episodes over an index that keeps to a recipe, with the vectors of a provider.
func (l *library) fill(ctx context.Context, project string, by filling, episodes []episodic.Episode, home, kept string) (*memory.Episodes, func() error, error) {
	options, err := embeddingOptions(ctx, by.provider, home, kept)
	if err != nil {
		return nil, nil, err
	}
	embedder, end, err := embedding.New(options)
	if err != nil {
		return nil, nil, err
	}
	service := memory.NewEpisodes(memory.EpisodeParts{Store: l.store, Index: by.recipe.Index(l.index), Embedder: embedder}, time.Now)
	for part := range slices.Chunk(episodes, fillBatch) {
		if _, err := service.Recording.RecordAll(ctx, project, part, true, episodic.StateIndexed); err != nil {
			return nil, nil, err
		}
	}
	// Other processes at the same servers look after every index; the last build counts.
	for err = service.Index.Reindex(ctx, project, nil); errors.Is(err, index.ErrBuilding) && ctx.Err() == nil; {
		time.Sleep(time.Second)
		err = service.Index.Reindex(ctx, project, nil)
	}
	if err != nil {
		return nil, nil, err
	}
	return service, end, nil
}

// checkVectors returns an error unless all chunks have a vector, or none is wanted.
func checkVectors(ctx context.Context, service *memory.Episodes, project string, by filling) error {
	infos, err := service.Index.Infos(ctx, []string{project})
	count := infos[project].Count
	if err == nil && by.provider != embedding.ProviderNone && (count.Chunks == 0 || count.Embedded != count.Chunks) {
		err = fmt.Errorf("of %d chunks %d have a vector", count.Chunks, count.Embedded)
	}
	return err
}

// askOnce asks all questions of a set in one way and keeps the figures.
func (q *quality) askOnce(ctx context.Context, set askedSet, engines, project string, service *memory.Episodes, way searchWay) error {
	result, err := questions.Evaluate(ctx, set.list, func(ctx context.Context, text string) (questions.Found, error) {
		answer, err := service.Recall.Recall(ctx, recall.Question{
			Project: project, Text: text, Alpha: way.alpha, Limit: way.first, Related: way.related,
		})
		if err == nil && answer.Degraded {
			err = errors.New(answer.Reason)
		}
		var found questions.Found
		for _, h := range answer.Hits {
			found.Episodes = append(found.Episodes, h.Episode)
		}
		for _, r := range answer.Related {
			found.Episodes = append(found.Episodes, r.Episode)
		}
		return found, err
	})
	if err != nil {
		return err
	}
	silence := result.Silence()
	answers := measure.Answers{Asked: set.name, Engines: engines, Search: way.name, Empty: silence.Empty, Unanswerable: silence.Questions}
	for _, kind := range append(questions.Kinds(), questions.KindMeaning) {
		if of := result.Of(kind); len(of.Answerable()) > 0 {
			answers.Kinds = append(answers.Kinds, answered(string(kind), of.Quality()))
		}
	}
	answers.Kinds = append(answers.Kinds, answered("overall", result.Quality()))
	q.out = append(q.out, answers)
	q.say("%s episodes, %s engines, %s: %+v", set.name, engines, way.name, answers)
	if way.name == "all" && q.misses {
		for _, a := range result.Misses(5) {
			q.say("%s engines miss %s, %q: want %v, found %v", engines, a.ID, a.Text, a.Question.Episodes, a.Found.Episodes)
		}
	}
	return nil
}

func answered(kind string, q questions.Quality) measure.Answered {
	return measure.Answered{Kind: kind, Questions: q.Questions, RecallAt5: q.RecallAt5, RecallAt10: q.RecallAt10, MRR: q.MRR}
}

// openFile opens the embedded engines on a new file.
func openFile(ctx context.Context, path string) (*library, error) {
	store, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	if err != nil {
		return nil, err
	}
	l := &library{name: "embedded", store: store, index: store.Index()}
	l.later(func() { _ = store.Close(context.Background()) })
	if err := store.Migrate(ctx); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// openServers connects to the servers of the run.
func (q *quality) openServers(ctx context.Context, _ string) (_ *library, err error) {
	l := &library{name: "native"}
	defer l.closeAfter(&err)
	if q.servers == nil {
		if q.servers, err = startServers(ctx, filepath.Join(q.home, "servers")); err != nil {
			return nil, err
		}
	}
	cfg := q.servers.cfg
	store, err := neo4jstore.Open(neo4jstore.Options{URI: cfg.Neo4j.URI, User: cfg.Neo4j.User, Password: cfg.Neo4j.Password, Timeout: patience})
	if err != nil {
		return nil, err
	}
	l.later(func() { _ = store.Close(context.Background()) })
	index, err := weaviateindex.New(weaviateindex.Options{URL: cfg.Weaviate.URL, APIKey: cfg.Weaviate.APIKey, SearchTimeout: patience})
	if err != nil {
		return nil, err
	}
	l.later(index.Close)
	l.store, l.index = store, index
	return l, store.Migrate(ctx)
}
