package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// client sends GraphQL requests to a running service.
type client struct {
	url  string
	http *http.Client
}

func newClient(url string) *client {
	return &client{url: url + "/graphql", http: &http.Client{Timeout: time.Minute}}
}

// ask sends one query and decodes its data into answer. Errors in the answer become one error.
func (c *client) ask(ctx context.Context, query string, variables map[string]any, answer any) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("ask %s: %w", c.url, err)
	}
	defer response.Body.Close()
	envelope := struct {
		Data   any
		Errors []struct{ Message string }
	}{Data: answer}
	if err := json.NewDecoder(response.Body).Decode(&envelope); err != nil {
		return fmt.Errorf("read the answer of %s (status %s): %w", c.url, response.Status, err)
	}
	if len(envelope.Errors) == 0 {
		return nil
	}
	messages := make([]string, len(envelope.Errors))
	for i, e := range envelope.Errors {
		messages[i] = e.Message
	}
	return errors.New(strings.Join(messages, "; "))
}
