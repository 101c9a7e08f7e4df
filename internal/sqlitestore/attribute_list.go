package sqlitestore

import (
	_ "embed"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/find_attributes.sql
	findAttributes statement
	//go:embed sql/episodic/walk_attribute.sql
	walkAttribute statement
	//go:embed sql/episodic/list_mentioning.sql
	listMentioning statement
	//go:embed sql/episodic/find_listed_episodes.sql
	findListedEpisodes statement
)

const (
	// countedAttributes is how far the episodes with an attribute are counted to choose what a list follows.
	countedAttributes = 1_000
	// firstWalk and mostWalked are how many episodes a walk looks at first, and at once.
	firstWalk  = 64
	mostWalked = 1_024
)

// attributeGroup is what a filter asks of one kind: an episode has to have any of the attributes.
type attributeGroup struct {
	// attributes are the numbers of those that some episode has.
	attributes []int64
	// episodes is how many have them, or countedAttributes and more.
	episodes int
}

// listedEpisode is a present episode that matches a filter.
type listedEpisode struct {
	number      int64
	id, sortKey string
}

// attributedList finds the present episodes that match a filter by the rarest thing that it asks for, so that a list
// takes as long in a large project as in a small one.
type attributedList struct {
	*tx
	filter params
	limit  int
	// group is the rarest kind of attributes; mentioning are the episodes that mention a reference that the filter names, if
	// these are fewer.
	group      attributeGroup
	few        bool
	mentioning []int64
}

// attributed returns how to find what a query asks for by attributes; nil when it asks for none.
func (t *tx) attributed(q episodic.EpisodeQuery) (*attributedList, error) {
	if q.Deleted || q.Page.Limit <= 0 {
		return nil, nil
	}
	groups, err := t.attributeGroups(q)
	if err != nil {
		return nil, err
	}
	l := &attributedList{tx: t, filter: filterParams(q, q.Page.After), limit: q.Page.Limit, group: attributeGroup{episodes: math.MaxInt}}
	for _, g := range groups {
		if g.episodes < l.group.episodes {
			l.group = g
		}
	}
	if len(q.Filter.References) > 0 {
		bound := min(countedAttributes, l.group.episodes)
		p := params{"project": q.Project, "references": sortKeys(q.Filter.References), "limit": bound + 1}
		if err := t.query(listMentioning, p, func(r *row) { l.mentioning = append(l.mentioning, r.int64("episode")) }); err != nil {
			return nil, err
		}
		if l.few = len(l.mentioning) <= bound; l.few {
			return l, nil
		}
	}
	if l.group.episodes == math.MaxInt {
		return nil, nil
	}
	return l, nil
}

// attributeGroups returns the kinds of attributes that a filter names, the rarer first as a rule.
func (t *tx) attributeGroups(q episodic.EpisodeQuery) ([]attributeGroup, error) {
	var names []string
	var groups []attributeGroup
	of := map[string]int{}
	for _, a := range attributeNames(q.Filter) {
		kind, _, _ := strings.Cut(a, " ")
		if len(names) == 0 || !strings.HasPrefix(names[len(names)-1], kind+" ") {
			groups = append(groups, attributeGroup{})
		}
		names, of[a] = append(names, a), len(groups)-1
	}
	if len(names) == 0 {
		return nil, nil
	}
	p := params{"project": q.Project, "names": distinct(names), "bound": countedAttributes}
	err := t.query(findAttributes, p, func(r *row) {
		g := &groups[of[r.text("name")]]
		g.attributes, g.episodes = append(g.attributes, r.int64("number")), g.episodes+r.integer("episodes")
	})
	return groups, err
}

