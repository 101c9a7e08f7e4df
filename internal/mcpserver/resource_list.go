package mcpserver

import (
	"cmp"
	"context"
	"strings"

	_ "embed" // for the queries below

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed queries/resource_episodes.graphql
var resourceEpisodesQuery string

//go:embed queries/resource_patterns.graphql
var resourcePatternsQuery string

// listed is how many resources a page has, and how many values a completion at most (MCP).
const listed = 100

// listing adds the episodes and patterns of the project to the list of resources. A client whose project is
// not known is told of none, and reads them by the templates.
func (s *server) listing(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		list, is := r.(*mcp.ListResourcesRequest)
		if method != "resources/list" || !is {
			return next(ctx, method, r)
		}
		cursor := ""
		if list.Params != nil {
			cursor = list.Params.Cursor
		}
		out := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}}
		if cursor == "" {
			static, err := next(ctx, method, r)
			if fixed, is := static.(*mcp.ListResourcesResult); err == nil && is {
				out = fixed
			}
			if err != nil {
				return nil, err
			}
			cursor = episodeKind + ":"
		}
		project, err := s.choose(ctx, "")
		if err != nil || project == "" {
			return out, nil //nolint:nilerr // no project, no list
		}
		found, following, err := s.page(ctx, project, cursor)
		out.Resources, out.NextCursor = append(out.Resources, found...), following
		return out, err
	}
}

// connection is a page of episodes or patterns.
type connection struct {
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
	Edges []struct {
		Node struct{ Key, Task, Outcome, Name, Explain string }
	}
}

// page reads the resources at a cursor: first the episodes, then the patterns.
func (s *server) page(ctx context.Context, project, cursor string) (found []*mcp.Resource, following string, err error) {
	kind, after, is := strings.Cut(cursor, ":")
	query := map[string]string{episodeKind: resourceEpisodesQuery, patternKind: resourcePatternsQuery}[kind]
	if !is || query == "" {
		return nil, "", invalid("cursor", "%q is no cursor of this list", cursor)
	}
	variables := map[string]any{"project": project, "first": listed}
	if after != "" {
		variables["after"] = after
	}
	var got struct{ Episodes, Patterns connection }
	if err := s.post.ask(ctx, query, variables, &got); err != nil && !absent(err) {
		return nil, "", err
	}
	all := got.Episodes
	if kind == patternKind {
		all = got.Patterns
	}
	for _, e := range all.Edges {
		n := e.Node
		words := n.Explain
		if kind == episodeKind {
			words = strings.ToLower(n.Outcome) + ": " + n.Task
		}
		found = append(found, &mcp.Resource{
			URI: address{project, kind, n.Key}.String(), Name: n.Key, Title: cmp.Or(n.Name, n.Key), Description: words, MIMEType: markdown,
		})
	}
	switch {
	case all.PageInfo.HasNextPage:
		following = kind + ":" + all.PageInfo.EndCursor
	case kind == episodeKind:
		following = patternKind + ":"
	}
	return found, following, nil
}

// complete proposes projects, and the latest episodes or the patterns, whose names begin as typed.
func (s *server) complete(ctx context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	values := []string{}
	add := func(value string) {
		if len(values) < listed && strings.HasPrefix(value, r.Params.Argument.Value) {
			values = append(values, value)
		}
	}
	switch {
	case r.Params.Ref.Type != "ref/resource":
	case r.Params.Argument.Name == "project":
		names, err := s.projects(ctx)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			add(name)
		}
	case r.Params.Argument.Name == "id":
		var told string
		if r.Params.Context != nil {
			told = r.Params.Context.Arguments["project"]
		}
		project, err := s.choose(ctx, told)
		if err != nil {
			break
		}
		kind := episodeKind
		if strings.Contains(r.Params.Ref.URI, "/"+patternKind+"/") {
			kind = patternKind
		}
		found, _, err := s.page(ctx, project, kind+":")
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			add(one.Name)
		}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values}}, nil
}
