package notes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// frontmatter is written in the order of its keys.
type frontmatter struct{ node yaml.Node }

func newFrontmatter() *frontmatter {
	return &frontmatter{yaml.Node{Kind: yaml.MappingNode}}
}

func (f *frontmatter) put(key string, value *yaml.Node) {
	f.node.Content = append(f.node.Content, scalar(key), value)
}

// text writes a text unless it is empty.
func (f *frontmatter) text(key, s string) {
	if s != "" {
		f.put(key, scalar(s))
	}
}

// texts writes a list unless it is empty.
func (f *frontmatter) texts(key string, list []string) {
	if len(list) == 0 {
		return
	}
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, s := range list {
		n.Content = append(n.Content, scalar(s))
	}
	if !slices.ContainsFunc(list, func(s string) bool { return len(s) > 30 }) {
		n.Style = yaml.FlowStyle
	}
	f.put(key, n)
}

// number writes a number as it is.
func (f *frontmatter) number(key, digits string) {
	f.put(key, &yaml.Node{Kind: yaml.ScalarNode, Value: digits})
}

// under writes a mapping unless it is empty.
func (f *frontmatter) under(key string, inner *frontmatter) {
	if len(inner.node.Content) > 0 {
		f.put(key, &inner.node)
	}
}

// bytes returns the frontmatter with its two lines ---.
func (f *frontmatter) bytes() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("---\n")
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := errors.Join(enc.Encode(&f.node), enc.Close()); err != nil {
		return nil, fmt.Errorf("write the frontmatter: %w", err)
	}
	b.WriteString("---\n")
	return b.Bytes(), nil
}

// scalar returns a text. One that is more than a line of visible characters is quoted with escapes, so
// that no line of it can be taken for the end of the frontmatter.
func scalar(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	odd := func(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) || r != ' ' && unicode.IsSpace(r) }
	if strings.ContainsFunc(s, odd) || strings.TrimSpace(s) != s {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// values are the members of a frontmatter, in their order.
type values struct {
	keys    []string
	members map[string]*yaml.Node
	used    map[string]bool
}

// readFrontmatter parses a frontmatter.
func readFrontmatter(raw []byte) (*values, error) {
	var top yaml.Node
	if err := yaml.Unmarshal(raw, &top); err != nil {
		return nil, fmt.Errorf("read the frontmatter: %w", err)
	}
	if len(top.Content) == 0 {
		return &values{members: map[string]*yaml.Node{}, used: map[string]bool{}}, nil
	}
	return members(top.Content[0])
}

// members returns the members of a mapping.
func members(n *yaml.Node) (*values, error) {
	v := &values{members: map[string]*yaml.Node{}, used: map[string]bool{}}
	if n == nil {
		return v, nil
	}
	if n.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d of the frontmatter: keys and values are wanted", n.Line+1)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if v.members[key] != nil {
			return nil, fmt.Errorf("line %d of the frontmatter: the key %q is there twice", n.Content[i].Line+1, key)
		}
		v.keys, v.members[key] = append(v.keys, key), n.Content[i+1]
	}
	return v, nil
}

// get returns a member and marks it as read; nil if it is absent or null.
func (v *values) get(key string) *yaml.Node {
	v.used[key] = true
	n := v.members[key]
	if n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	return n
}

// text returns the text of a scalar member.
func (v *values) text(key string) string {
	if n := v.get(key); n != nil && n.Kind == yaml.ScalarNode {
		return n.Value
	}
	return ""
}

// texts returns the scalars of a list; a single one counts as a list.
func (v *values) texts(key string) []string {
	n := v.get(key)
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.ScalarNode:
		return []string{n.Value}
	}
	var out []string
	for _, c := range n.Content {
		if c.Kind == yaml.ScalarNode && n.Kind == yaml.SequenceNode {
			out = append(out, c.Value)
		}
	}
	return out
}

// rest returns the keys that were not read.
func (v *values) rest() []string {
	return slices.DeleteFunc(slices.Clone(v.keys), func(key string) bool { return v.used[key] })
}

// errAlias refuses what could make a small file a huge value.
var errAlias = errors.New("the frontmatter has anchors and aliases, which are not taken")

// toJSON returns a value as JSON. Numbers that JSON writes otherwise are texts.
func toJSON(n *yaml.Node) (json.RawMessage, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return nil, fmt.Errorf("line %d: %w", n.Line+1, errAlias)
	case yaml.SequenceNode:
		out := []json.RawMessage{}
		for _, c := range n.Content {
			raw, err := toJSON(c)
			if err != nil {
				return nil, err
			}
			out = append(out, raw)
		}
		return encode(out)
	case yaml.MappingNode:
		v, err := members(n)
		if err != nil {
			return nil, err
		}
		out := map[string]json.RawMessage{}
		for _, key := range v.keys {
			if out[key], err = toJSON(v.members[key]); err != nil {
				return nil, err
			}
		}
		return encode(out)
	default:
		return scalarJSON(n)
	}
}

func scalarJSON(n *yaml.Node) (json.RawMessage, error) {
	switch n.Tag {
	case "!!null":
		return json.RawMessage("null"), nil
	case "!!bool":
		if on, err := strconv.ParseBool(strings.ToLower(n.Value)); err == nil {
			return json.RawMessage(strconv.FormatBool(on)), nil
		}
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.RawMessage(n.Value), nil
		}
	}
	return encode(n.Value)
}

// encode writes JSON and leaves raw values and characters as they are.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
