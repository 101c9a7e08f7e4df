package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
)

var (
	//go:embed sql/index/forget_index.sql
	forgetIndex statement
	//go:embed sql/index/drop_words.sql
	dropWords statement
	//go:embed sql/index/list_forgotten.sql
	listForgotten statement
	//go:embed sql/index/delete_forgotten_projects.sql
	deleteForgottenProjects statement
)

// dropBatch is how many episodes one transaction of DropProject removes, so that other
// writers get their turn.
const dropBatch = 500

// DropProject implements [episodic.Index]. The first transaction takes the project out of
// every read; what the others have to clear away is found by the next call if one is cut off.
func (x *Index) DropProject(ctx context.Context, project string) error {
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.index(project)
		if err != nil || i.project == 0 {
			return err
		}
		if err := i.exec(i.words(dropWords), nil); err != nil {
			return err
		}
		return i.exec(forgetIndex, params{"number": i.project})
	})
	for left := 1; err == nil && left > 0; {
		left, err = x.clearAway(ctx)
	}
	if err != nil {
		return fmt.Errorf("drop the index of %s: %w", project, err)
	}
	return nil
}

// clearAway removes some of what dropped projects left and returns how many episodes it were.
func (x *Index) clearAway(ctx context.Context) (episodes int, err error) {
	err = x.store.write(ctx, func(t *tx) error {
		ids := map[int64][]string{}
		err := t.query(listForgotten, params{"limit": dropBatch}, func(r *row) {
			project := r.int64("project")
			ids[project] = append(ids[project], r.text("id"))
		})
		if err != nil {
			return err
		}
		for project, some := range ids {
			if err := (&indexTx{t, project}).removeTexts(params{"project": project, "ids": some}); err != nil {
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
