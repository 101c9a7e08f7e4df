package httpapi

import "strings"

// spell converts the path of a problem from the domain's JSON names to those of the GraphQL
// schema: input.events[3].caused_by[0] becomes input.events[3].causedBy[0].
func spell(path string) string {
	parts := strings.Split(path, ".")
	for i, part := range parts {
		name, index, _ := strings.Cut(part, "[")
		if index != "" {
			index = "[" + index
		}
		if name == "timestamp" {
			name = timeField(parts[:i])
		}
		parts[i] = camel(name) + index
	}
	return strings.Join(parts, ".")
}

// timeField returns the schema's name for the time of an episode or of something inside one.
func timeField(above []string) string {
	if len(above) > 0 && strings.Contains(above[len(above)-1], "[") && !strings.HasPrefix(above[len(above)-1], "episodes[") {
		return "at"
	}
	return "startedAt"
}

func camel(name string) string {
	first, rest, more := strings.Cut(name, "_")
	for more {
		var next string
		next, rest, more = strings.Cut(rest, "_")
		if next != "" {
			first += strings.ToUpper(next[:1]) + next[1:]
		}
	}
	return first
}
