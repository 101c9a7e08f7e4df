package otlp

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// readable returns a text that holds messages in JSON, as conventions write them, as their texts; any
// other text as it is.
func readable(raw string) string {
	trimmed := strings.TrimSpace(raw)
	if !strings.HasPrefix(trimmed, "[") && !strings.HasPrefix(trimmed, "{") {
		return raw
	}
	var value any
	if json.Unmarshal([]byte(trimmed), &value) != nil {
		return raw
	}
	if object, is := value.(map[string]any); is {
		if list, has := object["messages"].([]any); has && len(object) == 1 {
			value = list
		} else {
			value = []any{object}
		}
	}
	list, _ := value.([]any)
	lines := make([]string, 0, len(list))
	for _, item := range list {
		line, is := message(item)
		if !is {
			return raw
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 1 {
		return strings.TrimPrefix(lines[0], "user: ")
	}
	return strings.Join(lines, "\n")
}

// message returns what a message says, with its role; false if the value is none.
func message(value any) (string, bool) {
	m, is := value.(map[string]any)
	role, hasRole := m["role"].(string)
	if !is || !hasRole {
		return "", false
	}
	var parts []string
	for _, name := range []string{"content", "parts"} {
		parts = append(parts, said(m[name])...)
	}
	parts = append(parts, said(m["tool_calls"])...)
	if len(parts) == 0 {
		return "", true
	}
	return role + ": " + strings.Join(parts, "\n"), true
}

// said returns the texts of the content of a message: one, or parts.
func said(value any) []string {
	switch v := value.(type) {
	case string:
		if v != "" {
			return []string{v}
		}
	case []any:
		var out []string
		for _, part := range v {
			out = append(out, said(part)...)
		}
		return out
	case map[string]any:
		if call := called(v); call != "" {
			return []string{call}
		}
		for _, name := range []string{"text", "content", "result", "response"} {
			if found := said(v[name]); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// called returns the call of a tool that a part of a message asks for.
func called(part map[string]any) string {
	function, nested := part["function"].(map[string]any)
	if !nested {
		function = part
	}
	name, _ := function["name"].(string)
	if kind, _ := part["type"].(string); name == "" || !nested && kind != "tool_call" && kind != "tool_use" && kind != "function_call" {
		return ""
	}
	arguments := function["arguments"]
	if arguments == nil {
		arguments = function["input"]
	}
	return "calls " + name + " " + text(arguments)
}

// takeListed takes attributes like gen_ai.prompt.0.content and returns the messages that they make together.
func (a attributes) takeListed(prefixes []string) string {
	for _, prefix := range prefixes {
		numbered := map[int]map[string]string{}
		for name, value := range a {
			rest, is := strings.CutPrefix(name, prefix)
			if !is {
				continue
			}
			number, path, _ := strings.Cut(rest, ".")
			n, err := strconv.Atoi(number)
			if err != nil {
				continue
			}
			if numbered[n] == nil {
				numbered[n] = map[string]string{}
			}
			numbered[n][strings.TrimPrefix(path, "message.")] = text(value)
			delete(a, name)
		}
		if lines := listedLines(numbered); len(lines) > 0 {
			return strings.Join(lines, "\n")
		}
	}
	return ""
}

// listedLines returns one line for each message.
func listedLines(numbered map[int]map[string]string) []string {
	var lines []string
	for _, n := range slices.Sorted(maps.Keys(numbered)) {
		fields := numbered[n]
		var parts []string
		for _, path := range slices.Sorted(maps.Keys(fields)) {
			last := path[strings.LastIndex(path, ".")+1:]
			switch {
			case fields[path] == "" || path == "role" || path == "finish_reason" || last == "id" || last == "type":
			case last == "name":
				parts = append(parts, "calls "+fields[path])
			default:
				parts = append(parts, fields[path])
			}
		}
		if len(parts) == 0 {
			continue
		}
		line := strings.Join(parts, " ")
		if role := fields["role"]; role != "" && (len(numbered) > 1 || role != "user") {
			line = role + ": " + line
		}
		lines = append(lines, line)
	}
	return lines
}
