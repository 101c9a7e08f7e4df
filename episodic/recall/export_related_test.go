package recall

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Walk follows bridges, of which next gives those of some episodes, from hits in a project
// of so many episodes; they are to be like the episode "like".
func Walk(hits []Hit, episodes, want int, next func(ids []string, maxMentions int) []episodic.Bridge) []Related {
	w := newWalk(hits, "like", episodes)
	for step := range 2 {
		w.take(step, next(w.at(), w.maxMentions()))
	}
	return w.strongest(want)
}
