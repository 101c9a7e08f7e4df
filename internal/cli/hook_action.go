package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

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
	event, err := e.captured(time.Now(), &found)
	if err == nil {
		err = store.spool(event)
	}
	if err != nil {
		return err
	}
	warning := fmt.Sprintf("causeway warns of %s: %s (%s)", e.ToolName, found.Note, "runs"+namedOf(found.Findings[0].Did))
	return writeJSON(a.out, map[string]any{"hookSpecificOutput": map[string]string{"hookEventName": e.Event, "additionalContext": warning}})
}

// captured is the event of a call, or of a warning before it, without personal data and secrets, as captureEvents takes it.
func (e hookEvent) captured(now time.Time, warned *checkedAnswer) ([]byte, error) {
	rules, err := privacy.New("")
	if err != nil {
		return nil, fmt.Errorf("look for personal data: %w", err)
	}
	kind, data := "TASK_COMPLETE", map[string]any{"tool": e.ToolName}
	keep := func(name string, raw json.RawMessage) {
		said, _ := rules.Redact(strings.ToValidUTF8(string(raw), "\uFFFD"))
		if n := utf8.RuneCountInString(said); n > maxHookText {
			data[name+"Characters"] = n // it was cut
		}
		data[name] = text.Shorten(said, maxHookText)
	}
	keep("arguments", e.ToolInput)
	if warned != nil {
		f := warned.Findings[0]
		kind, data["warning"] = "OTHER", map[string]any{"text": warned.Note, "rule": f.Rule, "eValue": f.EValue}
	} else {
		keep("returned", e.ToolResponse)
	}
	return json.Marshal(map[string]any{
		"id": uuid.NewString(), "workflowId": e.SessionID, "type": kind, "taskId": cmp.Or(e.ToolUseID, e.ToolName), "at": now.UTC().Format(time.RFC3339Nano), "data": data,
	})
}
