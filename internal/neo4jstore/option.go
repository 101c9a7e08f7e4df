package neo4jstore

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// addOptions prepares the options of the decisions of one episode. An option belongs to its
// decision; what was chosen without being listed is an option that was not considered.
func (l *layerRow) addOptions(e episodic.Episode) {
	for _, d := range e.Decisions {
		key := episodic.OccurrenceKey(e.ID, d.ID)
		for i, text := range d.Options {
			l.options = append(l.options, l.option(key, i, text, true, text == d.Chosen && slices.Index(d.Options, text) == i))
		}
		if d.Chosen != "" && !slices.Contains(d.Options, d.Chosen) {
			l.options = append(l.options, l.option(key, len(d.Options), d.Chosen, false, true))
		}
	}
}

func (l *layerRow) option(decision string, position int, text string, considered, chosen bool) params {
	return params{
		"decision": decision, "considered": considered, "chosen": chosen,
		"properties": params{
			"project": l.project, "key": fmt.Sprintf("%s#%d", decision, position), "position": position,
			"text": text, "label": cutLabel(text),
		},
	}
}
