package httpapi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/auth"
)

// errForbidden means that the token lacks the right.
var errForbidden = errors.New("this API token may only read")

// access enforces tokens before a root field is resolved, after its arguments were checked;
// nothing else does. It uses only the token and the arguments, never stored data, so an answer
// cannot reveal whether something absent or forbidden was requested. Below a root field nothing
// leads into another project.
func access(ctx context.Context, next graphql.Resolver) (any, error) {
	field := graphql.GetFieldContext(ctx)
	p, asked := auth.From(ctx)
	if !asked || !isRoot(field.Object) || strings.HasPrefix(field.Field.Name, "__") {
		return next(ctx)
	}
	if err := admit(field, p); err != nil {
		return nil, err
	}
	if !p.Write && field.Object == "Mutation" {
		return nil, errForbidden
	}
	switch {
	case p.All:
		return next(ctx)
	case field.Field.Name == "projects":
		return onlySeen(ctx, p, next)
	case field.Field.Name == "nodes":
		return nodesSeen(ctx, p, field, next)
	default:
		return next(ctx)
	}
}

func isRoot(object string) bool {
	return object == "Query" || object == "Mutation" || object == "Subscription"
}

// admit returns the error that the field would give if the project in its arguments did not
// exist. A field without a rule here is only for tokens for all projects.
func admit(field *graphql.FieldContext, p auth.Principal) error {
	if p.All {
		return nil
	}
	name := field.Field.Name
	if project, ok := field.Args["project"].(string); ok {
		return known(p, project)
	}
	if id, ok := field.Args["id"].(string); ok {
		return identified(p, id)
	}
	if project, ok := field.Args["name"].(string); ok && name == "project" {
		return known(p, project)
	}
	if name == "projects" || name == "nodes" {
		return nil
	}
	return fmt.Errorf("no rule says which project %s belongs to", name)
}

func known(p auth.Principal, project string) error {
	if p.Sees(project) {
		return nil
	}
	return episodic.ErrProjectNotFound
}

// identified checks the project in a global id; the resolver reports an invalid id.
func identified(p auth.Principal, id string) error {
	g, err := model.ParseGlobalID(id)
	if err != nil || p.Sees(g.Project) {
		return nil
	}
	return episodic.ErrNotFound
}

// onlySeen removes other projects from the list.
func onlySeen(ctx context.Context, p auth.Principal, next graphql.Resolver) (any, error) {
	found, err := next(ctx)
	all, ok := found.([]model.Project)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("the list of projects is a %T", found)
	}
	return slices.DeleteFunc(all, func(project model.Project) bool { return !p.Sees(project.Name) }), nil
}

// nodesSeen requests only the visible nodes and returns null for the others.
func nodesSeen(ctx context.Context, p auth.Principal, field *graphql.FieldContext, next graphql.Resolver) (any, error) {
	ids, ok := field.Args["ids"].([]string)
	if !ok {
		return nil, fmt.Errorf("the ids are a %T", field.Args["ids"])
	}
	var seen []string
	var places []int
	for i, id := range ids {
		if identified(p, id) == nil {
			seen, places = append(seen, id), append(places, i)
		}
	}
	field.Args["ids"] = seen
	found, err := next(ctx)
	nodes, ok := found.([]model.Node)
	if err != nil {
		return nil, err
	}
	if !ok || len(nodes) != len(seen) {
		return nil, fmt.Errorf("%d ids gave a %T", len(seen), found)
	}
	all := make([]model.Node, len(ids))
	for i, place := range places {
		all[place] = nodes[i]
	}
	return all, nil
}

// absent returns the message for a missing project or node, in terms of the argument that named
// it, so that it is the same whether access or a store noticed. It is empty for other codes.
func absent(ctx context.Context, code string) string {
	root := graphql.GetFieldContext(ctx)
	for root != nil && !isRoot(root.Object) {
		root = root.Parent
	}
	if root == nil {
		return ""
	}
	project, named := root.Args["project"].(string)
	if root.Field.Name == "project" {
		project, named = root.Args["name"].(string)
	}
	id, hasID := root.Args["id"].(string)
	switch {
	case code == codeProjectNotFound && named:
		return fmt.Sprintf("project %q: %v", project, episodic.ErrProjectNotFound)
	case code == codeNotFound && hasID:
		return fmt.Sprintf("%q: %v", id, episodic.ErrNotFound)
	}
	return ""
}
