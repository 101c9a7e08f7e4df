package mask_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/mask"
)

func TestTemplate(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"nothing to mask", "Read review threads", "Read review threads"},
		{"one line", "  two\n\tlines ", "two lines"},
		{"empty", "", ""},
		{"control characters are space", "a\x00b\x1b c", "a b c"},
		{"a commit in full is known by seven digits", "Commit: 58ce707aa86a35125379b992d1cfeb7a89d0d32d", "Commit: 58ce707"},
		{"a short commit", "Committed b2c8a534e7 (six files)", "Committed b2c8a53 (six files)"},
		{"a range of commits", "a1b2c3d..e4f5a6b", "a1b2c3d..e4f5a6b"},
		{"a commit of digits only, said to be one", "Commit: 945563593", "Commit: 945563593"},
		{"a commit of letters only, said to be one", "commit efbabaf.", "commit efbabaf."},
		{"a commit in capitals", "Commit B2C8A534E7", "Commit b2c8a53"},
		{"a commit whose first seven digits are a number", "1234567ab", "1234567ab"},
		{"a commit in full, of digits only", strings.Repeat("1234567890", 4), strings.Repeat("1234567890", 4)},
		{"as long, of letters only", strings.Repeat("facade", 6) + "face", strings.Repeat("facade", 6) + "face"},
		{"digits only, shorter than a commit in full", strings.Repeat("123456789", 4), "<n>"},
		{"too short for a commit", "a1b2c3", "a1b2c3"},
		{"too long for a commit", "1" + strings.Repeat("ab", 32), "<n>" + strings.Repeat("ab", 32)},
		{"a word of hexadecimal letters is a word", "the effaced facade", "the effaced facade"},
		{"a name in machine writing", "Fixed review thread PRRT_kwDOQoWRls6HnXcG", "Fixed review thread <id>"},
		{"a comment by its number", "replied to r3216540483", "replied to <id>"},
		{"a camel with a digit is a word", "use Utf8Decoder", "use Utf8Decoder"},
		{"a UUID", "run 123e4567-e89b-12d3-a456-426614174000 ended", "run <uuid> ended"},
		{"a page", "see https://example.org/a/b?c=1#d.", "see https://example.org/a/b."},
		{"a page in brackets", "(http://example.org/x)", "(http://example.org/x)"},
		{"a mail address", "asked ann@example.org, twice", "asked <email>, twice"},
		{"a day", "on 2026-01-03", "on <time>"},
		{"an instant", "at 2026-01-03T10:20:30.5Z", "at <time>"},
		{"a time of day", "at 10:20:30", "at <time>"},
		{"a Unix path", "Ran /usr/local/bin/tool", "Ran /usr/local/bin/tool"},
		{"a path in a repository", "Updated scripts/validation/pre_pr.py:120", "Updated scripts/validation/pre_pr.py"},
		{"a file", "Fixed reopen_issue.py", "Fixed reopen_issue.py"},
		{"a hidden folder", "moved to .claude/lib", "moved to .claude/lib"},
		{"a member of a file", "tests/a_test.py::test_it failed", "tests/a_test.py::test_it failed"},
		{"a Windows path", `Wrote C:\temp\x.log`, `Wrote C:\temp\x.log`},
		{"a function is no file", "replaced os.walk", "replaced os.walk"},
		{"a choice is no path", "stdout/stderr and/or I/O", "stdout/stderr and/or I/O"},
		{"a branch", "pushed feat/1798-autonomous", "pushed feat/1798-autonomous"},
		{"a share is no branch", "84/84 passed at 5/s", "<n>/<n> passed at <n>/s"},
		{"a count with a number sign", "Attempt #2 failed, retry #3.", "Attempt #<n> failed, retry #<n>."},
		{"an issue", "Triage #4345", "Triage #4345"},
		{"a pull request in words", "PR 63 merged, pull request 6 and Issue: 7.", "PR 63 merged, pull request 6 and Issue: 7."},
		{"a request is no pull request", "request 6 of 9 failed", "request <n> of <n> failed"},
		{"an issue elsewhere", "owner/repo#12", "owner/repo#12"},
		{"a ticket after a word", "(PAY-412)", "(PAY-412)"},
		{"a round is no ticket", "round-12 and A-1", "round-<n> and A-<n>"},
		{"a document", "ADR-038 and ADR-040", "ADR-038 and ADR-040"},
		{"a version", "Bumped to 0.5.259 from v1.2", "Bumped to <version> from <version>"},
		{"a model keeps its name", "gpt-5.6-sol", "gpt-<n>-sol"},
		{"a decimal with a unit", "took 258.75s", "took <n>s"},
		{"thousands", "1,874 orders of 12,000,001.", "<n> orders of <n>."},
		{"a list", "exit 1,2,3 and 10,18", "exit <n>,<n>,<n> and <n>,<n>"},
		{"a share", "(100%)", "(<n>%)"},
		{"a signed number", "(-237) +4", "(<n>) <n>"},
		{"a hexadecimal number", "exit 0x1F", "exit <hex>"},
		{"a setting", "--max=612", "--max=<n>"},
		{"a digit in a word is its own", "e2e sha256sum P1", "e2e sha256sum P1"},
		{"quotes stay", "`uv run pytest` said \"3 passed\"", "`uv run pytest` said \"<n> passed\""},
		{"other scripts", "修正 3 件", "修正 <n> 件"},
		{"a mask is a mask", "<n> of <id>", "<n> of <id>"},
	} {
		if got := mask.Template(c.text, factor.MaxVariable); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.why, c.text, got, c.want)
		}
	}
}

