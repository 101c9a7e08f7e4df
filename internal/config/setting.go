package config

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Setting describes a setting with its three names.
type Setting struct {
	// Key is the dotted name in a file, Env the environment variable, Flag the flag without its
	// dashes, empty for a secret.
	Key, Env, Flag string
	// Doc is the help text.
	Doc string
	// Secret means that the value is never printed.
	Secret bool
	// Zero means that a number may be zero.
	Zero bool
	// Value is the value in the Config.
	Value any
}

const envPrefix = "CAUSEWAY"

// Settings lists every setting of c in the order of the struct.
func Settings(c Config) []Setting {
	return collect(reflect.ValueOf(c), "")
}

func collect(v reflect.Value, prefix string) []Setting {
	var out []Setting
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag := field.Tag.Get("mapstructure")
		if tag == "-" {
			continue
		}
		key := prefix + tag
		if field.Type.Kind() == reflect.Struct {
			out = append(out, collect(v.Field(i), key+".")...)
			continue
		}
		s := Setting{
			Key:    key,
			Env:    envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_")),
			Doc:    field.Tag.Get("doc"),
			Secret: field.Tag.Get("secret") == "true",
			Zero:   field.Tag.Get("zero") == "allowed",
			Value:  v.Field(i).Interface(),
		}
		if !s.Secret {
			s.Flag = strings.ReplaceAll(strings.ReplaceAll(key, ".", "-"), "_", "-")
		}
		out = append(out, s)
	}
	return out
}

// Dashed returns the flag as it is typed; empty for a secret.
func (s Setting) Dashed() string {
	if s.Flag == "" {
		return ""
	}
	return "--" + s.Flag
}

// String returns the value as it would be in a file, with secrets masked.
func (s Setting) String() string {
	text := fmt.Sprint(s.Value)
	if d, ok := s.Value.(time.Duration); ok {
		text = d.String()
	}
	if s.Secret && text != "" {
		return "********"
	}
	return text
}

// Table returns the settings as a Markdown table with their defaults.
func Table() string {
	var b strings.Builder
	b.WriteString("| key | environment | flag | default | meaning |\n|---|---|---|---|---|\n")
	for _, s := range Settings(Default()) {
		value := s.String()
		if s.Key == "home" {
			value = "the user's data folder"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", s.Key, s.Env, code(s.Dashed()), code(value), s.Doc)
	}
	return b.String()
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
