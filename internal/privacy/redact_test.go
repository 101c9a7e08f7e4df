package privacy_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/privacy"
)

func TestRedact(t *testing.T) {
	rules := newRules(t, "")
	for _, c := range []struct{ why, text, want string }{
		{"the rest of a path stays", "open /home¦/anna/src/main.go:12", "open <home>/src/main.go:12"},
		{"on Windows too", `C:\Users\Anna Smith\Desktop\x`, `<home>\Desktop\x`},
		{"a name without spaces before a text", `C:\Users\anna and D:\x`, `<home> and D:\x`},
		{"the host of a URL stays", "postgres://app:hunter2@db.example.com:5432/x", "postgres://app:<password>@db.example.com:5432/x"},
		{"a port is no password", "http://10.0.0.1:8484/a@b", "http://10.0.0.1:8484/a@b"},
		{"the name of a secret stays", `{"password": "hunter2", "user": "x"}`, `{"password": "<password>", "user": "x"}`},
		{"JSON in JSON stays JSON", `{\"token\": \"abcdef123456\"}\nanna@example.com`, `{\"token\": \"<key>\"}\n<email>`},
		{"the dot of a sentence stays", "ask anna@example.com.", "ask <email>."},
		{"two of a kind", "a@example.com, b@example.com", "<email>, <email>"},
		{"a service's account is no person", "git@github.com:a/b.git", "git@github.com:a/b.git"},
		{"a key that is cut", "-----BEGIN PRIVATE KEY-----\nMIIEvQ", "<key>"},
		{"a key with its end", "x\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQ==\n-----END EC PRIVATE KEY-----\ny", "x\n<key>\ny"},
		{"a key without its beginning", "the key: … " + strings.Repeat("q8Zr", 16) + "\nTUlJRXZR==\n-----END EC PRIVATE KEY-----\ny", "the key: … <key>\ny"},
		{"the same in JSON", strings.Repeat("q8Zr", 16) + `\nTUlJRXZR==\n-----END PRIVATE KEY-----\n"`, `<key>\n"`},
		{"an end without a block", "it ends with -----END PRIVATE KEY----- in a line", "it ends with -----END PRIVATE KEY----- in a line"},
		{"an end far away is of another block", "-----BEGIN EC PRIVATE KEY-----! " + strings.Repeat("-- ", 6000) + "-----END EC", "<key>! " + strings.Repeat("-- ", 6000) + "-----END EC"},
		{"a header as a whole", "Authorization: Basic dXNlcjpwYXNz\nHost: x", "Authorization: <key>\nHost: x"},
		{"what follows a token in a URL stays", "/v1?access_token=abc123def456&page=2", "/v1?access_token=<key>&page=2"},
		{"a marker stays", "password=<password> token: <key>", "password=<password> token: <key>"},
		{"code", "Password: to.neo4jPassword, p: 0.0205078125", "Password: to.neo4jPassword, p: 0.0205078125"},
		{"nothing", "", ""},
		{"bytes that are no UTF-8", "\xff\xfe anna@example.com \xff", "\xff\xfe <email> \xff"},
	} {
		if got, _ := rules.Redact(whole(c.text)); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.why, c.text, got, c.want)
		}
	}
}

