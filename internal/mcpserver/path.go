package mcpserver

import (
	"context"
	"fmt"
	"strings"

	_ "embed" // for the queries below

	"github.com/causeway-memory/causeway/internal/explain"
)

//go:embed queries/pattern_path.graphql
var patternPathQuery string

//go:embed queries/factor_path.graphql
var factorPathQuery string

//go:embed queries/occurrence_path.graphql
var occurrencePathQuery string

// defaultDepth and mostDepth bound the links of a path (seed 003).
const defaultDepth, mostDepth = 5, 10

type causalPathInput struct {
	room
	FromPattern string `json:"from_pattern" jsonschema:"name or part; also a factor or an occurrence"`
	ToPattern   string `json:"to_pattern"`
	MaxDepth    int    `json:"max_depth,omitempty" jsonschema:"5 by default, at most 10"`
}

// pathTold is a path, and of what its nodes are.
type pathTold struct {
	Found bool `json:"found"`
	// Over is patterns (what was stated), factors (what recurs over episodes) or occurrences (what
	// happened once).
	Over  string     `json:"over,omitempty"`
	Path  []pathNode `json:"path,omitempty"`
	Depth int        `json:"depth,omitempty"`
	// Text says it in less than 200 tokens.
	Text string `json:"text,omitempty"`
	Note string `json:"note,omitempty"`
}

// drawn is an answer that the page of paths draws.
type drawn interface{ draws() }

func (*pathTold) draws() {}

func (*pathTold) drop() bool { return false }

// pathNode is one node; By is the relation and its basis that lead to it, Evidence what they rest on.
type pathNode struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Type     string `json:"type"`
	By       string `json:"by,omitempty"`
	Evidence string `json:"evidence,omitempty"`
}

func (s *server) causalPath(ctx context.Context, in causalPathInput) (pathTold, error) {
	depth := in.MaxDepth
	if depth == 0 {
		depth = defaultDepth
	}
	if err := within("max_depth", depth, 1, mostDepth); err != nil {
		return pathTold{}, err
	}
	variables := map[string]any{"project": in.Project, "from": in.FromPattern, "to": in.ToPattern, "maxDepth": depth}
	var notes []string
	for _, over := range []struct {
		name string
		ask  func(context.Context, map[string]any) (nodes []pathNode, told string, err error)
	}{{"patterns", s.patternPath}, {"factors", s.factorPath}, {"occurrences", s.occurrencePath}} {
		nodes, told, err := over.ask(ctx, variables)
		if err != nil {
			return pathTold{}, asTold(err)
		}
		if len(nodes) > 0 {
			return pathTold{Found: true, Over: over.name, Path: nodes, Depth: len(nodes) - 1, Text: told}, nil
		}
		notes = append(notes, over.name+": "+told)
	}
	return pathTold{Note: strings.Join(notes, "; ")}, nil
}

func (s *server) patternPath(ctx context.Context, variables map[string]any) ([]pathNode, string, error) {
	var got struct {
		PatternPath struct {
			From, To []struct{ Key string }
			Steps    []struct {
				Pattern           *stepPattern
				Relation, Pending string
			}
		}
	}
	if err := s.post.ask(ctx, patternPathQuery, variables, &got); err != nil {
		return nil, "", err
	}
	var nodes []pathNode
	for _, step := range got.PatternPath.Steps {
		if step.Pattern == nil { // what is led to may come later
			nodes = append(nodes, pathNode{"", step.Pending, "pending pattern", strings.ToLower(step.Relation), "not recorded yet"})
			continue
		}
		kind := "pattern"
		if step.Pattern.AntiPattern {
			kind = "antipattern"
		}
		nodes = append(nodes, pathNode{"patterns/" + step.Pattern.Key, step.Pattern.Name, kind, strings.ToLower(step.Relation), step.Pattern.trials()})
	}
	if len(nodes) > 0 {
		return nodes, "", nil
	}
	if len(got.PatternPath.From) == 0 || len(got.PatternPath.To) == 0 {
		return nodes, "no pattern has one of the names", nil
	}
	return nodes, "no path", nil
}

// stepPattern is a pattern on a path.
type stepPattern struct {
	Key, Name   string
	AntiPattern bool
	Counts      struct{ Successes, Trials int }
}

// trials tells the evidence of a pattern.
func (p stepPattern) trials() string {
	if p.Counts.Trials == 0 {
		return "no trial"
	}
	return fmt.Sprintf("%d of %d trials succeeded", p.Counts.Successes, p.Counts.Trials)
}

func (s *server) factorPath(ctx context.Context, variables map[string]any) ([]pathNode, string, error) {
	type node struct{ Key, Label, Kind string }
	var got struct {
		FactorPath struct {
			Status, Explain string
			Paths           []struct {
				From node
				Hops []struct {
					To   node
					Link struct {
						Relation string
						Bases    []string
						Evidence struct{ Total int }
					}
				}
			}
		}
	}
	if err := s.post.ask(ctx, factorPathQuery, variables, &got); err != nil || len(got.FactorPath.Paths) == 0 {
		return nil, words(got.FactorPath.Status), err
	}
	path := got.FactorPath.Paths[0]
	nodes := []pathNode{{path.From.Key, path.From.Label, "factor", "", ""}}
	for _, h := range path.Hops {
		by := strings.ToLower(h.Link.Relation + " (" + strings.Join(h.Link.Bases, ", ") + ")")
		nodes = append(nodes, pathNode{h.To.Key, h.To.Label, "factor", by, explain.Count(h.Link.Evidence.Total, "source")})
	}
	return nodes, got.FactorPath.Explain, nil
}

func (s *server) occurrencePath(ctx context.Context, variables map[string]any) ([]pathNode, string, error) {
	type node struct{ Key, Label, Kind string }
	var got struct {
		CausalPath struct {
			Status string
			Paths  []struct {
				Explain string
				Hops    []struct {
					From, To node
					Link     struct {
						Relation, Basis string
						Episode         struct{ Key string }
					}
				}
			}
		}
	}
	if err := s.post.ask(ctx, occurrencePathQuery, variables, &got); err != nil || len(got.CausalPath.Paths) == 0 {
		return nil, words(got.CausalPath.Status), err
	}
	hops := got.CausalPath.Paths[0].Hops
	if len(hops) == 0 {
		return nil, "both ends are the same occurrence", nil
	}
	from := hops[0].From
	nodes := []pathNode{{from.Key, from.Label, strings.ToLower(from.Kind), "", ""}}
	for _, h := range hops {
		nodes = append(nodes, pathNode{h.To.Key, h.To.Label, strings.ToLower(h.To.Kind), strings.ToLower(h.Link.Relation + " (" + h.Link.Basis + ")"), "by " + h.Link.Episode.Key})
	}
	return nodes, got.CausalPath.Paths[0].Explain, nil
}

// words is a status as words.
func words(status string) string { return strings.ToLower(strings.ReplaceAll(status, "_", " ")) }
