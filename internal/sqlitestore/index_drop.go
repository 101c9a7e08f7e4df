package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/forget_index.sql
	forgetIndex statement
	//go:embed sql/index/list_forgotten_places.sql
	listForgottenPlaces statement
	//go:embed sql/index/list_generations.sql
	listGenerations statement
	//go:embed sql/index/list_forgotten.sql
	listForgotten statement
	//go:embed sql/index/delete_forgotten_projects.sql
	deleteForgottenProjects statement
)

// dropBatch is how many episodes or pages one transaction of a drop removes, so that other
// writers get their turn.
const dropBatch = 500

// DropGeneration implements [episodic.Index]. The first transaction takes the place out of
// every read; what the others have to clear away is found by the next call if one is cut off.
func (x *Index) DropGeneration(ctx context.Context, at episodic.IndexGeneration) error {
	err := x.drop(ctx, at.Project, func(generation int) bool { return generation == at.Generation })
	if err != nil {
		return fmt.Errorf("drop generation %d of the index of %s: %w", at.Generation, at.Project, err)
	}
	x.store.wipe(ctx)
	return nil
}

// DropProject implements [episodic.Index]. It works like [Index.DropGeneration].
func (x *Index) DropProject(ctx context.Context, project string) error {
	if err := x.drop(ctx, project, func(int) bool { return true }); err != nil {
		return fmt.Errorf("drop the index of %s: %w", project, err)
	}
	return nil
}

func (x *Index) drop(ctx context.Context, project string, which func(generation int) bool) error {
	var dropped []int64
	err := x.store.write(ctx, func(t *tx) error {
		dropped = nil
		err := t.query(listGenerations, params{"project": project}, func(r *row) {
			if which(r.integer("generation")) {
				dropped = append(dropped, r.int64("number"))
			}
		})
		for i := 0; err == nil && i < len(dropped); i++ {
			err = t.exec(forgetIndex, params{"number": dropped[i]})
		}
		return err
	})
	if err == nil {
		x.store.vectors.forget(func(at episodic.IndexGeneration) bool { return at.Project == project && which(at.Generation) })
	}
	for left := 1; err == nil && left > 0; {
		left, err = x.clearAway(ctx)
	}
	return err
}

// clearAway removes some of what dropped places left and returns how much it was.
func (x *Index) clearAway(ctx context.Context) (removed int, err error) {
	err = x.store.write(ctx, func(t *tx) error {
		if removed, err = t.clearWords(); err != nil || removed > 0 {
			return err
		}
		if removed, err = t.clearTexts(); err != nil || removed > 0 {
			return err
		}
		return t.exec(deleteForgottenProjects, nil)
	})
	return removed, err
}

// clearWords removes some words of dropped places.
func (t *tx) clearWords() (removed int, err error) {
	var places []int64
	if err := t.query(listForgottenPlaces, nil, func(r *row) { places = append(places, r.int64("number")) }); err != nil {
		return 0, err
	}
	for _, place := range places {
		x := &indexTx{tx: t, place: place}
		if err := x.exec(deleteAllFresh, params{"project": place}); err != nil {
			return 0, err
		}
		removed += t.conn.Changes()
		all, err := x.segments()
		if err != nil {
			return 0, err
		}
		for _, s := range all {
			did, err := x.removeSegment(s, dropBatch*pageCost)
			if err != nil {
				return 0, err
			}
			if removed += did/pageCost + 1; removed >= dropBatch {
				return removed, nil
			}
		}
	}
	return removed, nil
}

// clearTexts removes some episodes of dropped places.
func (t *tx) clearTexts() (episodes int, err error) {
	ids := map[int64][]string{}
	err = t.query(listForgotten, params{"limit": dropBatch}, func(r *row) {
		project := r.int64("project")
		ids[project] = append(ids[project], r.text("id"))
	})
	if err != nil {
		return 0, err
	}
	for project, some := range ids {
		if err := (&indexTx{tx: t, place: project}).removeTexts(params{"project": project, "ids": some}); err != nil {
			return 0, err
		}
		episodes += len(some)
	}
	return episodes, nil
}
