package auth

import (
	"context"
	"slices"
)

// Principal is who asks, as far as a token says.
type Principal struct {
	// Name is the token's, for the log.
	Name string
	// All lets in every project; else only Projects are there.
	All      bool
	Projects []string
	// Write allows changes.
	Write bool

	// id names the token.
	id string
}

// Sees reports whether a project is there for who asks. It looks at the token alone, so a
// project that is absent and one that is not allowed cannot be told apart.
func (p Principal) Sees(project string) bool {
	return p.All || slices.Contains(p.Projects, project)
}

type principalKey struct{}

// With returns a context that carries who asks.
func With(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From returns who asks; false means that nobody was asked for a token.
func From(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}
