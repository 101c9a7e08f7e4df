package mcpserver

import (
	"context"
	"net/url"
	"strings"

	_ "embed" // for the queries below

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed queries/episode_note.graphql
var episodeNoteQuery string

//go:embed queries/pattern_note.graphql
var patternNoteQuery string

// The parts of the address of a resource.
const (
	scheme      = "causeway://"
	episodeKind = "episode"
	patternKind = "pattern"
	markdown    = "text/markdown"
)

// addResources adds what can be read as a note.
func (s *server) addResources(made *mcp.Server) {
	for _, t := range []*mcp.ResourceTemplate{
		{Name: episodeKind, Title: "Episode", Description: "What happened in an episode, as a markdown note", URITemplate: scheme + "{project}/" + episodeKind + "/{id}", MIMEType: markdown},
		{Name: patternKind, Title: "Pattern", Description: "A pattern with its evidence, as a markdown note", URITemplate: scheme + "{project}/" + patternKind + "/{id}", MIMEType: markdown},
	} {
		made.AddResourceTemplate(t, s.readNote)
	}
	made.AddReceivingMiddleware(s.listing)
}

// address is what the address of a resource names.
type address struct{ project, kind, id string }

// String is the address, with every character escaped that a template does not match.
func (a address) String() string {
	escaped := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	return scheme + escaped(a.project) + "/" + a.kind + "/" + escaped(a.id)
}

func parseAddress(uri string) (address, bool) {
	path, is := strings.CutPrefix(uri, scheme)
	parts := strings.Split(path, "/")
	if !is || len(parts) != 3 {
		return address{}, false
	}
	project, errProject := url.PathUnescape(parts[0])
	id, errID := url.PathUnescape(parts[2])
	return address{project, parts[1], id}, errProject == nil && errID == nil
}

// readNote answers what is at an address. Another project than that of the connection has nothing there.
func (s *server) readNote(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	a, is := parseAddress(r.Params.URI)
	if own, err := s.choose(ctx, a.project); !is || err != nil || own != a.project {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	query := episodeNoteQuery
	if a.kind == patternKind {
		query = patternNoteQuery
	}
	var got struct{ Episode, Pattern *struct{ Note string } }
	err := s.post.ask(ctx, query, map[string]any{"project": a.project, "key": a.id}, &got)
	switch {
	case absent(err), err == nil && got.Episode == nil && got.Pattern == nil:
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	case err != nil:
		return nil, err
	case got.Pattern != nil:
		got.Episode = got.Pattern
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
		{URI: r.Params.URI, MIMEType: markdown, Text: got.Episode.Note},
	}}, nil
}
