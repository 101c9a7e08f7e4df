package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"
)

// pageMost is the most items that the service lists at once.
const pageMost = 100

// paging holds the flags that select a part of a list.
type paging struct {
	limit int
	after string
	all   bool
}

func (p *paging) define(cmd *cobra.Command) {
	cmd.Flags().IntVar(&p.limit, "limit", 20, "how many, from 1 on")
	cmd.Flags().StringVar(&p.after, "after", "", "begin after this cursor, which the answer before ended with")
	cmd.Flags().BoolVar(&p.all, "all", false, "list all of them, however many")
}

// list asks for a list page by page, and prints it as one answer. Its query takes first and after and has one
// field.
func (a *asking) list(cmd *cobra.Command, query string, variables map[string]any, p paging) error {
	switch {
	case p.limit < 1:
		return usageError{fmt.Errorf("--limit is %d; it is 1 or more", p.limit)}
	case p.all && cmd.Flags().Changed("limit"):
		return usageError{errors.New("give --limit or --all, not both")}
	}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	variables = maps.Clone(variables)
	if p.after != "" {
		variables["after"] = p.after
	}
	data, err := a.pages(cmd.Context(), service, query, variables, p)
	if err != nil {
		return err
	}
	return a.answer(cmd.Context(), service, data)
}

// pages reads as many pages as are wanted into one.
func (a *asking) pages(ctx context.Context, service *client, query string, variables map[string]any, p paging) (json.RawMessage, error) {
	show := a.progress("reading")
	var whole listed
	for {
		variables["first"] = pageMost
		if !p.all {
			variables["first"] = min(pageMost, p.limit-whole.read)
		}
		data, err := a.data(ctx, service, query, variables)
		if err != nil {
			return nil, err
		}
		more, err := whole.add(data)
		if err != nil {
			return nil, fmt.Errorf("read the answer of %s: %w", service.url, err)
		}
		if !more || !p.all && whole.read >= p.limit {
			return whole.data()
		}
		show(whole.read, max(whole.total, whole.read))
		variables["after"] = whole.cursor
	}
}

// listed is a list that is put together of pages.
type listed struct {
	path        []string // the fields around it
	page        map[string]json.RawMessage
	items       []json.RawMessage
	read, total int
	cursor      string
}

// add appends a page and reports whether there are more.
func (l *listed) add(data json.RawMessage) (more bool, err error) {
	if l.path, l.page, err = innermost(nil, data); err != nil {
		return false, err
	}
	var items []json.RawMessage
	var info struct {
		HasNextPage bool
		EndCursor   string
	}
	err = errors.Join(unmarshal(l.page["edges"], &items), unmarshal(l.page["pageInfo"], &info), unmarshal(l.page["totalCount"], &l.total))
	l.items, l.cursor = append(l.items, items...), info.EndCursor
	l.read = len(l.items)
	return info.HasNextPage && len(items) > 0, err
}

// unmarshal reads a value that may be left out.
func unmarshal(data json.RawMessage, into any) error {
	if data == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}

// data returns the list as the answer of one question.
func (l *listed) data() (json.RawMessage, error) {
	if l.page == nil {
		return json.RawMessage("{}"), nil
	}
	items, err := json.Marshal(l.items)
	if err != nil {
		return nil, err
	}
	if l.page["edges"] != nil && !bytes.Equal(l.page["edges"], items) {
		l.page["edges"] = items
	}
	var whole any = l.page
	for _, field := range slices.Backward(l.path) {
		whole = map[string]any{field: whole}
	}
	return json.Marshal(whole)
}

// innermost returns the page that an answer holds, and the fields around it, each alone.
func innermost(path []string, data json.RawMessage) ([]string, map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields["pageInfo"] != nil || fields["edges"] != nil || len(fields) != 1 {
		return path, fields, err
	}
	for field, inner := range fields {
		path, data = append(path, field), inner // there is one
	}
	return innermost(path, data)
}

// pageAnswer is how much of a list an answer holds.
type pageAnswer struct {
	TotalCount int
	PageInfo   struct {
		HasNextPage bool
		EndCursor   string
	}
}

// rest says how to read on. It is a note, because a terminal would cut the cursor off.
func (l pageAnswer) rest(p *page, shown int) {
	switch {
	case l.PageInfo.HasNextPage && l.TotalCount == 0: // of such a list nobody knows how long it is
		fmt.Fprintf(p.notes, "%d so far; --limit or --all shows more, --after %s those that follow\n", shown, l.PageInfo.EndCursor)
	case l.PageInfo.HasNextPage:
		fmt.Fprintf(p.notes, "%d of %d; --limit or --all shows more, --after %s those that follow\n", shown, l.TotalCount, l.PageInfo.EndCursor)
	}
}
