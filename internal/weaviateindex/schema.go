package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The properties of a chunk in Weaviate.
const (
	propOwn           = "own"
	propAround        = "around"
	propText          = "text"
	propEpisode       = "episode"
	propRevision      = "revision"
	propNumber        = "number"
	propPart          = "part"
	propOccurrences   = "occurrences"
	propDecisionType  = "decisionType"
	propOutcome       = "outcome"
	propSession       = "session"
	propDomain        = "domain"
	propTaskType      = "taskType"
	propComplexity    = "complexity"
	propTags          = "tags"
	propTools         = "tools"
	propStrategies    = "strategies"
	propTask          = "task"
	propStartedAt     = "startedAt"
	propStartedSecond = "startedSecond"
	propStartedNano   = "startedNano"
	propFilterPart    = "filterPart"
	propReferences    = "references"
	propDecisionTypes = "decisionTypes"
	propFailed        = "failed"
	propActors        = "actors"
	propVectors       = "vectors"
)

// The parameters of BM25: how fast repetitions of a word saturate, and how much the length of a text
// counts. For the second, .4 measured best.
const (
	bm25K1 = 1.2
	bm25B  = 0.4
)

// distanceKind is how vectors are compared.
const distanceKind = "cosine"

// exactBelow is the number of chunks left by a filter below which the server compares all of them.
const exactBelow = 40_000

// collection describes the one collection.
func collection(name string) *class {
	return &class{
		Class:       name,
		Description: "Chunks of episodes, one tenant for each project and generation of its index. Written by causeway; can be rebuilt at any time.",
		InvertedIndexConfig: &invertedConfig{
			Bm25:      &bm25Config{K1: bm25K1, B: bm25B},
			Stopwords: &stopwordsConfig{Preset: "none"},
		},
		MultiTenancyConfig: &tenancyConfig{
			Enabled: true, AutoTenantCreation: true, AutoTenantActivation: true,
		},
		VectorConfig: vectorConfigs(),
		Properties: append([]*classProperty{
			searchable(propOwn, "Analysed words of the chunk, with the date in words."),
			searchable(propAround, "Analysed words of the neighbouring chunks and of the task."),
			shown(propText, "text", "What the chunk quotes."),
			filterable(propEpisode, "text", "Id of the episode."),
			filterable(propRevision, "int", "Revision of the episode."),
			filterable(propNumber, "int", "Number of the chunk in its episode, from 0."),
			shown(propPart, "text", "Part of the episode: head, decision or events."),
			shown(propOccurrences, "text[]", "Keys of the occurrences quoted."),
			filterable(propDecisionType, "text", "Type of the decision quoted."),
			filterable(propOutcome, "text", "Outcome of the episode."),
			filterable(propSession, "text", "Session of the episode."),
			filterable(propDomain, "text", "Domain of the episode."),
			filterable(propTaskType, "text", "Task type of the episode."),
			filterable(propComplexity, "text", "Complexity of the episode."),
			filterable(propTags, "text[]", "Tags of the episode."),
			filterable(propTools, "text[]", "Tools of the episode."),
			filterable(propStrategies, "text[]", "Strategies of the episode."),
			filterable(propTask, "text", "Task of the episode, folded for search of a part."),
			shown(propStartedAt, "text", "When the work began; absent when unknown."),
			ranged(propStartedSecond, "Unix second of startedAt; of midnight UTC when only the day is known."),
			filterable(propStartedNano, "int", "Nanoseconds after startedSecond."),
		}, laterProperties()...),
	}
}

// laterProperties are missing from collections of earlier versions, which get them. Objects written
// before do not have them and are not found by them.
func laterProperties() []*classProperty {
	return []*classProperty{
		filterable(propFilterPart, "text", "The same as part, which could not be filtered by."),
		filterable(propReferences, "text[]", "What the episode mentions, like commit:be9c229."),
		filterable(propDecisionTypes, "text[]", "Types of the decisions of the episode."),
		filterable(propFailed, "boolean", "Whether something went wrong in the episode."),
		filterable(propActors, "text[]", "Who acts in the episode."),
		filterable(propVectors, "text[]", "Names of the vectors that the chunk has."),
	}
}

// vectorConfigs describes the named vectors. Each tenant has a separate index for each of them; its
// first vector determines the length.
func vectorConfigs() map[string]vectorConfig {
	out := map[string]vectorConfig{}
	for _, name := range namedVectors() {
		out[string(name)] = vectorConfig{
			Vectorizer: map[string]any{"none": map[string]any{}}, VectorIndexType: "hnsw",
			VectorIndexConfig: map[string]any{
				"distance": distanceKind, "flatSearchCutoff": exactBelow, "skipDefaultQuantization": true,
			},
		}
	}
	return out
}

func property(name, dataType, about string, search, filter, between bool) *classProperty {
	p := &classProperty{
		Name: name, DataType: []string{dataType}, Description: about,
		IndexSearchable: &search, IndexFilterable: &filter,
	}
	if strings.HasPrefix(dataType, "text") {
		p.Tokenization = splitNot
	}
	if between {
		p.IndexRangeFilters = &between
	}
	return p
}

func searchable(name, about string) *classProperty {
	p := property(name, "text", about, true, false, false)
	p.Tokenization = splitAtSpaces
	return p
}

