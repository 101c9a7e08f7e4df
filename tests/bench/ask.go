package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
)

// request is a GraphQL request as it goes over the wire.
type request []byte

func newRequest(query string, variables properties) (request, error) {
	body, err := json.Marshal(properties{"query": query, "variables": variables})
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	return body, nil
}

// post sends a request and reads the whole answer, without understanding it.
func post(ctx context.Context, server *httptest.Server, body request) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := server.Client().Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, answer)
	}
	return answer, err
}

// understand reads the data of an answer into v. An error in the answer is an error.
func understand(answer []byte, v any) error {
	var envelope struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal(answer, &envelope); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if len(envelope.Errors) > 0 {
		return fmt.Errorf("the answer has an error: %s", envelope.Errors[0].Message)
	}
	if err := json.Unmarshal(envelope.Data, v); err != nil {
		return fmt.Errorf("read the data: %w", err)
	}
	return nil
}

// spiedRecall asks for recall and returns the query that causeway sent to Weaviate for it.
func (m *engines) spiedRecall(ctx context.Context, variables properties) (string, error) {
	return m.spiedQuery(func() error {
		body, err := newRequest(recallQuery, variables)
		if err != nil {
			return err
		}
		answer, err := post(ctx, m.proxied, body)
		if err != nil {
			return err
		}
		var data any
		return understand(answer, &data)
	})
}

// spiedQuery returns the last query that a recall sends to Weaviate.
func (m *engines) spiedQuery(recall func() error) (string, error) {
	m.spy.take()
	if err := recall(); err != nil {
		return "", err
	}
	sent := m.spy.take()
	if len(sent) == 0 {
		return "", errors.New("no query went to weaviate")
	}
	return sent[len(sent)-1], nil
}
