package memory

import (
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/bootstrap"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// PatternParts are what [Patterns] are made of.
type PatternParts struct {
	// Patterns keeps them, Factors the layer that they are recognized by.
	Patterns patterns.Store
	Factors  derive.Store
	// Episodes finds the episodes that are named, Latest lists the latest ones.
	Episodes layer.Occurrences
	Latest   bootstrap.Episodes
	Tokens   explain.Tokens
}

// Patterns are the services about what keeps happening.
type Patterns struct {
	Catalog    *catalog.Service
	Validation *validation.Service
	Applicable *applicable.Service
	Similarity *similarity.Service
	Upkeep     *upkeep.Service
	Bootstrap  *bootstrap.Service
	Warning    *warning.Service
}

// NewPatterns returns the services over their parts; now says when something is recorded.
func NewPatterns(p PatternParts, now func() time.Time) *Patterns {
	m := &Patterns{
		Catalog:    catalog.New(p.Patterns, p.Episodes, p.Tokens, now),
		Similarity: similarity.New(p.Patterns),
	}
	m.Validation = validation.New(p.Patterns, p.Factors, m.Catalog)
	m.Bootstrap = bootstrap.New(p.Latest, m.Catalog, p.Tokens, now)
	m.Applicable = applicable.New(p.Patterns, m.Catalog, now)
	m.Upkeep = upkeep.New(p.Patterns, p.Factors, m.Catalog, m.Validation, now)
	m.Warning = warning.New(p.Factors, p.Episodes)
	return m
}
