package adr038

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/patterns"
)

// Graph collects a causal graph in the old form.
type Graph struct {
	Version  string    `json:"version"`
	Updated  time.Time `json:"updated"`
	Nodes    []node    `json:"nodes"`
	Edges    []edge    `json:"edges"`
	Patterns []pattern `json:"patterns"`

	// ids are the ids of the nodes by the keys of their factors, taken those that are used.
	ids   map[string]string
	taken map[string]bool
}

type node struct {
	ID          string   `json:"id"`
	Type        string   `json:"type"`
	Label       string   `json:"label"`
	Episodes    []string `json:"episodes"`
	Frequency   int      `json:"frequency"`
	SuccessRate *float64 `json:"success_rate,omitempty"`
}

type edge struct {
	Source        string   `json:"source"`
	Target        string   `json:"target"`
	Type          string   `json:"type"`
	Weight        *float64 `json:"weight,omitempty"`
	EvidenceCount int      `json:"evidence_count,omitempty"`
}

type pattern struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	Trigger     string     `json:"trigger"`
	Action      string     `json:"action"`
	SuccessRate *float64   `json:"success_rate,omitempty"`
	Occurrences int        `json:"occurrences,omitempty"`
	LastUsed    *time.Time `json:"last_used,omitempty"`
	Episodes    []string   `json:"episodes"`
}

// NewGraph returns an empty graph of that time.
func NewGraph(updated time.Time) *Graph {
	return &Graph{
		Version: "1.0", Updated: updated.UTC().Truncate(time.Second), Nodes: []node{}, Edges: []edge{}, Patterns: []pattern{},
		ids: map[string]string{}, taken: map[string]bool{},
	}
}

// AddFactor adds the node of a factor with the ids of its episodes.
func (g *Graph) AddFactor(f factor.Factor, episodes []string) {
	kind, label := nodeType(f), f.Label()
	id := hash(kind + ":" + label)
	if g.taken[id] { // another factor has the same label
		id = hash(kind + ":" + label + "\x00" + f.Key())
	}
	g.taken[id], g.ids[f.Key()] = true, id
	n := node{ID: id, Type: kind, Label: label, Episodes: list(episodes), Frequency: f.Frequency()}
	if known := f.Outcomes.Total() - f.Outcomes.Unknown; known > 0 {
		n.SuccessRate = new(float64(f.Outcomes.Success) / float64(known))
	}
	g.Nodes = append(g.Nodes, n)
}

// nodeType returns the type of a node: a word that the schema has. Whatever it has no word for is an artifact.
func nodeType(f factor.Factor) string {
	switch f.Kind() {
	case factor.KindDecision, factor.KindOutcome:
		return string(f.Kind())
	}
	word, _, _ := strings.Cut(f.Variable, ":")
	if slices.Contains([]string{"commit", "error", "milestone", "test"}, word) {
		return word
	}
	return "artifact"
}

// AddLink adds the edge of a link. Its factors were added before.
func (g *Graph) AddLink(l link.FactorLink) {
	g.Edges = append(g.Edges, edge{
		Source: g.ids[l.Source.Key()], Target: g.ids[l.Target.Key()], Type: string(l.Relation), Weight: l.Weight(),
		EvidenceCount: l.Evidence.Total(),
	})
}

// avoid is the prefix with which earlier tools marked the action of an anti-pattern.
const avoid = "AVOID: "

// AddPattern adds a pattern with the ids of its episodes. Its rate is the counted one, else the claimed one.
func (g *Graph) AddPattern(p patterns.Pattern, episodes []string) {
	out := pattern{
		ID: hash("pattern:" + p.Name), Name: p.Name, Description: p.Description, Trigger: p.Trigger, Action: p.Action,
		SuccessRate: p.Counts.Rate(), Occurrences: p.Counts.Trials(), Episodes: list(episodes),
	}
	if p.AntiPattern {
		out.Action = avoid + out.Action
	}
	if c := p.Claim; c != nil && out.SuccessRate == nil {
		out.SuccessRate = c.Rate
		if c.Occurrences != nil {
			out.Occurrences = *c.Occurrences
		}
	}
	if !p.LastUsed.IsZero() {
		out.LastUsed = new(p.LastUsed.UTC())
	}
	g.Patterns = append(g.Patterns, out)
}

// Bytes returns the file.
func (g *Graph) Bytes() ([]byte, error) { return encode(g) }

// hash is the id of a node or pattern as the schema describes it.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:12]
}
