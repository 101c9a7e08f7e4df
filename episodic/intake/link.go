package intake

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// statedLink is a link with the input path that states it.
type statedLink struct {
	episodic.Link
	path string
	// source and target are the paths of the ends.
	source, target string
}

// linkKey identifies a claim: links with the same key are the same claim.
type linkKey struct {
	source   string
	relation episodic.Relation
	target   string
	basis    episodic.Basis
}

func key(l episodic.Link) linkKey { return linkKey{l.Source, l.Relation, l.Target, l.Basis} }

// statedLinks lists the links of a trimmed episode from every field that states links.
func statedLinks(e episodic.Episode) []statedLink {
	var out []statedLink
	for i, l := range e.Links {
		path := fmt.Sprintf("links[%d]", i)
		out = append(out, statedLink{Link: l, path: path, source: path + ".source", target: path + ".target"})
	}
	causes := causesOf(e)
	add := func(source, target, path string, link func(source, target string) episodic.Link) {
		l := trimLink(e.ID, link(ownEnd(e.ID, source), ownEnd(e.ID, target)))
		out = append(out, statedLink{Link: l, path: path, source: path, target: path})
	}
	for i, d := range e.Decisions {
		for k, end := range d.Effects {
			add(d.ID, end, fmt.Sprintf("decisions[%d].effects[%d]", i, k), statedCause)
		}
	}
	for i, v := range e.Events {
		for k, end := range v.CausedBy {
			add(end, v.ID, fmt.Sprintf("events[%d].caused_by[%d]", i, k), causes)
		}
		for k, end := range v.LeadsTo {
			add(v.ID, end, fmt.Sprintf("events[%d].leads_to[%d]", i, k), causes)
		}
	}
	return out
}

// causesOf returns what caused_by and leads_to of an episode mean: statements, or derived from the
// order in time.
func causesOf(e episodic.Episode) func(source, target string) episodic.Link {
	if e.CausalOrderVersion == 0 {
		return statedCause
	}
	chronology := ChronologyOf(e)
	return func(source, target string) episodic.Link {
		return chronology.Told(episodic.Link{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisTemporal})
	}
}

func statedCause(source, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisStated}
}

// foreignEnds maps each end in another episode to the first input path that names it.
func foreignEnds(links []statedLink) map[string]string {
	first := map[string]string{}
	note := func(end, path string) {
		if _, known := first[end]; !known && strings.Contains(end, "/") {
			first[end] = path
		}
	}
	for _, l := range links {
		note(l.Source, l.source)
		note(l.Target, l.target)
	}
	return first
}

// trimLink normalizes the ends of a link: an own occurrence by its short id, the ends of an
// undirected link in order. A link without a basis counts as stated.
func trimLink(own string, l episodic.Link) episodic.Link {
	l.Source, l.Target = ownEnd(own, l.Source), ownEnd(own, l.Target)
	l.Relation = episodic.Relation(trim(string(l.Relation)))
	l.Basis = known(l.Basis, episodic.BasisStated)
	l.Confidence, l.Note = copied(l.Confidence), trim(l.Note)
	if l.Relation == episodic.RelationCorrelates && l.Source > l.Target {
		l.Source, l.Target = l.Target, l.Source
	}
	return l
}

func ownEnd(own, end string) string {
	end = trim(end)
	if short, is := strings.CutPrefix(end, own+"/"); is && own != "" {
		return short
	}
	return end
}

// mergeLinks merges links with the same claim and sorts them. Confidence and note come from the
// link that has them; validation rejected contradictions.
func mergeLinks(links []statedLink) []episodic.Link {
	at := map[linkKey]int{}
	var out []episodic.Link
	for _, l := range links {
		i, isDuplicate := at[key(l.Link)]
		if !isDuplicate {
			at[key(l.Link)] = len(out)
			out = append(out, l.Link)
			continue
		}
		out[i] = merged(out[i], l.Link)
	}
	slices.SortFunc(out, func(a, b episodic.Link) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Relation, b.Relation),
			cmp.Compare(a.Target, b.Target), cmp.Compare(a.Basis, b.Basis))
	})
	return out
}

// merged returns a completed with the fields that only b has.
func merged(a, b episodic.Link) episodic.Link {
	if a.Confidence == nil {
		a.Confidence = b.Confidence
	}
	if a.Note == "" {
		a.Note = b.Note
	}
	return a
}
