package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Scope says what a call is about. Every input has one.
type scope struct {
	Project string `json:"project,omitempty"`
}

func (s *scope) named() *string { return &s.Project }

// room is the scope of a reading call, with the room for its answer.
type room struct {
	scope
	MaxTokens int `json:"max_tokens,omitempty"`
}

func (r *room) most() int { return r.MaxTokens }

// scoped is an input that names a project.
type scoped[In any] interface {
	*In
	named() *string
}

// bounded is an input that says how long its answer may be.
type bounded[In any] interface {
	scoped[In]
	most() int
}

// short is an answer that can drop its last item.
type short[Out any] interface {
	*Out
	// drop removes the least important item and counts it; false means that nothing is left to drop.
	drop() bool
}

// defaultTokens bounds the answer of a read without max_tokens, leastTokens what may be asked.
const (
	defaultTokens = 1000
	leastTokens   = 100
	mostTokens    = 32_000
)

// read is the offer of a tool that only reads. Its answer is cut to the tokens that the caller wants.
func read[In, Out any, PI bounded[In], PO short[Out]](s *server, daily bool, name, description string, ask func(context.Context, In) (Out, error)) offer {
	return tool[In, Out, PI](s, daily, name, description, &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true},
		func(ctx context.Context, in In) (Out, error) {
			most := PI(&in).most()
			if most == 0 {
				most = defaultTokens
			}
			var out Out
			err := within("max_tokens", most, leastTokens, mostTokens)
			if err == nil {
				out, err = ask(ctx, in)
			}
			if err != nil {
				return out, err
			}
			return out, s.fit(PO(&out), most)
		})
}

// write is the offer of a tool that records something. Repeating it does no harm, and nothing is destroyed.
func write[In, Out any, PI scoped[In]](s *server, daily bool, name, description string, ask func(context.Context, In) (Out, error)) offer {
	no := false
	return tool[In, Out, PI](s, daily, name, description, &mcp.ToolAnnotations{DestructiveHint: &no, IdempotentHint: true}, ask)
}

func tool[In, Out any, PI scoped[In]](
	s *server, daily bool, name, description string, hints *mcp.ToolAnnotations, ask func(context.Context, In) (Out, error),
) offer {
	closed := false
	hints.OpenWorldHint = &closed
	var meta mcp.Meta
	if _, draws := any(new(Out)).(drawn); draws {
		meta = drawnBy(pathPageURI)
	}
	described := &mcp.Tool{
		Meta: meta, Name: name, Description: description, Annotations: hints,
		InputSchema: s.input(inferred[In]()), OutputSchema: outline(inferred[Out](), outlineDepth),
	}
	return offer{daily, func(made *mcp.Server) {
		mcp.AddTool(made, described, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			var out Out
			project := PI(&in).named()
			var err error
			if *project, err = s.choose(ctx, *project); err == nil {
				out, err = ask(ctx, in)
			}
			return nil, out, err
		})
	}}
}

// inferred is the schema of a type; it panics if there is none, which no call can cause.
func inferred[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("infer a schema: %v", err))
	}
	plain(schema)
	return schema
}

// plain takes null from the types of lists and pointers: an absent value says the same.
func plain(schema *jsonschema.Schema) {
	if i := slices.Index(schema.Types, "null"); i >= 0 && len(schema.Types) == 2 {
		schema.Type, schema.Types = schema.Types[1-i], nil
	}
	if schema.Items != nil {
		plain(schema.Items)
	}
	for _, property := range schema.Properties {
		plain(property)
	}
}

// outlineDepth is how deep the schema of an answer names what it holds: an agent reads every
// schema before the first call, and the answers speak for themselves.
const outlineDepth = 1

// outline leaves out of the schema of an answer what lies deeper, and what only a writer needs.
func outline(schema *jsonschema.Schema, depth int) *jsonschema.Schema {
	schema.AdditionalProperties, schema.Required, schema.PropertyOrder = nil, nil, nil
	if depth == 0 {
		schema.Properties = nil
	}
	if schema.Items != nil {
		outline(schema.Items, depth)
	}
	for _, property := range schema.Properties {
		outline(property, depth-1)
	}
	return schema
}

// input leaves the project out where it comes with the request.
func (s *server) input(schema *jsonschema.Schema) *jsonschema.Schema {
	if s.Scoped {
		delete(schema.Properties, "project")
		schema.PropertyOrder = slices.DeleteFunc(schema.PropertyOrder, func(name string) bool { return name == "project" })
	}
	return schema
}

// fit drops items until the answer has at most so many tokens, or nothing is left to drop.
func (s *server) fit(answer interface{ drop() bool }, most int) error {
	for {
		text, err := json.Marshal(answer)
		if err != nil {
			return fmt.Errorf("encode the answer: %w", err)
		}
		n, err := s.Tokens.CountTokens(string(text))
		if err != nil {
			return err
		}
		if n <= most || !answer.drop() {
			return nil
		}
	}
}

// items is a list that is cut from its end.
type items[T any] struct {
	Items []T `json:"items"`
	// LeftOut counts what did not fit the tokens.
	LeftOut int    `json:"left_out,omitempty"`
	Note    string `json:"note,omitempty"`
}

func (l *items[T]) drop() bool {
	if len(l.Items) == 0 {
		return false
	}
	l.Items, l.LeftOut = l.Items[:len(l.Items)-1], l.LeftOut+1
	return true
}

// prose is an answer in words, which the service itself fits into a budget.
type prose struct {
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
}

func (*prose) drop() bool { return false }
