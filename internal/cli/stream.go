package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// patient returns a client that waits as long as its caller does.
func (c *client) patient() *client {
	return &client{url: c.url, token: c.token, http: &http.Client{Transport: c.http.Transport}}
}

// follow subscribes and passes the data of each answer to each, until the last one.
func (c *client) follow(ctx context.Context, query string, variables map[string]any, each func(data json.RawMessage) error) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	response, err := c.patient().send(ctx, body, "text/event-stream")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		_, err := c.decode(response)
		return err
	}
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadBytes('\n')
		switch data, told := bytes.CutPrefix(line, []byte("data: ")); {
		case err != nil && ctx.Err() != nil:
			return fmt.Errorf("read the answer of %s: %w", c.url, ctx.Err())
		case errors.Is(err, io.EOF):
			return unreachableError{fmt.Errorf("the answer of %s ended before it was complete", c.url)}
		case err != nil:
			return unreachableError{fmt.Errorf("read the answer of %s: %w", c.url, err)}
		case bytes.HasPrefix(line, []byte("event: complete")):
			return nil
		case told:
			if err := c.event(data, each); err != nil {
				return err
			}
		}
	}
}

// event reads one answer of a subscription.
func (c *client) event(text []byte, each func(data json.RawMessage) error) error {
	data, err := c.envelope(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return each(data)
}
