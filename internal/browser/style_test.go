package browser_test

import (
	"regexp"
	"strings"
	"testing"
)

// style reads a GraSS file as the Browser does: rules by selector, and what it drops without
// a word, such as a caption with a colon.
func style(t *testing.T, text string) map[string]map[string]string {
	t.Helper()
	rules := map[string]map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)([a-zA-Z._]+) \{\n(.*?)\n\}\n`).FindAllStringSubmatch(text, -1) {
		rules[m[1]] = map[string]string{}
		for line := range strings.Lines(m[2]) {
			name, value, found := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ";"), ": ")
			if !found || strings.Contains(value, ":") || strings.Contains(value, ";") {
				t.Errorf("%s: the Browser does not take %q", m[1], line)
			}
			rules[m[1]][name] = strings.Trim(value, `"`)
		}
	}
	return rules
}

func TestStyle_TellsKindsAndRelationsApart(t *testing.T) {
	text := ask(t, own(), "GET", "h", "/causeway.grass").Body.String()
	rules := style(t, text)
	seen := map[string]string{}
	for _, selector := range []string{
		"node.Episode", "node.Decision", "node.Event", "node.Outcome", "node.Factor", "node.Pattern",
		"relationship.CAUSES", "relationship.ENABLES", "relationship.PREVENTS", "relationship.CORRELATES",
		"relationship.SUPPORTED_BY", "relationship.CONTRADICTED_BY",
	} {
		color := rules[selector]["color"]
		if other, taken := seen[color]; taken || !regexp.MustCompile(`^#[0-9A-F]{6}$`).MatchString(color) {
			t.Errorf("%s has the colour %q, as %s", selector, color, other)
		}
		seen[color] = selector
		evidence := strings.HasSuffix(selector, "ED_BY") // which says whether it was seen or applied
		if strings.HasPrefix(selector, "relationship") && !evidence && !strings.Contains(rules[selector]["caption"], "{basis}") {
			t.Errorf("%s does not say its basis: %q", selector, rules[selector]["caption"])
		}
		if (strings.HasPrefix(selector, "node") || evidence) && !strings.Contains(rules[selector]["caption"], "{") {
			t.Errorf("%s has the caption %q", selector, rules[selector]["caption"])
		}
	}
	// The later rule wins, and every occurrence and episode has the wider label too.
	for wide, narrow := range map[string]string{"node.Occurrence ": "node.Decision ", "node.Record ": "node.Episode "} {
		if strings.Index(text, wide) > strings.Index(text, narrow) || !strings.Contains(text, wide) {
			t.Errorf("%s does not come before %s", wide, narrow)
		}
	}
}

func TestStyle_IsTheLegendOfTheGuide(t *testing.T) {
	rules := style(t, ask(t, own(), "GET", "h", "/causeway.grass").Body.String())
	guide := ask(t, own(), "GET", "h", "/guide.html").Body.String()
	for selector, word := range map[string]string{
		"node.Episode": "episode", "node.Decision": "decision", "node.Event": "event", "node.Outcome": "outcome", "node.Factor": "factor", "node.Pattern": "pattern",
		"relationship.SUPPORTED_BY": "supported", "relationship.CONTRADICTED_BY": "contradicted",
		"relationship.CAUSES": "causes", "relationship.ENABLES": "enables", "relationship.PREVENTS": "prevents", "relationship.CORRELATES": "goes with",
	} {
		if !regexp.MustCompile(`background:` + rules[selector]["color"] + `;[^>]*>` + word + `</b>`).MatchString(guide) {
			t.Errorf("the guide shows %q in another colour than %s", word, rules[selector]["color"])
		}
	}
}