func shown(name, dataType, about string) *classProperty {
	return property(name, dataType, about, false, false, false)
}

func filterable(name, dataType, about string) *classProperty {
	return property(name, dataType, about, false, true, false)
}

func ranged(name, about string) *classProperty {
	return property(name, "int", about, false, true, true)
}

// EnsureSchema makes sure that the collection exists and fits. Several instances may call it at once.
// It asks the server only until it has succeeded.
func (x *Index) EnsureSchema(ctx context.Context) error {
	if x.ready.Load() {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ready.Load() {
		return nil
	}
	want := collection(x.opts.Collection)
	have, err := x.getCollection(ctx)
	if errors.Is(err, errNoCollection) {
		have, err = x.createCollection(ctx, want)
	}
	if err == nil {
		have, err = x.addProperties(ctx, have)
	}
	if err != nil {
		return err
	}
	if problems := misfits(have, want); len(problems) > 0 {
		return fmt.Errorf("collection %s of the Weaviate server does not fit this version of causeway: %s; "+
			"delete the collection and run `causeway reindex` for each project", x.opts.Collection, strings.Join(problems, "; "))
	}
	x.ready.Store(true)
	return nil
}

func (x *Index) getCollection(ctx context.Context) (have *class, err error) {
	err = x.request(ctx, "get-collection", x.opts.ConnectTimeout, func(ctx context.Context) error {
		have, err = x.rest.getClass(ctx, x.opts.Collection)
		return err
	})
	var status *statusError
	if errors.As(err, &status) && status.status == 404 {
		err = fmt.Errorf("%w: %w", errNoCollection, err)
	}
	return have, err
}

// createCollection creates the collection; if another instance was first, it returns that one.
func (x *Index) createCollection(ctx context.Context, want *class) (*class, error) {
	err := x.write(ctx, "create-collection", func(ctx context.Context) error {
		return x.rest.createClass(ctx, want)
	})
	if err != nil && !errors.Is(err, errExists) {
		return nil, err
	}
	return x.getCollection(ctx)
}

// addProperties adds missing properties to a collection of an earlier version; another instance may
// have done so first. It returns the resulting collection.
func (x *Index) addProperties(ctx context.Context, have *class) (*class, error) {
	added := false
	for _, p := range laterProperties() {
		if slices.ContainsFunc(have.Properties, func(h *classProperty) bool { return h.Name == p.Name }) {
			continue
		}
		err := x.write(ctx, "add-property", func(ctx context.Context) error {
			return x.rest.createProperty(ctx, x.opts.Collection, p)
		})
		if err != nil && !errors.Is(err, errExists) {
			return nil, fmt.Errorf("add property %s: %w", p.Name, err)
		}
		added = true
	}
	if !added {
		return have, nil
	}
	return x.getCollection(ctx)
}

// misfits lists the ways in which a collection cannot serve as the wanted one. Additional properties do
// not matter.
func misfits(have, want *class) []string {
	var problems []string
	if have.MultiTenancyConfig == nil || !have.MultiTenancyConfig.Enabled || !have.MultiTenancyConfig.AutoTenantCreation {
		problems = append(problems, "it does not create tenants")
	}
	inverted := have.InvertedIndexConfig
	if inverted == nil || inverted.Bm25 == nil || math.Abs(float64(inverted.Bm25.B)-bm25B) > 1e-6 ||
		math.Abs(float64(inverted.Bm25.K1)-bm25K1) > 1e-6 {
		problems = append(problems, fmt.Sprintf("its BM25 is not k1=%v, b=%v", bm25K1, bm25B))
	}
	if inverted == nil || inverted.Stopwords == nil || inverted.Stopwords.Preset != "none" {
		problems = append(problems, "it drops stop words")
	}
	has := map[string]*classProperty{}
	for _, p := range have.Properties {
		has[p.Name] = p
	}
	for _, w := range want.Properties {
		if problem := misfit(has[w.Name], w); problem != "" {
			problems = append(problems, fmt.Sprintf("its property %s %s", w.Name, problem))
		}
	}
	return append(problems, vectorMisfits(have)...)
}

func vectorMisfits(have *class) []string {
	var problems []string
	for _, name := range namedVectors() {
		if have.VectorConfig[string(name)].VectorIndexConfig["distance"] != distanceKind {
			problems = append(problems, fmt.Sprintf("its vectors %s are not compared by %s", name, distanceKind))
		}
	}
	return problems
}

func misfit(have, want *classProperty) string {
	switch {
	case have == nil:
		return "is missing"
	case strings.Join(have.DataType, " ") != want.DataType[0]:
		return fmt.Sprintf("is %s, not %s", strings.Join(have.DataType, " "), want.DataType[0])
	case have.Tokenization != want.Tokenization:
		return fmt.Sprintf("is split by %q, not by %q", have.Tokenization, want.Tokenization)
	case isSet(have.IndexFilterable) != isSet(want.IndexFilterable),
		isSet(have.IndexSearchable) != isSet(want.IndexSearchable),
		isSet(have.IndexRangeFilters) != isSet(want.IndexRangeFilters):
		return "is indexed in another way"
	}
	return ""
}

func isSet(b *bool) bool { return b != nil && *b }
