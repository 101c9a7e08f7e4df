package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Post sends the JSON of a GraphQL request and returns the JSON of its answer. It fails only if
// there is no answer.
type Post func(ctx context.Context, request []byte) (answer []byte, err error)

// refusal is what a GraphQL answer refuses, as an agent should read it.
type refusal struct {
	Message    string `json:"message"`
	Path       []any  `json:"path"`
	Extensions struct {
		Code  string `json:"code"`
		Field string `json:"field"`
		Hint  string `json:"hint"`
	} `json:"extensions"`
}

// Error says what is wrong first, then the code, the field and what to do.
func (r refusal) Error() string {
	var b strings.Builder
	b.WriteString(r.Message)
	if r.Extensions.Code != "" {
		fmt.Fprintf(&b, " (%s)", r.Extensions.Code)
	}
	if r.Extensions.Field != "" {
		fmt.Fprintf(&b, "\nfield: %s", r.Extensions.Field)
	}
	if r.Extensions.Hint != "" {
		fmt.Fprintf(&b, "\nhint: %s", r.Extensions.Hint)
	}
	return b.String()
}

// invalid refuses an argument that no request is made with.
func invalid(field, format string, values ...any) error {
	r := refusal{Message: fmt.Sprintf(format, values...)}
	r.Extensions.Code, r.Extensions.Field = "INVALID_INPUT", field
	return r
}

// within refuses a number outside of its limits.
func within(field string, value, least, most int) error {
	if value < least || value > most {
		return invalid(field, "%s is %d; it must be from %d to %d", field, value, least, most)
	}
	return nil
}

// ask executes a document and decodes its data into answer.
func (p Post) ask(ctx context.Context, document string, variables map[string]any, answer any) error {
	request, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	raw, err := p(ctx, request)
	if err != nil {
		return err
	}
	var got struct {
		Data   json.RawMessage
		Errors []refusal
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if len(got.Errors) > 0 {
		return joined(got.Errors)
	}
	if err := json.Unmarshal(got.Data, answer); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

// joined is the first refusal, with the messages of the others below it.
func joined(all []refusal) error {
	first := all[0]
	for _, r := range all[1:] {
		first.Message += "\n" + r.Message
		first.Extensions.Field = cmp.Or(first.Extensions.Field, r.Extensions.Field)
	}
	return first
}

// absent reports whether the endpoint says that there is no such thing yet.
func absent(err error) bool {
	var r refusal
	return errors.As(err, &r) && (r.Extensions.Code == "NOT_FOUND" || r.Extensions.Code == "PROJECT_NOT_FOUND")
}
