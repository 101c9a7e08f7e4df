package otlp

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic/intake"
)

// From says who sends, and for which project.
type From struct {
	// Project is the one that the request names; empty for none.
	Project string
	// Only is the project of a token for one project; else empty.
	Only string
	// Sees reports whether the sender may write to a project; nil for all.
	Sees func(project string) bool
}

// Limit says what a token lets its sender see: all projects, or those.
func (f *From) Limit(all bool, projects []string, sees func(project string) bool) {
	f.Sees = sees
	if !all && len(projects) == 1 {
		f.Only = projects[0]
	}
}

// fallback is the project of what names neither a project nor a service.
const fallback = "traces"

// project returns the project of what a resource emitted: the one that the request names, that of the
// attribute causeway.project, the only one of the token, or the name of the service made a valid name.
func (f From) project(resource attributes) (string, error) {
	name := f.Project
	if name == "" {
		name = text(resource["causeway.project"])
	}
	if name == "" {
		name = f.Only
	}
	if name == "" {
		return f.admitted(projectName(text(resource["service.name"])))
	}
	if err := intake.ValidateProject(name); err != nil {
		return "", refuse(ReasonProject, "%s", err)
	}
	return f.admitted(name)
}

// admitted refuses a project that the sender does not see, in the words for one that does not exist.
func (f From) admitted(name string) (string, error) {
	if f.Sees != nil && !f.Sees(name) {
		return "", refuse(ReasonProject, "there is no project %q for this token; name one by the header causeway-project or the resource attribute causeway.project", name)
	}
	return name, nil
}

// projectName makes a valid name of a project of that of a service.
func projectName(service string) string {
	const most = 64
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
			return r
		}
		return '-'
	}, service)
	if name = strings.TrimLeft(name, "._-"); len(name) > most {
		name = name[:most]
	}
	if strings.Trim(name, "._-") == "" {
		return fallback
	}
	return name
}
