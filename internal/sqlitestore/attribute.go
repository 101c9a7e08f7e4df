package sqlitestore

import (
	_ "embed"

	"zombiezen.com/go/sqlite"
)

var (
	//go:embed sql/episodic/create_attributes.sql
	createAttributes statement
	//go:embed sql/episodic/attribute_episode.sql
	attributeEpisode statement
	//go:embed sql/episodic/list_attributes_of.sql
	listAttributesOf statement
	//go:embed sql/episodic/remove_attribute.sql
	removeAttribute statement
	//go:embed sql/episodic/remove_unused_attributes.sql
	removeUnusedAttributes statement
)

// drawAttributes notes the attributes of an episode, whose row and occurrences are written. The view attributed says what
// they are.
func (l *layerTables) drawAttributes(episode int64) error {
	p := params{"episode": episode}
	if err := l.exec(createAttributes, p); err != nil {
		return err
	}
	return l.exec(attributeEpisode, p)
}

// removeAttributes takes away the attributes of some episodes, while what they follow from is there.
func (l *layerTables) removeAttributes(episodes []int64) error {
	var rows []params
	for _, episode := range episodes {
		err := l.query(listAttributesOf, params{"episode": episode}, func(r *row) {
			attribute := r.int64("attribute")
			l.attributes = append(l.attributes, attribute)
			rows = append(rows, params{"attribute": attribute, "at": r.place("at"), "episode": episode})
		})
		if err != nil {
			return err
		}
	}
	return l.execRows(removeAttribute, rows)
}

// place reads where an episode stands among those with an attribute: a second, or the id of an episode whose time is unknown.
func (r *row) place(name string) any {
	if at := r.stmt.ColumnIndex(name); at >= 0 && r.stmt.ColumnType(at) == sqlite.TypeText {
		return r.text(name)
	}
	return r.int64(name)
}
