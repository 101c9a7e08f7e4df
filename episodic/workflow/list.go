package workflow

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/problem"
)

const (
	// MaxExamined is how many events a list with a filter on data looks at for one page.
	MaxExamined = 10_000
	// examineBatch is how many of them are read at once.
	examineBatch = 500
	// maxMatches is the maximum number of filters on data.
	maxMatches = 10
)

// Match restricts a list to events with a value in their data.
type Match struct {
	// Path leads to the value by names with dots between them, like "prediction.toolId".
	Path string
	// Equals is the value as JSON.
	Equals json.RawMessage
}

// matcher compares data with filters.
type matcher []struct {
	path []string
	want json.RawMessage
}

func newMatcher(matches []Match) (matcher, error) {
	var c problem.Checker
	if n := len(matches); n > maxMatches {
		c.TooLarge("data", "%d filters; at most %d are taken", n, maxMatches)
		return nil, c.Err()
	}
	out := make(matcher, len(matches))
	for i, m := range matches {
		at := fmt.Sprintf("data[%d]", i)
		if out[i].path = strings.Split(m.Path, "."); m.Path == "" {
			c.Invalid(at+".path", "is missing; names with dots between them are wanted, like prediction.toolId")
		}
		var err error
		if out[i].want, err = rewritten(m.Equals); err != nil {
			c.Invalid(at+".equals", "is not a JSON value")
		}
	}
	return out, c.Err()
}

// rewritten returns a JSON value in a form that can be compared. Numbers keep their digits, without zeros at the end of a fraction.
func rewritten(text json.RawMessage) (json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(shortened(value))
}

// shortened returns a value whose numbers have no zeros at the end of a fraction, so that 2.0 is 2.
func shortened(value any) any {
	switch value := value.(type) {
	case json.Number:
		digits := value.String()
		if strings.Contains(digits, ".") && !strings.ContainsAny(digits, "eE") {
			return json.Number(strings.TrimRight(strings.TrimRight(digits, "0"), "."))
		}
	case []any:
		for i := range value {
			value[i] = shortened(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = shortened(value[name])
		}
	}
	return value
}

// match reports whether the data of an event has all values.
func (m matcher) match(e execution.Event) bool {
	if len(m) == 0 {
		return true
	}
	for _, want := range m {
		value, found := at(e.Data, want.path)
		if !found {
			return false
		}
		if written, err := rewritten(value); err != nil || !bytes.Equal(written, want.want) {
			return false
		}
	}
	return true
}

// at returns the value at a path.
func at(value json.RawMessage, path []string) (found json.RawMessage, there bool) {
	for _, name := range path {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(value, &object); err != nil {
			return nil, false
		}
		if value, there = object[name]; !there {
			return nil, false
		}
	}
	return value, true
}

// List is a page of events.
type List struct {
	Events []execution.Stored
	// More says that there may be further events; Next is the place to continue from. With a filter
	// on data a page may have fewer events than asked for, although there are more.
	More bool
	Next execution.Place
}

// WorkflowEvents returns a page of the events of a workflow, by time, then sequence: at most q.Limit that
// have all values. It looks at no more than [MaxExamined] events. It returns ErrProjectNotFound.
func (s *Service) WorkflowEvents(ctx context.Context, q execution.Query, matches []Match) (List, error) {
	want, err := newMatcher(matches)
	if err != nil {
		return List{}, err
	}
	page, examined := List{Next: q.After}, 0
	first := q.Limit
	for examined < MaxExamined {
		if q.Limit = first + 1; len(want) > 0 {
			q.Limit = examineBatch
		}
		found, err := s.parts.Store.ListEvents(ctx, q)
		if err = s.known(ctx, q.Project, examined+len(found), err); err != nil {
			return List{}, fmt.Errorf("list the events of workflow %q: %w", q.Workflow, err)
		}
		for _, e := range found {
			if len(page.Events) == first {
				page.More = true
				return page, nil
			}
			page.Next = e.Place()
			if want.match(e.Event) {
				page.Events = append(page.Events, e)
			}
		}
		examined, q.After = examined+len(found), page.Next
		if len(found) < q.Limit {
			return page, nil
		}
	}
	page.More = true
	return page, nil
}
