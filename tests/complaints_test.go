package tests_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestComplaints wants each complaint of docs/complaints.md to name tests that exist.
func TestComplaints(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		for _, m := range regexp.MustCompile(`func (Test\w+)\(`).FindAllStringSubmatch(read(t, s.path), -1) {
			have[s.dir()+"."+m[1]] = s.isTest()
		}
	}
	report(t, checkComplaints(read(t, "docs/complaints.md"), have))
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
	have := map[string]bool{"tests.TestA": true}
	planted(t, "a test that is gone", checkComplaints("\n## 1. One\nShown by `tests.TestB`\n", have), "no test tests.TestB")
	planted(t, "a complaint without a test", checkComplaints("\n## 1. One\nNothing.\n", have), "no test shows it")
	planted(t, "a complaint that is missing", checkComplaints("\n## 2. Two\nShown by `tests.TestA`\n", have), "should have the number 1")
}
