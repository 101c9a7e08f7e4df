package mcpserver

import (
	"context"

	_ "embed" // for the pages below

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What the extension MCP Apps (SEP-1865) calls itself, its pages and their media type.
const (
	appsExtension = "io.modelcontextprotocol/ui"
	appsMIME      = "text/html;profile=mcp-app"
	pathPageURI   = "ui://causeway/path"
)

//go:embed pages/path.html
var pathPage string

// capabilities are those that nothing else tells: that tools name pages.
func capabilities() *mcp.ServerCapabilities {
	c := &mcp.ServerCapabilities{}
	c.AddExtension(appsExtension, map[string]any{"mimeTypes": []string{appsMIME}})
	return c
}

// addPages adds the pages that draw answers. They load nothing from anywhere.
func addPages(made *mcp.Server) {
	made.AddResource(&mcp.Resource{
		URI: pathPageURI, Name: "path", Title: "Path", Description: "Draws a path of get_causal_path with its evidence", MIMEType: appsMIME,
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
			URI: pathPageURI, MIMEType: appsMIME, Text: pathPage, Meta: mcp.Meta{"ui": map[string]any{"prefersBorder": true}},
		}}}, nil
	})
}

// drawnBy names the page that draws the answers of a tool; clients without the extension pass over it.
func drawnBy(uri string) mcp.Meta { return mcp.Meta{"ui": map[string]any{"resourceUri": uri}} }
