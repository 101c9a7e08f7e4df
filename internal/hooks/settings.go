package hooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// own are the commands that causeway put into settings, whatever the path of the program.
var own = lazy.Pattern(` hook [a-z-]+ --project `)

// Installed returns the events of an agent for which the settings have an entry of causeway, in the order of
// [Agent.Events]. It returns an error if the settings are no JSON object.
func (a Agent) Installed(settings []byte) ([]string, error) {
	if a == OpenCode {
		if isPlugin(settings) {
			return a.Events(), nil
		}
		return nil, nil
	}
	top, err := parse(settings)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, event := range a.Events() {
		if list := top.member("hooks").member(event); list != nil && slices.ContainsFunc(list.items, func(v *value) bool { return v.isOwn(settings) }) {
			out = append(out, event)
		}
	}
	return out, nil
}

// Commands returns what the entries of causeway run, in their order.
func (a Agent) Commands(settings []byte) ([]string, error) {
	if a == OpenCode {
		return pluginCommand(settings)
	}
	top, err := parse(settings)
	if err != nil {
		return nil, err
	}
	var out []string
	for path := ownEntry(settings, top); path != nil; path = ownEntry(settings, top) {
		list, entry := path[2], path[3]
		command := entry.command(settings)
		out = append(out, command)
		list.items = slices.DeleteFunc(list.items, func(v *value) bool { return v == entry })
	}
	return out, nil
}

// command returns what an entry runs.
func (v *value) command(settings []byte) string {
	var entry struct {
		Command string
		Hooks   []struct{ Command string }
	}
	_ = json.Unmarshal(settings[v.from:v.to], &entry) // it is valid
	for _, hook := range entry.Hooks {
		if own().MatchString(hook.Command) {
			return hook.Command
		}
	}
	return entry.Command
}

// Install returns the settings with an entry for every event that runs the command; those that have one
// are unchanged. Empty settings become an object.
func (a Agent) Install(settings []byte, command string) ([]byte, error) {
	if a == OpenCode {
		return installPlugin(settings, command)
	}
	if len(bytes.TrimSpace(settings)) == 0 {
		settings = []byte(a.empty())
	}
	present, err := a.Installed(settings)
	if err != nil {
		return nil, err
	}
	quoted, err := json.Marshal(command)
	if err != nil {
		return nil, fmt.Errorf("write the command: %w", err)
	}
	for _, event := range a.Events() {
		if slices.Contains(present, event) {
			continue
		}
		if settings, err = add(settings, event, a.entry(string(quoted))); err != nil {
			return nil, err
		}
	}
	return settings, nil
}

// add adds the entry of one event.
func add(settings []byte, event, entry string) ([]byte, error) {
	top, err := parse(settings)
	if err != nil {
		return nil, err
	}
	hooks := top.member("hooks")
	switch list := hooks.member(event); {
	case hooks == nil:
		return top.insert(settings, fmt.Sprintf(`"hooks": {%q: [%s]}`, event, entry)), nil
	case hooks.kind != '{':
		return nil, errors.New(`"hooks" is no object in the settings`)
	case list == nil:
		return hooks.insert(settings, fmt.Sprintf(`%q: [%s]`, event, entry)), nil
	case list.kind != '[':
		return nil, fmt.Errorf(`"hooks.%s" is no list in the settings`, event)
	default:
		return list.insert(settings, entry), nil
	}
}

// Remove returns the settings without the entries of causeway. A list and an object that hold nothing else go
// with them: whether they were there empty before, the settings do not say.
func (a Agent) Remove(settings []byte) ([]byte, error) {
	if a == OpenCode {
		if isPlugin(settings) {
			return nil, nil
		}
		return settings, nil
	}
	for {
		top, err := parse(settings)
		if err != nil {
			return nil, err
		}
		path := ownEntry(settings, top)
		if path == nil {
			return settings, nil
		}
		// A parent that holds nothing but the entry is removed with it.
		at := len(path) - 1
		for at > 1 && len(path[at-1].items) == 1 {
			at--
		}
		settings = path[at-1].cut(settings, path[at])
	}
}

