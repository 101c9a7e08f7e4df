package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recall"
)

// Recall asks the service for similar episodes.
type Recall struct {
	Project int
	Text    string
	Filter  episodic.EpisodeFilter
	Limit   int
	Offset  int
	// Like is the id of an episode, instead of a text.
	Like string
	// Words selects what counts: 0 for the default, 1 for words only, 2 for vectors only.
	Words  int
	Vector episodic.VectorName
}

func (c Recall) run(ctx context.Context, w *world) (any, error) {
	q := recall.Question{
		Project: w.project(c.Project), Text: c.Text, Like: c.Like, Filter: c.Filter, Limit: episodic.MaxPage, Vector: c.Vector,
		Alpha: []*float64{nil, new(0.0), new(1.0)}[c.Words%3], Related: recall.MaxRelated,
	}
	all, err := w.service.Recall.Recall(ctx, q)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, h := range all.Hits {
		if h.Stored.Episode.ID != h.Episode || h.Best.Text == "" {
			return nil, fmt.Errorf("hit %+v", h)
		}
		found = append(found, h.Episode)
	}
	slices.Sort(found)
	var related []string
	for _, r := range all.Related {
		related = append(related, fmt.Sprintf("%s by %+v", r.Episode, r.Steps))
	}
	slices.Sort(related)
	q.Limit, q.Offset = c.Limit, c.Offset
	page, err := w.service.Recall.Recall(ctx, q)
	if len(page.Hits) > 0 {
		page.Note = "" // whether a hit answers follows from scores, which the model does not have
	}
	return map[string]any{
		"episodes": found, "page": len(page.Hits), "more": page.More, "degraded": page.Degraded, "note": page.Note,
		"related": related, "reason": page.Reason,
	}, err
}

// Reindex rebuilds the index of a project.
type Reindex struct {
	Project int
}

func (c Reindex) run(ctx context.Context, w *world) (any, error) {
	return nil, w.service.Index.Reindex(ctx, w.project(c.Project), nil)
}

// WorkBacklog processes the backlogs of words and vectors. On shared engines it does nothing, because the
// backlogs may belong to others.
type WorkBacklog struct{}

func (c WorkBacklog) run(ctx context.Context, w *world) (any, error) {
	if !w.alone {
		return nil, nil
	}
	words, err := w.service.Index.IndexBacklog(ctx, everything)
	if err != nil {
		return nil, err
	}
	vectors, err := w.service.Index.EmbedBacklog(ctx, everything)
	return []index.Round{words, vectors}, err
}

// Advance sets the next state of the index of a project, with the right version or a wrong one.
type Advance struct {
	Project int
	// Building is the number of the generation being built, 0 for none, and Model the fingerprint of its model.
	Building int
	Model    string
	BuiltTo  string
	// Off is added to the version.
	Off int
}

func (c Advance) run(ctx context.Context, w *world) (any, error) {
	state, err := w.graph.GetIndexState(ctx, w.project(c.Project))
	if err != nil {
		return nil, err
	}
	next := episodic.IndexState{
		Active: state.Active, BuiltTo: c.BuiltTo, Built: len(c.BuiltTo), ChangedAt: w.now, Version: state.Version + 1 + c.Off,
	}
	if c.Building > 0 {
		next.Building = episodic.Generation{
			Number: c.Building, Recipe: 7, Provider: "learned", Model: `m"é\`, Dimension: 4, Fingerprint: c.Model, Chunks: 9,
		}
	}
	return nil, w.graph.SetIndexState(ctx, w.project(c.Project), next)
}

// States reads the states of the indexes of all projects.
type States struct{}

func (c States) run(ctx context.Context, w *world) (any, error) {
	out := map[string]any{}
	all, err := w.graph.ListIndexStates(ctx)
	if err != nil {
		return nil, err
	}
	for name, state := range all {
		if strings.HasPrefix(name, w.name+"-") {
			out[name] = state
		}
	}
	for i := range projects {
		state, err := w.graph.GetIndexState(ctx, w.project(i))
		if err == nil && state != out[w.project(i)] {
			return nil, fmt.Errorf("the state is %+v, listed is %+v", state, out[w.project(i)])
		}
		out["error "+w.project(i)] = reasonOf(err)
	}
	return out, nil
}

// reasonOf returns what callers can tell about an error, empty without one.
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return kind(err)
}

// PutModel stores a model of so many bytes.
type PutModel struct {
	Project     int
	Fingerprint string
	Bytes       int
	Dimension   int
}

func (c PutModel) run(ctx context.Context, w *world) (any, error) {
	data := episodic.ModelData{Fingerprint: c.Fingerprint, Provider: "openai", Model: c.Fingerprint + " model", Dimension: c.Dimension}
	for i := range c.Bytes {
		data.Bytes = append(data.Bytes, byte(i*i>>3+c.Dimension))
	}
	return nil, w.graph.PutModel(ctx, w.project(c.Project), data)
}

// DropUnusedModels removes the models that no generation has.
type DropUnusedModels struct {
	Project int
}

func (c DropUnusedModels) run(ctx context.Context, w *world) (any, error) {
	return nil, w.graph.DropUnusedModels(ctx, w.project(c.Project))
}

// Models reads models by their fingerprints, the bytes as a hash.
type Models struct {
	Project      int
	Fingerprints []string
}

func (c Models) run(ctx context.Context, w *world) (any, error) {
	out := map[string]any{}
	for _, fingerprint := range c.Fingerprints {
		data, err := w.graph.GetModel(ctx, w.project(c.Project), fingerprint)
		if err != nil {
			out[fingerprint] = kind(err)
			continue
		}
		sum := sha256.Sum256(data.Bytes)
		data.Bytes = nil
		out[fingerprint] = []any{data, hex.EncodeToString(sum[:])}
	}
	return out, nil
}

// Bridges reads the bridges between episodes.
type Bridges struct {
	Project int
	IDs     []string
	// Most is the most mentions of a reference that counts as a bridge.
	Most  int
	Limit int
}

func (c Bridges) run(ctx context.Context, w *world) (any, error) {
	return w.graph.ListBridges(ctx, w.project(c.Project), c.IDs, c.Most, c.Limit)
}