// attributeNames returns the names of the attributes that a filter asks for, those of a kind together.
func attributeNames(f episodic.EpisodeFilter) []string {
	var out []string
	add := func(kind string, values ...string) {
		for _, v := range values {
			if v != "" {
				out = append(out, kind+" "+v)
			}
		}
	}
	add("session", f.Session)
	add("actor", f.Actors...)
	add("tag", f.Tags...)
	add("tool", f.Tools...)
	add("strategy", f.Strategies...)
	add("decisionType", asTexts(f.DecisionTypes)...)
	add("taskType", f.TaskType)
	add("complexity", f.Complexity)
	add("domain", f.Domain)
	if f.Failed {
		add("failed", "failed")
	}
	add("outcome", asTexts(f.Outcomes)...)
	return out
}

// find returns the latest episodes that match, as many as the page has.
func (l *attributedList) find() ([]listedEpisode, error) {
	if l.few {
		return l.match(l.mentioning)
	}
	var all []listedEpisode
	for _, attribute := range l.group.attributes {
		found, err := l.walk(attribute)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return l.latest(all), nil
}

// latest sorts episodes, drops those that are there twice, and keeps as many as the page has.
func (l *attributedList) latest(all []listedEpisode) []listedEpisode {
	slices.SortFunc(all, func(a, b listedEpisode) int { return strings.Compare(b.sortKey, a.sortKey) })
	all = slices.Compact(all)
	return all[:min(l.limit, len(all))]
}

// countable reports whether what the list follows is so little that all of it can be looked at.
func (l *attributedList) countable() bool { return l.few || l.group.episodes < countedAttributes }

// match returns those of some episodes that match, latest first, as many as the page has.
func (l *attributedList) match(numbers []int64) ([]listedEpisode, error) {
	var out []listedEpisode
	l.filter["numbers"], l.filter["limit"] = numbers, l.limit
	err := l.query(findListedEpisodes, l.filter, func(r *row) {
		out = append(out, listedEpisode{r.int64("number"), r.text("id"), r.text("sort_key")})
	})
	return out, err
}

// walk returns the latest episodes with an attribute that match, as many as the page has: first those whose time is known.
func (l *attributedList) walk(attribute int64) ([]listedEpisode, error) {
	from, before := l.filter["from"].(string), l.filter["before"].(string)
	var out []listedEpisode
	if !strings.HasPrefix(before, " ") {
		least, most := int64(math.MinInt64), int64(math.MaxInt64)
		if at := episodic.SortKeyTime(from); !at.IsZero() {
			least = at.Unix()
		}
		if at := episodic.SortKeyTime(before); !at.IsZero() {
			most = at.Unix()
		}
		found, err := l.walkBetween(attribute, least, most)
		if err != nil || len(found) >= l.limit {
			return found, err
		}
		out, before = found, episodic.LastKey
	}
	if from != "" {
		return out, nil
	}
	found, err := l.walkBetween(attribute, "", strings.TrimPrefix(before, " "))
	return l.latest(append(out, found...)), err
}

// walkBetween looks at the episodes with an attribute between two places, more at once the farther it gets. Those of one second
// are in no order, so it goes on to the end of the second of the last that it returns.
func (l *attributedList) walkBetween(attribute int64, from, to any) (out []listedEpisode, err error) {
	p := params{"attribute": attribute, "from": from, "to": to, "before": int64(math.MaxInt64)}
	for some := firstWalk; ; some = min(2*some, mostWalked) {
		var numbers []int64
		p["limit"] = some
		err := l.query(walkAttribute, p, func(r *row) {
			numbers = append(numbers, r.int64("episode"))
			p["to"], p["before"] = r.place("at"), r.int64("episode")
		})
		if err != nil {
			return nil, err
		}
		found, err := l.match(numbers)
		if err != nil {
			return nil, err
		}
		out = l.latest(append(out, found...))
		if len(numbers) < some || len(out) == l.limit && out[l.limit-1].laterThan(p["to"]) {
			return out, nil
		}
	}
}

// laterThan reports whether an episode comes before all at a place.
func (e listedEpisode) laterThan(place any) bool {
	second, known := place.(int64)
	return !known || episodic.SortKeyTime(e.sortKey).Unix() > second
}
