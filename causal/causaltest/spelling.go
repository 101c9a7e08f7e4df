package causaltest

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// spelling is another name of a variable, with other names of the states "no" and "yes". own says that the author
// names the factor, since the text would be taken for one whose numbers vary.
type spelling struct {
	variable, no, yes string
	own               bool
}

// spellings are names with the characters that labels are made of. They sort as the plain ones do.
func spellings() map[string]spelling {
	return map[string]spelling{
		"alarm":   {variable: "#12 alarm", no: "<5", yes: ">=5", own: true},
		"bug":     {variable: "bug.größe", no: "<5", yes: "left/right"},
		"color":   {variable: "color=left/right", no: "left=<5", yes: "right=#5"},
		"error":   {variable: `error "it's"`, no: `"none"`, yes: "≥1 = «some»", own: true},
		"hard":    {variable: "hard=er=", no: "a=b", yes: "c/d"},
		"hotfix":  {variable: "hotfix/rollback", no: `it's "off"`, yes: "on → «all»"},
		"noise":   {variable: "noise_ß", no: "<1%", yes: ">=1%"},
		"plan":    {variable: "plan <5", no: "#1", yes: "#2"},
		"retry":   {variable: "retry #7", no: "0=none", yes: "≥1"},
		"review":  {variable: "review/ü", no: "no = nobody", yes: "yes = «all»"},
		"style":   {variable: `style: tabs & "spaces"`, no: "tabs", yes: "日本語"},
		"tested":  {variable: "tested.ünit", no: "(0)", yes: "(1/2)"},
		"tired":   {variable: "tired?", no: "n=o", yes: "y=es"},
		"verbose": {variable: "verbose (-v)", no: "-", yes: "-v=2"},
	}
}

// spelled is a state by its other names; the outcome keeps its own.
func spelled(id factor.Identity) factor.Identity {
	s, named := spellings()[id.Variable]
	if !named {
		return id
	}
	return factor.Identity{Variable: s.variable, State: map[string]string{"no": s.no, "yes": s.yes}[id.State]}
}

// Spelled is the world recorded by other names, full of special characters. Its truth is that of the plain one.
func (w World) Spelled() World {
	w.spelled = true
	w.Asked, w.Links, w.Closed = slices.Clone(w.Asked), slices.Clone(w.Links), slices.Clone(w.Closed)
	for i, d := range w.Asked {
		s := spellings()[d.Variable]
		w.Asked[i] = WorldDecision{s.variable, s.yes, s.no}
	}
	for i, l := range w.Links {
		l.Source, l.Target = spelled(l.Source), spelled(l.Target)
		l.Key = link.FactorLinkKey(l.Source.Key(), l.Relation, l.Target.Key())
		w.Links[i] = l
	}
	for i, name := range w.Closed {
		w.Closed[i] = spellings()[name].variable
	}
	w.Target = spelled(ParseFactor(w.TargetLabel())).Label()
	return w
}

// spell records an episode by the other names.
func spell(e *episodic.Episode) {
	context := map[string]string{}
	for variable, state := range e.Context {
		id := spelled(factor.Identity{Variable: variable, State: state})
		context[id.Variable] = id.State
	}
	e.Context = context
	for i, d := range e.Decisions {
		s := spellings()[d.Context]
		e.Decisions[i].Chosen = spelled(factor.Identity{Variable: d.Context, State: d.Chosen}).State
		e.Decisions[i].Context, e.Decisions[i].Options = s.variable, []string{s.yes, s.no}
	}
	for i, v := range e.Events {
		id := ParseFactor(v.Content)
		e.Events[i].Content = spelled(id).Label()
		if spellings()[id.Variable].own {
			e.Events[i].Factor = e.Events[i].Content
		}
	}
}