func TestReferences(t *testing.T) {
	for text, want := range map[string][]string{
		"PR #63 merged":                            {"63"},
		"PR #6 merged":                             {"6"},
		"pytest failed 3 tests in 4.2s":            nil,
		"Commit B2C8A534E7 of PAY-412":             {"b2c8a53", "412"},
		"Updated a/b.py:12 after http://x.org/y?z": {"a/b.py", "http://x.org/y"},
	} {
		if got := mask.References(mask.Template(text, factor.MaxVariable)); !slices.Equal(got, want) {
			t.Errorf("%q has the references %q, want %q", text, got, want)
		}
	}
}

func TestTemplate_Cut(t *testing.T) {
	for _, c := range []struct {
		why, text string
		most      int
		want      string
	}{
		{"as long as may be", "abc def", 7, "abc def"},
		{"no space before the ellipsis", "abc def ghi", 5, "abc…"},
		{"a character is no byte", "äöüäöüäöü", 5, "äöüä…"},
		{"what follows counts for nothing", strings.Repeat("word ", 3_000), 9, "word wor…"},
	} {
		if got := mask.Template(c.text, c.most); got != c.want {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{
		"Commit: 58ce707", "x.py-5", "a/b-5-/c/d", "http://x y", "1.2.3.4", "2026/01/02", "<n>/<n>/<n>", "C:\\x", "é́9",
		"a@b.c,d@e.f", "PRRT_kwDOQoWRls6HnXcG…", "\xff9\xfe", "12:30 12:3", "....5", "v1.2-rc.1+x", "\u00a05", "::1.go::x",
	} {
		f.Add(seed, uint8(20))
	}
	f.Fuzz(func(t *testing.T, text string, most uint8) {
		n := int(most) + 1
		got := mask.Template(text, n)
		if again := mask.Template(got, n); again != got {
			t.Errorf("%q becomes %q, and then %q", text, got, again)
		}
		if utf8.RuneCountInString(got) > n {
			t.Errorf("%q has more than %d characters", got, n)
		}
		if strings.ContainsAny(got, "\n\t\r\x00") {
			t.Errorf("%q has more than one line", got)
		}
	})
}
