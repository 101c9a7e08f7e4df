package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// maxDepth is the maximum nesting of JSON; no known writer exceeds 10.
const maxDepth = 64

// kind is a JSON type.
type kind string

const (
	kindObject kind = "object"
	kindList   kind = "list"
	kindText   kind = "text"
	kindNumber kind = "number"
	kindBool   kind = "boolean"
	kindNull   kind = "null"
)

// node is a JSON value with the order of its members and its source text.
type node struct {
	kind kind
	// raw is the value as written in the document.
	raw []byte
	// text is the value of a string, or the literal of a number or boolean.
	text string
	// keys and members belong to an object, items to a list.
	keys    []string
	members map[string]*node
	items   []*node
	// repeated are keys that occur twice without contradiction.
	repeated []string
}

// SyntaxError says where a document is not acceptable JSON.
type SyntaxError struct {
	// Line and Column count from 1; the column counts characters.
	Line, Column int
	Message      string
}

// Error returns the position and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// parse reads exactly one JSON value. It rejects what JSON readers disagree about: bytes that are
// not UTF-8, and a key with two different values.
func parse(raw []byte) (*node, error) { return parseSome(raw, math.MaxInt) }

// parseSome is parse, except that for a list it may stop after more than many items.
func parseSome(raw []byte, many int) (*node, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(raw) {
		return nil, syntaxError(raw, invalidAt(raw), "the text is not valid UTF-8")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(raw, &whole); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, syntaxError(raw, int(syntax.Offset)-1, syntax.Error())
		}
		return nil, syntaxError(raw, 0, err.Error())
	}
	p := &parser{raw: raw, many: many, dec: json.NewDecoder(bytes.NewReader(raw))}
	p.dec.UseNumber()
	n, err := p.value(0)
	if err == nil {
		n.repeated = p.repeated
	}
	return n, err
}

// parser walks the tokens of valid JSON.
type parser struct {
	raw []byte
	dec *json.Decoder
	// many bounds the items of the outermost list.
	many     int
	repeated []string
}

func (p *parser) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, syntaxError(p.raw, int(p.dec.InputOffset()), fmt.Sprintf("the values nest more than %d levels deep", maxDepth))
	}
	from := p.next()
	token, err := p.dec.Token()
	if err != nil {
		return nil, syntaxError(p.raw, int(p.dec.InputOffset()), err.Error())
	}
	n := &node{}
	switch t := token.(type) {
	case json.Delim:
		err = p.inside(n, t, depth)
	case string:
		n.kind, n.text = kindText, t
	case json.Number:
		n.kind, n.text = kindNumber, t.String()
	case bool:
		n.kind, n.text = kindBool, fmt.Sprint(t)
	default:
		n.kind = kindNull
	}
	n.raw = p.raw[from:p.dec.InputOffset()]
	return n, err
}

// inside reads the members of an object or the items of a list, including the closing delimiter.
func (p *parser) inside(n *node, open json.Delim, depth int) error {
	n.kind = kindList
	if open == '{' {
		n.kind, n.members = kindObject, map[string]*node{}
	}
	for p.dec.More() {
		if n.kind == kindObject {
			if err := p.member(n, depth); err != nil {
				return err
			}
			continue
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, value)
		if depth == 0 && len(n.items) > p.many {
			return nil
		}
	}
	_, err := p.dec.Token()
	return err
}

// member reads one member. A key may occur twice if one value is empty or both are equal.
func (p *parser) member(n *node, depth int) error {
	at := p.next()
	token, err := p.dec.Token()
	if err != nil {
		return syntaxError(p.raw, at, err.Error())
	}
	key, _ := token.(string)
	value, err := p.value(depth + 1)
	if err != nil {
		return err
	}
	earlier := n.members[key]
	switch {
	case earlier == nil:
		n.keys = append(n.keys, key)
		n.members[key] = value
		return nil
	case earlier.isEmpty():
		n.members[key] = value
	case !value.isEmpty() && !bytes.Equal(earlier.raw, value.raw):
		return syntaxError(p.raw, at, fmt.Sprintf("the object has the key %q twice, with different values", shorten(key)))
	}
	p.repeated = append(p.repeated, key)
	return nil
}

// next returns the offset of the next value.
func (p *parser) next() int {
	at := int(p.dec.InputOffset())
	for at < len(p.raw) && strings.IndexByte(" \t\r\n:,", p.raw[at]) >= 0 {
		at++
	}
	return at
}

// syntaxError converts a byte offset to a line and a column in characters.
func syntaxError(raw []byte, at int, message string) error {
	at = max(0, min(at, len(raw)))
	before := raw[:at]
	line := bytes.Count(before, []byte("\n"))
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return &SyntaxError{Line: line + 1, Column: column + 1, Message: message}
}

func invalidAt(raw []byte) int {
	for at := 0; at < len(raw); {
		r, n := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && n == 1 {
			return at
		}
		at += n
	}
	return len(raw)
}

// flat formats any value as readable text: the members of an object with their keys, the items of
// a list one after the other.
func (n *node) flat() string {
	var parts []string
	switch n.kind {
	case kindObject:
		for _, key := range n.keys {
			if s := n.members[key].flat(); s != "" {
				parts = append(parts, key+": "+s)
			}
		}
		return strings.Join(parts, ", ")
	case kindList:
		for _, item := range n.items {
			if s := item.flat(); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, "; ")
	default:
		return strings.TrimSpace(n.text)
	}
}

// isEmpty reports whether the value says nothing.
func (n *node) isEmpty() bool { return n == nil || n.flat() == "" }

// shorten cuts a value for use in a message.
func shorten(s string) string {
	const most = 200
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
