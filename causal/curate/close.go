package curate

import (
	"slices"
	"strings"
)

// CloseCommand is the command that declares variables of a project closed, as a shell takes it.
func CloseCommand(project string, variables []string) string {
	words := []string{"causeway factors close --project", quoted(project)}
	if slices.ContainsFunc(variables, func(v string) bool { return strings.HasPrefix(v, "-") }) {
		words = append(words, "--")
	}
	for _, v := range variables {
		words = append(words, quoted(v))
	}
	return strings.Join(words, " ")
}

// quoted is a word that a shell takes as it is.
func quoted(word string) string {
	plain := word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/", r)
	})
	if plain {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
