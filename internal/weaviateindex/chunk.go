package weaviateindex

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// listEpisodes is the number of episodes whose chunks one request lists.
	listEpisodes = 20
	// listChunks is the number of chunks that one request lists; their whole text is sent.
	listChunks = 500
)

// ListChunks implements [episodic.Index]. It computes the digests from what the server sends.
func (x *Index) ListChunks(ctx context.Context, at episodic.IndexGeneration, ids []string) ([]episodic.IndexedChunk, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	var out []episodic.IndexedChunk
	for some := range slices.Chunk(ids, listEpisodes) {
		rows, err := x.chunksOf(ctx, at, some)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out = append(out, episodic.IndexedChunk{
				Episode: r.text(propEpisode), Revision: r.number(propRevision), Number: r.number(propNumber), Digest: digest(r),
				Text: r.text(propText),
			})
		}
	}
	slices.SortFunc(out, func(a, b episodic.IndexedChunk) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Revision, b.Revision), cmp.Compare(a.Number, b.Number))
	})
	return out, nil
}

// chunksOf reads the chunks of some episodes, page by page in the order of their numbers. A page ends
// before a number that may continue on the next one.
func (x *Index) chunksOf(ctx context.Context, at episodic.IndexGeneration, ids []string) ([]row, error) {
	var all []row
	for from, limit := 0, listChunks; ; {
		rows, err := x.chunksFrom(ctx, at, ids, from, limit)
		if err != nil || len(rows) < limit {
			return append(all, rows...), err
		}
		last := rows[len(rows)-1].number(propNumber)
		switch {
		case last > from:
			all = append(all, slices.DeleteFunc(rows, func(r row) bool { return r.number(propNumber) == last })...)
			from, limit = last, listChunks
		case limit == maxResults:
			return nil, fmt.Errorf("weaviate holds %d chunks of number %d for %d episodes", limit, last, len(ids))
		default:
			limit = maxResults
		}
	}
}

func (x *Index) chunksFrom(ctx context.Context, at episodic.IndexGeneration, ids []string, from, limit int) ([]row, error) {
	where := allOf(textIn(propEpisode, ids), number(opGreaterThanEqual, propNumber, int64(from)))
	var fields []string
	for _, p := range collection(x.opts.Collection).Properties {
		fields = append(fields, p.Name)
	}
	arguments := fmt.Sprintf("where:%s,sort:[{path:[%s],order:asc}],limit:%d", graphql(where), quoted(propNumber), limit)
	return x.get(at, arguments, strings.Join(fields, " "), func(send func(context.Context) error) error {
		return x.write(ctx, "list-chunks", send)
	})
}

// digest returns the digest of a row; empty, which matches nothing, when its times disagree.
func digest(r row) string {
	startedAt, err := episodic.ParseTimestamp(r.text(propStartedAt))
	if err != nil || !sameTime(r, startedAt) {
		return ""
	}
	return episodic.Chunk{
		Episode: r.text(propEpisode), Revision: r.number(propRevision), Number: r.number(propNumber),
		Part: episodic.ChunkPart(r.text(propPart)), DecisionType: episodic.DecisionType(r.text(propDecisionType)),
		Text: r.text(propText), Own: r.text(propOwn), Around: r.text(propAround),
		Task: unfoldTask(r.text(propTask)), StartedAt: startedAt,
		Outcome: episodic.Outcome(r.text(propOutcome)), Session: r.text(propSession), Domain: r.text(propDomain),
		TaskType: r.text(propTaskType), Complexity: r.text(propComplexity),
		Occurrences: r.list(propOccurrences), Tags: r.list(propTags), Tools: r.list(propTools),
		Strategies: r.list(propStrategies), References: mapped(r.list(propReferences), reference),
		DecisionTypes: mapped(r.list(propDecisionTypes), func(t string) episodic.DecisionType { return episodic.DecisionType(t) }),
		Actors:        r.list(propActors),
		Failed:        r.flag(propFailed),
	}.Digest()
}

// reference is the inverse of [episodic.Reference.Text].
func reference(text string) episodic.Reference {
	kind, key, _ := strings.Cut(text, ":")
	return episodic.Reference{Kind: episodic.ReferenceKind(kind), Key: key}
}

// sameTime reports whether the time that filters read agrees with the one shown. The server does not
// return whole numbers beyond 32 bits, though it filters by them.
func sameTime(r row, shown episodic.Timestamp) bool {
	second, nano := 0, 0
	if !shown.IsZero() {
		second, nano = int(shown.Time.Unix()), shown.Time.Nanosecond()
	}
	if second != int(int32(second)) {
		second = 0
	}
	return r.number(propStartedSecond) == second && r.number(propStartedNano) == nano
}
