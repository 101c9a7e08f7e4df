package weaviateindex

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/fault"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/pathbuilder"
)

// rest sends the requests of Weaviate's own client, with its formats and errors, without linking what
// that client imports from the server (docs/decisions/0035). A test compares the two.
type rest struct {
	http *http.Client
	// base is the address including the version of the API.
	base    string
	headers http.Header
}

// send sends one request and decodes the response if answer is not nil. Errors are the client's.
func (r rest) send(ctx context.Context, method, path string, body, answer any) error {
	request, err := r.request(ctx, method, path, body)
	if err != nil {
		return &fault.WeaviateClientError{StatusCode: -1, DerivedFromError: err}
	}
	response, err := r.http.Do(request)
	if err != nil {
		return &fault.WeaviateClientError{StatusCode: -1, DerivedFromError: err}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return &fault.WeaviateClientError{StatusCode: -1, DerivedFromError: err}
	}
	if response.StatusCode != http.StatusOK {
		return &fault.WeaviateClientError{IsUnexpectedStatusCode: true, StatusCode: response.StatusCode, Msg: string(text)}
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return &fault.WeaviateClientError{StatusCode: -1, DerivedFromError: fmt.Errorf("decode the answer: %w", err)}
	}
	return nil
}

func (r rest) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("encode the request: %w", err)
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, r.base+path, text)
	if err != nil {
		return nil, err
	}
	request.Header = r.headers.Clone()
	return request, nil
}

// live checks that the server answers; any response will do.
func (r rest) live(ctx context.Context) error {
	err := r.send(ctx, http.MethodGet, "/.well-known/live", nil, nil)
	if f, ok := errors.AsType[*fault.WeaviateClientError](err); ok && f.IsUnexpectedStatusCode {
		return nil
	}
	return err
}

func (r rest) version(ctx context.Context) (string, error) {
	var meta struct {
		Version string `json:"version"`
	}
	err := r.send(ctx, http.MethodGet, "/meta", nil, &meta)
	return meta.Version, err
}

func (r rest) getClass(ctx context.Context, name string) (*class, error) {
	have := &class{}
	if err := r.send(ctx, http.MethodGet, "/schema/"+name, nil, have); err != nil {
		return nil, err
	}
	return have, nil
}

func (r rest) createClass(ctx context.Context, want *class) error {
	return r.send(ctx, http.MethodPost, "/schema", want, nil)
}

func (r rest) createProperty(ctx context.Context, className string, p *classProperty) error {
	return r.send(ctx, http.MethodPost, "/schema/"+className+"/properties", p, nil)
}

func (r rest) getTenants(ctx context.Context, className string) (tenants []tenant, err error) {
	err = r.send(ctx, http.MethodGet, "/schema/"+className+"/tenants", nil, &tenants)
	return tenants, err
}

func (r rest) deleteTenants(ctx context.Context, className string, names []string) error {
	return r.send(ctx, http.MethodDelete, "/schema/"+className+"/tenants", names, nil)
}

func (r rest) putObjects(ctx context.Context, objects []*object) (answers []objectAnswer, err error) {
	body := map[string]any{"fields": []string{"ALL"}, "objects": objects}
	err = r.send(ctx, http.MethodPost, pathbuilder.BatchObjects(pathbuilder.Components{}), body, &answers)
	return answers, err
}

func (r rest) deleteObjects(ctx context.Context, className, tenant string, where *condition) (answer deletion, err error) {
	body := map[string]any{"match": map[string]any{"class": className, "where": where}, "output": "minimal"}
	err = r.send(ctx, http.MethodDelete, pathbuilder.BatchObjects(pathbuilder.Components{Tenant: tenant}), body, &answer)
	return answer, err
}

func (r rest) query(ctx context.Context, text string) (answer queryAnswer, err error) {
	err = r.send(ctx, http.MethodPost, "/graphql", map[string]string{"query": text}, &answer)
	return answer, err
}
