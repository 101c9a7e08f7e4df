package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

var (
	//go:embed sql/causal/record_link.sql
	recordLink statement
	//go:embed sql/causal/record_cross_link.sql
	recordCrossLink statement
	//go:embed sql/causal/list_drawable.sql
	listDrawable statement
	//go:embed sql/causal/list_links_from.sql
	listLinksFrom statement
	//go:embed sql/causal/list_links_to.sql
	listLinksTo statement
)

// relations and bases are the words that the store writes as numbers, which are their places
// here. Words are only ever added, at the end.
func relations() []episodic.Relation {
	return []episodic.Relation{
		episodic.RelationCauses, episodic.RelationEnables, episodic.RelationPrevents, episodic.RelationCorrelates,
	}
}

func bases() []episodic.Basis {
	return []episodic.Basis{episodic.BasisStated, episodic.BasisExtracted, episodic.BasisTemporal, episodic.BasisMeasured}
}

// word returns the word of a number.
func word[W ~string](r *row, name string, words []W) W {
	n := r.integer(name)
	if n < 0 || n >= len(words) {
		r.fail("column %q is %d, which stands for no word", name, n)
		return ""
	}
	return words[n]
}

// bits are some words as a set of their numbers.
func bits[W ~string](words, all []W) int64 {
	var set int64
	for _, w := range words {
		if n := slices.Index(all, w); n >= 0 {
			set |= 1 << n
		}
	}
	return set
}

// drawLinks draws the links inside an episode and keeps those to or from other episodes.
func (l *layerTables) drawLinks(episode int64, e intake.Write, numbers map[string]int64) error {
	var inside, across []params
	for _, d := range e.StoredLinks(l.project) {
		id, err := hex.DecodeString(d.ID)
		if err != nil {
			return fmt.Errorf("read the id of a link: %w", err)
		}
		p := params{
			"episode": episode, "id": id, "relation": slices.Index(relations(), d.Relation),
			"basis": slices.Index(bases(), d.Basis), "confidence": valueOrNull(d.Confidence), "note": orNull(d.Note),
		}
		if d.Other == "" {
			p["source"], p["target"] = numbers[d.Source], numbers[d.Target]
			inside = append(inside, bothWays(p)...)
			continue
		}
		across = append(across, l.crossLink(p, d, numbers))
	}
	if err := l.execRows(recordLink, inside); err != nil {
		return err
	}
	return l.execRows(recordCrossLink, across)
}

// bothWays returns the rows of a link: one, or one each way when it has no direction.
func bothWays(p params) []params {
	p["back"] = false
	if p["relation"] != slices.Index(relations(), episodic.RelationCorrelates) {
		return []params{p}
	}
	back := make(params, len(p))
	for name, value := range p {
		back[name] = value
	}
	back["source"], back["target"], back["back"] = p["target"], p["source"], true
	return []params{p, back}
}

func (l *layerTables) crossLink(p params, d intake.StoredLink, numbers map[string]int64) params {
	own, outgoing := numbers[d.Source]
	other := d.Target
	if !outgoing {
		own, other = numbers[d.Target], d.Source
	}
	_, short, _ := episodic.SplitKey(other)
	p["project"], p["own"], p["outgoing"], p["other"], p["short"] = l.project, own, outgoing, d.Other, short
	return p
}

// drawCrossLinks draws the links between episodes that the drawn ones state or take part in
// and whose ends are both there. None of them is drawn: an end of each is new.
func (l *layerTables) drawCrossLinks() error {
	if len(l.drawn) == 0 {
		return nil
	}
	var rows []params
	err := l.query(listDrawable, params{"episodes": l.drawn}, func(r *row) {
		rows = append(rows, bothWays(params{
			"source": r.int64("source"), "target": r.int64("target"), "relation": r.integer("relation"), "basis": r.integer("basis"),
			"episode": r.int64("episode"), "id": r.bytes("id"),
			"confidence": valueOrNull(r.maybeNumber("confidence")), "note": orNull(r.maybeText("note")),
		})...)
	})
	if err != nil {
		return err
	}
	return l.execRows(recordLink, rows)
}

// link reads the columns of a link.
func (r *row) link() trace.Link {
	return trace.Link{
		ID: hex.EncodeToString(r.bytes("link")), Relation: word(r, "relation", relations()), Basis: word(r, "basis", bases()),
		Confidence: r.maybeNumber("confidence"), Note: r.maybeText("note"), Episode: r.text("stated_by"), RecordedAt: r.time("recorded_at"),
	}
}

// followParams adds which links are followed.
func followParams(p params, follow search.Follow) params {
	p["relations"], p["bases"] = bits(follow.Relations, relations()), bits(follow.Bases, bases())
	return p
}

// Neighbors implements [trace.Store].
func (s *Store) Neighbors(
	ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow,
) (map[string][]trace.Neighbor, error) {
	st := listLinksFrom
	if d == search.Upstream {
		st = listLinksTo
	}
	out := map[string][]trace.Neighbor{}
	p := followParams(params{"project": project, "keys": distinct(keys)}, follow)
	err := s.read(ctx, st, p, func(r *row) {
		of := r.text("of")
		out[of] = append(out[of], trace.Neighbor{Occurrence: r.occurrence(), Link: r.link()})
	})
	if err != nil {
		return nil, fmt.Errorf("list the links at %d occurrences: %w", len(keys), err)
	}
	return out, nil
}
