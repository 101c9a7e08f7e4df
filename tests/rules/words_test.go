package rules_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// bannedWords are kept out of every committed file: hosts that the package managers'
// own settings name, and paths of one machine. Each is written in two halves, so that this
// file is no exception.
func bannedWords() []string {
	return []string{
		"proxy." + "golang.org", "sum." + "golang.org", "repo1." + "maven.org", "repo." + "maven.apache.org",
		"registry." + "npmjs.org", "/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/Use" + "rs/",
	}
}

// checkWords returns the banned words of a text, and the marks of an unfinished text.
func checkWords(name string, text []byte) []string {
	var complaints []string
	for n, line := range bytes.Split(text, []byte("\n")) {
		for _, word := range bannedWords() {
			if bytes.Contains(line, []byte(word)) {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %q has no place in the repository", name, n+1, word))
			}
		}
		for _, mark := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X"} {
			if bytes.Contains(line, []byte(mark)) && strings.HasSuffix(name, ".go") {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s: do it or open an issue", name, n+1, mark))
			}
		}
	}
	return complaints
}

func TestWords_NothingOfOneMachine(t *testing.T) {
	for _, name := range tree.Committed(t) {
		text, err := os.ReadFile(filepath.Join(tree.Root(), filepath.FromSlash(name)))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		isText := !bytes.Contains(text, []byte{0})
		isGenerated := strings.HasPrefix(name, "graph/generated/")
		if isText && !isGenerated {
			tree.Report(t, checkWords(name, text))
		}
	}
}

func TestWords_Planted(t *testing.T) {
	for _, word := range bannedWords() {
		tree.Planted(t, "a banned word", checkWords("a.md", []byte("see https://"+word+"x")), word)
	}
	tree.Planted(t, "work left undone", checkWords("a.go", []byte("// TO"+"DO: later")), "open an issue")
	if got := checkWords("a.md", []byte("the work goes on at home, root cause unknown")); len(got) > 0 {
		t.Errorf("plain words are refused: %v", got)
	}
}
