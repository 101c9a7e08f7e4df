package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/text"
)

// warn tells the agent before a call of a tool that runs which did this failed more often, if they did, and keeps that it did. The
// agent decides: if it goes on, the event of the call has the same task as that of the warning.
func (a *asking) warn(ctx context.Context, cfg config.Config, store hookStore, e hookEvent) error {
	service, err := a.connect(cfg)
	if err != nil {
		return err
	}
	variables := map[string]any{"project": a.project, "action": e.ToolName, "arguments": e.ToolInput}
	if e.Folder != "" {
		variables["context"] = []map[string]string{{"variable": "project folder", "state": filepath.Base(e.Folder)}}
	}
	data, err := service.data(ctx, checkActionQuery, variables)
	if isNew(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var got struct {
		Project struct{ CheckAction checkedAnswer }
	}
	if err := json.Unmarshal(data, &got); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	found := got.Project.CheckAction
	if !found.Warns {
		return nil
	}
	event, err := e.captured(store, time.Now(), &found)
	if err == nil {
		err = store.spool(event)
	}
	if err != nil {
		return err
	}
	warning := fmt.Sprintf("causeway warns of %s: %s (%s)", e.ToolName, found.Note, "runs"+namedOf(found.Findings[0].Did))
	return writeJSON(a.out, map[string]any{"hookSpecificOutput": map[string]string{"hookEventName": e.Event, "additionalContext": warning}})
}

// captured is the event of a call, or of a warning before it, without personal data and secrets, as captureEvents takes it. A call
// has the form of those of traces, so that an episode is made of it as of a trace.
func (e hookEvent) captured(store hookStore, now time.Time, warned *checkedAnswer) ([]byte, error) {
	if e.SessionID == "" {
		return nil, errors.New("the agent names no session")
	}
	rules, err := store.rules()
	if err != nil {
		return nil, err
	}
	found := privacy.Counts{}
	e.ToolError = text.Shorten(strings.ToValidUTF8(e.ToolError[:min(len(e.ToolError), maxHookSearch)], "\uFFFD"), maxHookText)
	for _, name := range []*string{&e.ToolName, &e.ToolUseID, &e.ToolError} {
		var counts privacy.Counts
		*name, counts = rules.Redact(*name)
		found.Add(counts)
	}
	lengths := map[string]any{}
	kept := func(name string, raw json.RawMessage) string {
		looked := raw[:min(len(raw), maxHookSearch)]
		said, counts := rules.Content(strings.ToValidUTF8(string(looked), "\uFFFD"), privacy.PolicyRedact)
		if found.Add(counts); found.Total() > 0 {
			lengths["redacted"] = found.Total()
		}
		if n := utf8.RuneCountInString(said) + utf8.RuneCount(raw[len(looked):]); n > maxHookText {
			lengths[name+"Characters"] = n // it is cut
		}
		return cut(said, maxHookText)
	}
	kind, data := "TASK_COMPLETE", any(nil)
	if warned != nil {
		f := warned.Findings[0]
		about := map[string]any{"tool": e.ToolName, "arguments": kept("arguments", e.ToolInput), "warning": map[string]any{"text": warned.Note, "rule": f.Rule, "eValue": f.EValue}}
		maps.Copy(about, lengths)
		kind, data = "OTHER", about
	} else if data, err = tracing.Data(tracing.Span{
		Name: "execute_tool " + e.ToolName, Kind: tracing.KindTool, Operation: "execute_tool", Tool: e.ToolName, Call: e.ToolUseID, Session: e.SessionID, Start: now.UTC(),
		Status: e.status(), Message: e.ToolError, Input: kept("arguments", e.ToolInput), Output: kept("returned", unquoted(e.ToolResponse)), Attributes: lengths,
	}, nil, nil); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{
		"id": uuid.NewString(), "workflowId": e.SessionID, "type": kind, "taskId": cmp.Or(e.ToolUseID, e.ToolName), "at": now.UTC().Format(time.RFC3339Nano), "data": data,
	})
}

// status is that of the span of a call; empty if the agent does not say that it failed.
func (e hookEvent) status() string {
	if e.ToolError != "" {
		return tracing.StatusError
	}
	return ""
}

// unquoted returns what a text of JSON says, and other JSON as it is.
func unquoted(raw json.RawMessage) json.RawMessage {
	var said string
	if json.Unmarshal(raw, &said) != nil {
		return raw
	}
	return json.RawMessage(said)
}

// cut shortens a text to so many characters. Of an object it shortens the long texts first, so that its names stay and it is still
// JSON.
func cut(said string, n int) string {
	var object map[string]any
	if utf8.RuneCountInString(said) <= n || json.Unmarshal([]byte(said), &object) != nil {
		return text.Shorten(said, n)
	}
	for name, value := range object {
		if one, is := value.(string); is {
			object[name] = text.Shorten(one, n/8)
		}
	}
	shorter, err := json.Marshal(object)
	if err != nil || utf8.RuneCount(shorter) > n {
		return text.Shorten(said, n)
	}
	return string(shorter)
}
