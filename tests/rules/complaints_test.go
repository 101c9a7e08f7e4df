package rules_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// TestComplaints wants each complaint of docs/complaints.md to name tests that exist.
func TestComplaints(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		for _, m := range regexp.MustCompile(`func (Test\w+)\(`).FindAllStringSubmatch(tree.Read(t, s.Path), -1) {
			have[s.Dir()+"."+m[1]] = s.IsTest()
		}
	}
	tree.Report(t, checkComplaints(tree.Read(t, "docs/complaints.md"), have))
}

// checkComplaints returns the complaints that no test stands behind.
func checkComplaints(page string, have map[string]bool) []string {
	var complaints []string
	parts := strings.Split(page, "\n## ")[1:]
	for i, part := range parts {
		title, text, _ := strings.Cut(part, "\n")
		if want := fmt.Sprintf("%d. ", i+1); i < 20 && !strings.HasPrefix(title, want) {
			complaints = append(complaints, fmt.Sprintf("%q should have the number %d", title, i+1))
		}
		named := regexp.MustCompile("`([\\w/]+\\.Test\\w+)`").FindAllStringSubmatch(text, -1)
		if len(named) == 0 {
			complaints = append(complaints, title+": no test shows it")
		}
		for _, m := range named {
			if !have[m[1]] {
				complaints = append(complaints, title+": there is no test "+m[1])
			}
		}
	}
	if len(parts) != 21 {
		complaints = append(complaints, fmt.Sprintf("docs/complaints.md has %d parts, want 20 complaints and those beside them", len(parts)))
	}
	return complaints
}

func TestComplaints_Planted(t *testing.T) {
	have := map[string]bool{"tests/rules.TestA": true}
	tree.Planted(t, "a test that is gone", checkComplaints("\n## 1. One\nShown by `tests/rules.TestB`\n", have), "no test tests/rules.TestB")
	tree.Planted(t, "a complaint without a test", checkComplaints("\n## 1. One\nNothing.\n", have), "no test shows it")
	tree.Planted(t, "a complaint that is missing", checkComplaints("\n## 2. Two\nShown by `tests/rules.TestA`\n", have), "should have the number 1")
}
