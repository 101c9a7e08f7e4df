package agents

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/causeway-memory/causeway/graph"
)

//go:embed operations/*.graphql
var documents embed.FS

//go:embed guide.md
var guide string

// Guide returns the page, in Markdown, that tells an agent when to ask what, with examples.
func Guide() string { return guide }

// Operations returns the documents of an agent's day, by the names of their files without the ending.
func Operations() map[string]string {
	out := map[string]string{}
	names, err := fs.Glob(documents, "operations/*.graphql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		text, err := documents.ReadFile(name)
		if err != nil {
			panic(fmt.Sprintf("read the embedded %s: %v", name, err))
		}
		out[strings.TrimSuffix(strings.TrimPrefix(name, "operations/"), ".graphql")] = string(text)
	}
	return out
}

// Schema returns the part of the contract that [Operations] use, as SDL.
func Schema() string {
	var all []string
	for _, text := range Operations() {
		all = append(all, text)
	}
	text, err := prune(graph.Schema, all)
	if err != nil {
		panic(fmt.Sprintf("the profile of an agent: %v", err)) // a test holds that it fits
	}
	return text
}

// Skill returns the guide as the SKILL.md of a coding agent: with the front matter that says when to read it.
func Skill() string {
	return "---\nname: causeway-memory\ndescription: " +
		"Ask causeway, the memory of past work, before a task, after an error and when choosing between options; record what was done after it.\n---\n\n" + guide
}

// Section returns the guide as a section of an AGENTS.md: its headings one level lower.
func Section() string { return "#" + guide }
