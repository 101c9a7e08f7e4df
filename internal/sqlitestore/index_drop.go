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
	//go:embed sql/index/drop_words.sql
	dropWords statement
	//go:embed sql/index/list_generations.sql
	listGenerations statement
	//go:embed sql/index/list_forgotten.sql
	listForgotten statement
	//go:embed sql/index/delete_forgotten_projects.sql
	deleteForgottenProjects statement
)

// dropBatch is how many episodes one transaction of a drop removes, so that other
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
			err = (&indexTx{tx: t, place: dropped[i]}).forget()
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

// forget takes a place out of every read.
func (x *indexTx) forget() error {
	if err := x.exec(x.words(dropWords), nil); err != nil {
		return err
	}
	return x.exec(forgetIndex, params{"number": x.place})
}

// clearAway removes some of what dropped projects left and returns how many episodes it were.
func (x *Index) clearAway(ctx context.Context) (episodes int, err error) {
	err = x.store.write(ctx, func(t *tx) error {
		episodes = 0
		ids := map[int64][]string{}
		err := t.query(listForgotten, params{"limit": dropBatch}, func(r *row) {
			project := r.int64("project")
			ids[project] = append(ids[project], r.text("id"))
		})
		if err != nil {
			return err
		}
		for project, some := range ids {
			if err := (&indexTx{tx: t, place: project}).removeTexts(params{"project": project, "ids": some}); err != nil {
				return err
			}
			episodes += len(some)
		}
		if episodes > 0 {
			return nil
		}
		return t.exec(deleteForgottenProjects, nil)
	})
	return episodes, err
}
