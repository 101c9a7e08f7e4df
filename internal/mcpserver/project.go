package mcpserver

import (
	"context"
	"strings"

	_ "embed" // for the query below
)

//go:embed queries/projects.graphql
var projectsQuery string

type projectKey struct{}

// WithProject returns a context whose calls to a scoped server are about a project.
func WithProject(ctx context.Context, project string) context.Context {
	return context.WithValue(ctx, projectKey{}, project)
}

// choose returns the project of a call: that of the request, the one that it names, or the only one that
// its token sees.
func (s *server) choose(ctx context.Context, named string) (string, error) {
	switch {
	case s.Scoped:
		project, _ := ctx.Value(projectKey{}).(string)
		return project, nil
	case named != "":
		return named, nil
	}
	names, err := s.projects(ctx)
	if err != nil {
		return "", err
	}
	switch len(names) {
	case 1:
		return names[0], nil
	case 0:
		return "", invalid("project", "say which project: there is none yet, and store_episode makes the one it names")
	default:
		return "", invalid("project", "say which project: there are %s", strings.Join(names, ", "))
	}
}

// projects are the names of the projects that the caller sees.
func (s *server) projects(ctx context.Context) ([]string, error) {
	if s.Scoped {
		project, _ := ctx.Value(projectKey{}).(string)
		return []string{project}, nil
	}
	var got struct{ Projects []struct{ Name string } }
	err := s.post.ask(ctx, projectsQuery, nil, &got)
	names := make([]string, len(got.Projects))
	for i, p := range got.Projects {
		names[i] = p.Name
	}
	return names, err
}