// ownEntry returns the first entry of causeway with what it is in, from the top; nil if there is none. Of an
// object the items are its members.
func ownEntry(settings []byte, top *value) []*value {
	hooks := top.member("hooks")
	if hooks == nil {
		return nil
	}
	for _, member := range hooks.items {
		if member.kind != '[' {
			continue
		}
		for _, entry := range member.items {
			if entry.isOwn(settings) {
				return []*value{top, hooks, member, entry}
			}
		}
	}
	return nil
}

// value is a JSON value with its place in a text.
type value struct {
	// kind is '{', '[' or 0.
	kind byte
	// name is that of a member; from is where the member or value begins, inside where its content does, and
	// to the end.
	name             string
	from, inside, to int
	items            []*value
}

// member returns the value of a key; nil if there is none.
func (v *value) member(name string) *value {
	if v == nil || v.kind != '{' {
		return nil
	}
	for _, m := range v.items {
		if m.name == name {
			return m
		}
	}
	return nil
}

// isOwn reports whether an entry runs causeway.
func (v *value) isOwn(settings []byte) bool { return own().Match(settings[v.from:v.to]) }

// insert adds the text of an item after the last one.
func (v *value) insert(settings []byte, item string) []byte {
	if n := len(v.items); n > 0 {
		last := v.items[n-1]
		return splice(settings, last.to, last.to, ", "+item)
	}
	return splice(settings, v.inside, v.inside, item)
}

// cut removes an item, with the comma before it, or else behind it.
func (v *value) cut(settings []byte, item *value) []byte {
	i := slices.Index(v.items, item)
	switch {
	case i > 0:
		return splice(settings, v.items[i-1].to, item.to, "")
	case len(v.items) > 1:
		return splice(settings, item.from, v.items[1].from, "")
	default:
		return splice(settings, v.inside, item.to, "")
	}
}

func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}

// parse reads the places of the values of a JSON object.
func parse(settings []byte) (*value, error) {
	if !json.Valid(settings) {
		return nil, errors.New("the settings are no JSON, in which comments are not allowed; nothing was changed")
	}
	p := parsing{text: settings}
	top := p.value("", p.skip(0))
	if top.kind != '{' {
		return nil, errors.New("the settings are no JSON object; nothing was changed")
	}
	return top, nil
}

// parsing reads a text that is valid JSON.
type parsing struct{ text []byte }

// skip passes over space, commas and colons.
func (p parsing) skip(at int) int {
	for at < len(p.text) && bytes.IndexByte([]byte(" \t\r\n,:"), p.text[at]) >= 0 {
		at++
	}
	return at
}

// value reads the value at a place.
func (p parsing) value(name string, at int) *value {
	v := &value{name: name, from: at, inside: at + 1}
	switch c := p.text[at]; c {
	case '{', '[':
		v.kind = c
		for at = p.skip(at + 1); p.text[at] != c+2; at = p.skip(at) { // '}' and ']' are two after '{' and '['
			item := p.item(c == '{', at)
			v.items = append(v.items, item)
			at = item.to
		}
		v.to = at + 1
	case '"':
		v.to = p.endOfText(at)
	default:
		for at < len(p.text) && bytes.IndexByte([]byte(" \t\r\n,:]}"), p.text[at]) < 0 {
			at++
		}
		v.to = at
	}
	return v
}

// item reads a member of an object, or an item of a list.
func (p parsing) item(isMember bool, at int) *value {
	if !isMember {
		return p.value("", at)
	}
	end := p.endOfText(at)
	var name string
	_ = json.Unmarshal(p.text[at:end], &name) // it is valid
	v := p.value(name, p.skip(end))
	v.from = at
	return v
}

// endOfText returns the place after the text that begins at a place.
func (p parsing) endOfText(at int) int {
	for at++; p.text[at] != '"'; at++ {
		if p.text[at] == '\\' {
			at++
		}
	}
	return at + 1
}
