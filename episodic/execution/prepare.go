package execution

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/problem"
)

// The sizes of what is taken in.
const (
	// MaxCall is the maximum number of events of one call.
	MaxCall = 1000
	// maxData is the maximum length of the data of one event, in bytes of canonical JSON.
	maxData = 64 << 10
	// maxOutput is the length at which an output is cut, in bytes.
	maxOutput = 4 << 10
	// maxWorkflow is the maximum number of characters of the id of a workflow.
	maxWorkflow = 190
	// maxName is the maximum number of characters of a task or of the name or value of a context.
	maxName = 200
	// maxContext is the maximum number of names in a context.
	maxContext = 50
)

// Prepared is a valid execution event in its normal form with what follows from it. [Prepare] makes
// it; stores accept nothing else.
type Prepared struct {
	Event
	ContextKey string
	// Context is the canonical JSON of data.context, empty if there is none; Rest that of the other
	// data.
	Context, Rest string
	// Hash is the SHA-256 of the event in hexadecimal.
	Hash string
}

// Prepare validates the events of one call and brings them into their normal form: canonical JSON,
// times in milliseconds, long outputs cut. It returns a [problem.InvalidError] that lists every
// broken rule with its path. newID makes the ids of events without one. It is idempotent.
func Prepare(events []Event, newID func() string) ([]Prepared, error) {
	var c checker
	if n := len(events); n == 0 || n > MaxCall {
		c.Invalid("events", "%d events; 1 to %d are taken in one call", n, MaxCall)
		return nil, c.Err()
	}
	out := make([]Prepared, len(events))
	first := make(map[string]int, len(events))
	for i, e := range events {
		path := fmt.Sprintf("events[%d]", i)
		if e.ID == "" {
			e.ID = newID()
		}
		out[i] = c.event(path, e)
		if j, twice := first[out[i].ID]; twice {
			c.Add(problem.Problem{
				Path: path + ".id", Code: problem.CodeDuplicateID,
				Message: fmt.Sprintf("event %q is already at events[%d]; ids in one call are distinct", out[i].ID, j),
			})
			continue
		}
		first[out[i].ID] = i
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// Restore prepares an event that was valid when it was taken in.
func Restore(e Event) (Prepared, error) {
	var c checker
	p := c.event("event", e)
	return p, c.Err()
}

// event checks one event and returns it in its normal form.
func (c *checker) event(path string, e Event) Prepared {
	before := len(c.Problems)
	e.ID = c.uuid(path+".id", e.ID)
	c.id(path+".workflowId", e.Workflow, maxWorkflow)
	problem.OneOf(&c.Checker, path+".type", e.Type, types())
	c.word(path+".taskId", e.Task)
	e.At = c.time(path+".at", e.At)
	data := c.data(path+".data", e.Data)
	if len(c.Problems) > before {
		return Prepared{Event: e}
	}
	p, err := assemble(e, data)
	if err != nil {
		c.Invalid(path+".data", "it cannot be written as JSON: %v", err)
	}
	if n := len(p.Data); n > maxData {
		c.TooLarge(path+".data", "%d bytes; at most %d are taken", n, maxData)
	}
	return p
}

// assemble writes an event with this data in its normal form.
func assemble(e Event, data map[string]any) (p Prepared, err error) {
	p.Event = e
	if p.Data, err = canonical(data); err != nil {
		return p, err
	}
	if context, has := data["context"]; has {
		written, err := canonical(context)
		if err != nil {
			return p, err
		}
		names, _ := context.(map[string]any)
		p.Context, p.ContextKey = string(written), ContextKey(names)
		delete(data, "context")
	} else {
		p.ContextKey = ContextKey(nil)
	}
	rest, err := canonical(data)
	if err != nil {
		return p, err
	}
	p.Rest = string(rest)
	p.Hash, err = hashOf(p.Event)
	return p, err
}

// hashOf returns the hash of an event in its normal form.
func hashOf(e Event) (string, error) {
	content, err := canonical(e)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}

// canonical writes JSON with sorted keys and no insignificant space.
func canonical(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decoded reads the data of an event. Numbers keep their digits.
func decoded(data json.RawMessage) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var out map[string]any
	if err := decoder.Decode(&out); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, fmt.Errorf("more than one value")
	}
	return out, nil
}

// cutOutput shortens a long output and keeps the hash of the whole.
func cutOutput(result map[string]any) {
	text, isText := result["output"].(string)
	if !isText {
		written, err := canonical(result["output"])
		if err != nil {
			return
		}
		text = string(written)
	}
	if len(text) <= maxOutput {
		return
	}
	sum := sha256.Sum256([]byte(text))
	end := maxOutput
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	result["output"], result["outputSha256"], result["outputBytes"] = text[:end], hex.EncodeToString(sum[:]), len(text)
}

// milliseconds returns a time in UTC as precise as events have it.
func milliseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