func TestRedactNamed(t *testing.T) {
	rules := newRules(t, "")
	for _, c := range []struct{ name, text, want string }{
		{"password", "two words", "<password>"},
		{"db_pass", "tiger", "<password>"},
		{"apiKey", "abcdef123456", "<key>"},
		{"apiKey", "see the vault", "see the vault"},
		{"phone", "555 0123 4", "<phone>"},
		{"phone", "of the office", "of the office"},
		{"Authorization", "Basic dXNlcjpwYXNz", "<key>"},
		{"Set-Cookie", "sid=1; Path=/", "<key>"},
		{"password", "<password>", "<password>"},
		{"token", "none", "none"},
		{"cookie", "^0.7.1", "^0.7.1"},
		{"compass", "north-1", "north-1"},
		{"", "hunter2", "hunter2"},
	} {
		if got, _ := rules.RedactNamed(c.name, c.text); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

func TestNew_FurtherPattern(t *testing.T) {
	rules := newRules(t, `CUST-\d+|\bproject (x|y)\b`)
	got, counts := rules.Redact("CUST-12 wrote anna@example.com about project x")
	if got != "<private> wrote <email> about <private>" {
		t.Errorf("redacted: %q", got)
	}
	if diff := cmp.Diff(privacy.Counts{privacy.KindPrivate: 2, privacy.KindEmail: 1}, counts); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ why, pattern, want string }{
		{"not readable", `(`, "missing closing"},
		{"the empty text", `a*`, "matches the empty text"},
		{"a marker", `[a-z]+`, "stands for what was replaced"},
	} {
		if _, err := privacy.New(c.pattern); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestJSON(t *testing.T) {
	rules := newRules(t, "")
	const given = `{"n":12345678901234567890,"to":["anna@example.com",{"password":"hunter2"}],"b@example.com":true,"c@example.com":null}`
	for _, c := range []struct {
		policy privacy.Policy
		want   string
		total  int
	}{
		{privacy.PolicyRedact, `{"<email>":true,"<email> 2":null,"n":12345678901234567890,"to":["<email>",{"password":"<password>"}]}`, 4},
		{privacy.PolicyDrop, `{"<dropped>":true,"<dropped> 2":null,"n":12345678901234567890,"to":["<dropped>",{"password":"<dropped>"}]}`, 4},
		{privacy.PolicyRefuse, given, 4},
		{privacy.PolicyOff, given, 0},
	} {
		got, counts, err := rules.JSON(json.RawMessage(given), c.policy)
		if err != nil || string(got) != c.want || counts.Total() != c.total {
			t.Errorf("%s: %s, %v, %v", c.policy, got, counts, err)
		}
		again, counts, err := rules.JSON(got, c.policy)
		if err != nil || string(again) != string(got) || c.policy != privacy.PolicyRefuse && counts.Total() != 0 {
			t.Errorf("%s again: %s, %v, %v", c.policy, again, counts, err)
		}
	}
	const clean = `{"b": 1,  "a": "<3"}`
	if got, counts, err := rules.JSON(json.RawMessage(clean), privacy.PolicyRedact); err != nil || string(got) != clean || counts.Total() != 0 {
		t.Errorf("nothing found: %s, %v, %v", got, counts, err)
	}
	for _, bad := range []string{"", "{", `{} {}`} {
		if _, _, err := rules.JSON(json.RawMessage(bad), privacy.PolicyRedact); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestText(t *testing.T) {
	rules := newRules(t, "")
	for policy, want := range map[privacy.Policy]string{
		privacy.PolicyRedact: "to <email>", privacy.PolicyDrop: "<dropped>", privacy.PolicyRefuse: "to anna@example.com", privacy.PolicyOff: "to anna@example.com",
	} {
		got, counts := rules.Text("to anna@example.com", policy)
		if got != want || (counts.Total() == 0) != (policy == privacy.PolicyOff) {
			t.Errorf("%s: %q, %v", policy, got, counts)
		}
	}
}

func TestParsePolicy(t *testing.T) {
	for _, p := range privacy.Policies() {
		if got, err := privacy.ParsePolicy(string(p)); got != p || err != nil {
			t.Errorf("%s: %v, %v", p, got, err)
		}
	}
	if _, err := privacy.ParsePolicy("hide"); err == nil {
		t.Error("an unknown policy is read")
	}
}

// TestRedact_LinearTime gives texts that would take hours if a rule looked back at what it has seen.
func TestRedact_LinearTime(t *testing.T) {
	rules := newRules(t, "")
	const size = 1 << 20
	for _, part := range []string{
		"sk-", "npm_", "-----BEGIN PRIVATE KEY-----!", "eyJ", "eyJaaaaaaaaaaaa.", "a@", "@", "://a:b/", "://", "token:", "password=", "--", "--token ", "bearer ",
		"+1 ", "1 ", "1", "(1)", "number ", "/home¦/", `C:\Users\a `, "<", "<email", "%40", "1:AA", "@tcp(", "cookie:", `"token":"`, "a@b.", "\x1b[1m",
	} {
		start := time.Now()
		rules.Redact(strings.Repeat(whole(part), size/len(part)))
		if took := time.Since(start); took > 2*time.Minute {
			t.Errorf("%q: %s", part, took)
		} else if took > time.Second {
			t.Logf("%q: %s", part, took)
		}
	}
}

func BenchmarkRedact(b *testing.B) {
	rules := newRules(b, "")
	text := strings.Repeat("the last six deployments began with it; 3 tables altered in /srv/app at 2026-05-03T09:00:04Z. ", 5)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		rules.Redact(text)
	}
}

// FuzzRedact looks for texts in which redacting again finds more, or whose markers are not counted.
func FuzzRedact(f *testing.F) {
	rules := newRules(f, `CUST-\d+`)
	for _, l := range labelledSet(f) {
		f.Add("note", l.Text)
	}
	f.Add("password", "a@example.com<key>x")
	f.Fuzz(func(t *testing.T, name, text string) {
		redacted, counts := rules.RedactNamed(name, text)
		if (counts.Total() == 0) != (redacted == text) {
			t.Fatalf("%q becomes %q with %v", text, redacted, counts)
		}
		if again, more := rules.RedactNamed(name, redacted); again != redacted || more.Total() > 0 {
			t.Fatalf("%q becomes %q, then %q with %v", text, redacted, again, more)
		}
		value, err := json.Marshal(map[string]any{name: []string{text, name}})
		if err != nil {
			return
		}
		first, _, err := rules.JSON(value, privacy.PolicyRedact)
		if err != nil {
			t.Fatal(err)
		}
		if second, more, err := rules.JSON(first, privacy.PolicyRedact); err != nil || string(second) != string(first) || more.Total() > 0 {
			t.Fatalf("%s, then %s, %v, %v", first, second, more, err)
		}
	})
}
