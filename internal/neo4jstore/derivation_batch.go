package neo4jstore

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// manyLinks is how many links make a factor a hub: links are looked up from their other end.
const manyLinks = 100

// prefetchedLayer is what one statement read of the layer, in answer to questions to come.
type prefetchedLayer struct {
	// keys, names and linkKeys are what was asked for.
	keys, names, linkKeys []string
	factors               map[string]factor.Factor
	variables             map[string]factor.Variable
	links                 map[string]link.FactorLink
}

// Prefetch implements [derive.Prefetcher].
func (d *derivation) Prefetch(factors, variables, links []string) error {
	d.prefetched = prefetchedLayer{
		keys: factors, names: variables, linkKeys: links,
		factors: map[string]factor.Factor{}, variables: map[string]factor.Variable{}, links: map[string]link.FactorLink{},
	}
	p := params{"project": d.project, "keys": list(factors), "variables": list(variables), "links": list(links)}
	return d.ask(cypher.FindLayer, p, func(r *row) {
		for _, row := range r.rows("factors") {
			f := row.factor()
			d.prefetched.factors[f.Key()] = f
		}
		for _, row := range r.rows("variables") {
			v := row.variable()
			d.prefetched.variables[v.Name] = v
		}
		for _, row := range r.rows("links") {
			l := d.known(row.factorLink())
			d.prefetched.links[l.Key] = l
		}
	})
}

// list returns an empty list for nil, which would be null.
func list(of []string) []string {
	if of == nil {
		return []string{}
	}
	return of
}

// within reports whether all words are in a list.
func within(words, in []string) bool {
	known := make(map[string]bool, len(in))
	for _, word := range in {
		known[word] = true
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !known[word] })
}

// pendingRows holds rows that are written together, in one statement, at the end of the
// derivation or before something is asked that may depend on them.
type pendingRows struct {
	any                          bool
	factors, episodes, variables []params
	uncounted                    []params
	// links are by the name of their parameter.
	links map[string][]params
	state params
	// known are the keys of the links that are there.
	known map[string]bool
}

// knownName names the parameter of the links of a relation that are there.
func knownName(relation episodic.Relation) string {
	name := string(relation)
	return "known" + strings.ToUpper(name[:1]) + name[1:]
}

// Flush implements [write.Layer].
func (d *derivation) Flush() error {
	if !d.pending.any {
		return nil
	}
	b := d.pending
	d.pending = pendingRows{known: b.known}
	if b.state == nil {
		b.state = params{}
	}
	p := params{
		"project": d.project, "state": b.state,
		"factors": rows(b.factors), "episodes": rows(b.episodes), "variables": rows(b.variables),
		"uncounted": rows(b.uncounted),
	}
	for _, relation := range episodic.Relations() {
		name, known := string(relation), knownName(relation)
		p[name], p[known] = rows(b.links[name]), rows(b.links[known])
	}
	return d.exec(cypher.RecordLayer, p)
}

// rows returns an empty list for nil, which would be null.
func rows(of []params) []params {
	if of == nil {
		return []params{}
	}
	return of
}

// ask runs a query once everything is written.
func (d *derivation) ask(statement cypher.Statement, p params, each func(*row)) error {
	if err := d.Flush(); err != nil {
		return err
	}
	return d.query(statement, p, each)
}

// do runs a statement that returns nothing once everything is written.
func (d *derivation) do(statement cypher.Statement, p params) error {
	return d.ask(statement, p, func(*row) {})
}
