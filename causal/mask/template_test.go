package mask_test

import (
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
		{"a commit in full", "Commit: 58ce707aa86a35125379b992d1cfeb7a89d0d32d", "Commit: <sha>"},
		{"a short commit", "Committed b2c8a534e7 (six files)", "Committed <sha> (six files)"},
		{"a range of commits", "a1b2c3d..e4f5a6b", "<sha>..<sha>"},
		{"a commit of digits only, said to be one", "Commit: 945563593", "Commit: <sha>"},
		{"a commit of letters only, said to be one", "commit efbabaf.", "commit <sha>."},
		{"a commit in capitals", "Commit B2C8A534E7", "Commit <sha>"},
		{"a commit in full, of digits only", strings.Repeat("1234567890", 4), "<sha>"},
		{"as long, of letters only", strings.Repeat("facade", 6) + "face", strings.Repeat("facade", 6) + "face"},
		{"digits only, shorter than a commit in full", strings.Repeat("123456789", 4), "<n>"},
		{"too short for a commit", "a1b2c3", "a1b2c3"},
		{"too long for a commit", "1" + strings.Repeat("ab", 32), "<n>" + strings.Repeat("ab", 32)},
		{"a word of hexadecimal letters is a word", "the effaced facade", "the effaced facade"},
		{"a name in machine writing", "Fixed review thread PRRT_kwDOQoWRls6HnXcG", "Fixed review thread <id>"},
		{"a comment by its number", "replied to r3216540483", "replied to <id>"},
		{"a camel with a digit is a word", "use Utf8Decoder", "use Utf8Decoder"},
		{"a UUID", "run 123e4567-e89b-12d3-a456-426614174000 ended", "run <uuid> ended"},
		{"a page", "see https://example.org/a/b?c=1#d.", "see <url>."},
		{"a page in brackets", "(http://example.org/x)", "(<url>"},
		{"a mail address", "asked ann@example.org, twice", "asked <email>, twice"},
		{"a day", "on 2026-01-03", "on <time>"},
		{"an instant", "at 2026-01-03T10:20:30.5Z", "at <time>"},
		{"a time of day", "at 10:20:30", "at <time>"},
		{"a Unix path", "Ran /usr/local/bin/tool", "Ran <path>"},
		{"a path in a repository", "Updated scripts/validation/pre_pr.py:120", "Updated <path>"},
		{"a file", "Fixed reopen_issue.py", "Fixed <path>"},
		{"a hidden folder", "moved to .claude/lib", "moved to <path>"},
		{"a member of a file", "tests/a_test.py::test_it failed", "<path>::test_it failed"},
		{"a Windows path", `Wrote C:\temp\x.log`, "Wrote <path>"},
		{"a function is no file", "replaced os.walk", "replaced os.walk"},
		{"a choice is no path", "stdout/stderr and/or I/O", "stdout/stderr and/or I/O"},
		{"a branch keeps its words", "pushed feat/1798-autonomous", "pushed feat/<n>-autonomous"},
		{"an issue", "Triage #4345", "Triage #<n>"},
		{"a document", "ADR-038 and ADR-040", "ADR-<n> and ADR-<n>"},
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
		{"a mask is a mask", "<n> of <path>", "<n> of <path>"},
	} {
		if got := mask.Template(c.text, factor.MaxVariable); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.why, c.text, got, c.want)
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
