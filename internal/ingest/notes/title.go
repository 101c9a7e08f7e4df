package notes

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
)

// The beginnings of titles and permalinks.
const (
	episodeTitle  = "EPISODE-"
	patternTitle  = "PATTERN-"
	warningTitle  = "ANTIPATTERN-"
	episodeFolder = "episodes/"
	patternFolder = "patterns/"
	episodeID     = "episode-"
)

// maxStem is the maximum length of a title in bytes: file systems take 255 with the extension.
const maxStem = 200

// Titles are the titles of notes by the ids of their episodes, which are also the names of their files.
type Titles struct {
	ids    map[string]string
	counts map[string]int
}

// NewTitles returns the titles of a project's episodes; sessions maps each id to the session.
func NewTitles(sessions map[string]string) *Titles {
	t := &Titles{ids: make(map[string]string, len(sessions)), counts: map[string]int{}}
	for id, session := range sessions {
		t.ids[id] = stem(episodeTitle, nameOf(id, session), id)
		t.counts[strings.ToLower(t.ids[id])]++
	}
	return t
}

// Of returns the title of an episode: EPISODE- and its session, or its id if it has none. If several
// have the same, a hash follows. An unknown episode has the title of its id.
func (t *Titles) Of(id string) string {
	title, known := t.ids[id]
	if !known {
		return stem(episodeTitle, nameOf(id, ""), id)
	}
	if t.counts[strings.ToLower(title)] > 1 {
		return title + "-" + shortHash(id)
	}
	return title
}

// Name returns the title of an episode without its beginning.
func (t *Titles) Name(id string) string { return strings.TrimPrefix(t.Of(id), episodeTitle) }

// nameOf is what a title says after its beginning.
func nameOf(id, session string) string {
	if session != "" {
		return session
	}
	return strings.TrimPrefix(id, episodeID)
}

// stem returns a title that every file system takes; one that had to be changed ends in a hash of the key.
func stem(prefix, name, key string) string {
	kept := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}, name)
	if len(kept) > maxStem {
		kept = strings.ToValidUTF8(kept[:maxStem], "")
	}
	if kept != name || name == "" {
		kept += "-" + shortHash(key)
	}
	return prefix + kept
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:4])
}

// end writes the end of a link as the episode states it.
func (t *Titles) end(end string) string {
	episode, short, foreign := episodic.SplitKey(end)
	if !foreign {
		return wikiLink{target: end}.String()
	}
	return wikiLink{target: t.Of(episode), block: short, alias: end}.String()
}

// Names resolves titles and permalinks to the ids of episodes.
type Names map[string]string

// Add notes the title and permalink of a parsed note.
func (n Names) Add(title, id string) {
	if title != "" && id != "" {
		n[strings.ToLower(title)] = id
	}
}

// end returns the end of a link that names an occurrence of the own episode, whose ids are given, or of
// another one.
func (n Names) end(w wikiLink, own map[string]bool) string {
	if own[w.target] && w.block == "" {
		return w.target
	}
	if _, _, is := episodic.SplitKey(w.alias); is {
		return w.alias
	}
	if _, _, is := episodic.SplitKey(w.target); is && !strings.HasPrefix(w.target, episodeFolder) {
		return w.target
	}
	if w.target == "" {
		return w.block // a block of the same note
	}
	id, is := n.episode(w.target)
	switch {
	case !is:
		return w.target
	case w.block == "":
		return id + "/" + episodic.OutcomeID
	default:
		return id + "/" + w.block
	}
}

// episode returns the id of the episode that a link names, whether or not there is such a note.
func (n Names) episode(target string) (id string, ok bool) {
	if id, known := n[strings.ToLower(target)]; known {
		return id, true
	}
	if id, is := strings.CutPrefix(target, episodeFolder); is {
		return id, id != ""
	}
	if session, is := strings.CutPrefix(target, episodeTitle); is && session != "" {
		return episodeID + session, true
	}
	return "", false
}
