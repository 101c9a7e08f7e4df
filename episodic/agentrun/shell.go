package agentrun

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// command is one program of a line for a shell.
type command struct {
	// program is the name without folder, sub the first word that is no flag.
	program, sub string
	words        []string
	// writes says that its output goes into a file.
	writes bool
}

// commands splits a line for a shell into its programs. Quotes hold words together; what a here
// document holds is left out.
func commands(line string) []command {
	var out []command
	for _, words := range text.Programs(line) {
		if c, is := commandOf(words); is {
			out = append(out, c)
		}
	}
	return out
}

// passedOver are words before the program that a line is about.
func passedOver() []string {
	return []string{"sudo", "env", "time", "nohup", "exec", "command", "then", "do", "else", "if", "while", "!", "(", "{"}
}

// commandOf reads the words of one program; cd and settings of variables are none.
func commandOf(words []string) (command, bool) {
	if words = fromProgram(words); len(words) == 0 {
		return command{}, false
	}
	c := command{program: path.Base(strings.TrimLeft(words[0], "({")), words: words}
	for i, w := range words[1:] {
		switch {
		case strings.HasPrefix(w, ">") || strings.HasPrefix(w, "1>"):
			target := cmp.Or(strings.TrimLeft(w, "1>|"), append(words, "", "")[i+2])
			c.writes = c.writes || target != "" && !strings.HasPrefix(target, "/dev/") && !strings.HasPrefix(target, "&")
		case c.sub == "" && w != "" && !strings.HasPrefix(w, "-") && !strings.Contains(w, ">"):
			c.sub = w
		}
	}
	return c, !slices.Contains([]string{"cd", "export", ".", ""}, c.program)
}

// fromProgram leaves out the words before the program.
func fromProgram(words []string) []string {
	for len(words) > 0 && (slices.Contains(passedOver(), words[0]) || isSetting(words[0])) {
		words = words[1:]
	}
	if len(words) > 1 && words[0] == "timeout" {
		return words[2:]
	}
	return words
}

// isSetting reports whether a word sets a variable.
func isSetting(word string) bool {
	name, _, is := strings.Cut(word, "=")
	return is && name != "" && !strings.ContainsAny(name, "/.-")
}

// subcommanded are programs whose first word says what they do.
func subcommanded() []string {
	return []string{
		"git", "go", "npm", "yarn", "pnpm", "npx", "bun", "pip", "pip3", "uv", "poetry", "cargo", "docker", "kubectl", "terraform", "make",
		"apt", "apt-get", "brew", "gh", "helm", "gcloud", "aws", "dotnet", "mvn", "gradle", "bazel", "rails", "conda", "systemctl", "just",
	}
}

// name returns the program with what it does, like "git push".
func (c command) name() string {
	if c.sub != "" && slices.Contains(subcommanded(), c.program) && len(c.sub) <= 30 && !strings.ContainsAny(c.sub, "/=$") {
		return c.program + " " + c.sub
	}
	if (c.program == "python" || c.program == "python3" || c.program == "node") && slices.Contains(c.words, "-m") {
		if i := slices.Index(c.words, "-m"); i+1 < len(c.words) {
			return c.words[i+1]
		}
	}
	return c.program
}

// changing are the programs that change something by what they are, by program and subcommand.
func changing() map[string][]string {
	any := []string{}
	return map[string][]string{
		"rm": any, "mv": any, "cp": any, "mkdir": any, "rmdir": any, "touch": any, "ln": any, "chmod": any, "chown": any, "tee": any, "patch": any,
		"truncate": any, "dd": any, "install": any, "kill": any, "apply_patch": any, "rsync": any, "unzip": any,
		"git":  {"push", "merge", "rebase", "reset", "revert", "checkout", "switch", "restore", "stash", "cherry-pick", "apply", "am", "rm", "mv", "tag", "clean", "pull", "init", "clone"},
		"go":   {"get", "mod", "install", "generate", "fmt", "work"},
		"npm":  {"install", "i", "ci", "uninstall", "update", "publish", "init"},
		"yarn": {"add", "remove", "install", "upgrade"}, "pnpm": {"add", "remove", "install", "update"}, "bun": {"add", "remove", "install"},
		"pip": {"install", "uninstall"}, "pip3": {"install", "uninstall"}, "uv": {"add", "remove", "sync", "pip"}, "poetry": {"add", "remove", "install", "update"}, "conda": {"install", "remove", "create"},
		"cargo": {"add", "remove", "install", "fix", "publish", "fmt"}, "apt": {"install", "remove"}, "apt-get": {"install", "remove"}, "brew": {"install", "uninstall", "upgrade"},
		"docker": {"build", "run", "rm", "rmi", "push", "stop", "start", "kill", "compose"}, "kubectl": {"apply", "delete", "create", "scale", "rollout", "patch", "edit"},
		"helm": {"install", "upgrade", "uninstall"}, "terraform": {"apply", "destroy", "import"}, "systemctl": {"start", "stop", "restart", "enable", "disable"},
		"make": {"install", "deploy", "generate", "clean", "fmt"}, "gh": {"pr", "issue", "release"}, "dotnet": {"add", "remove"},
	}
}

// changes reports whether the program changes something.
func (c command) changes() bool {
	if c.writes || c.inPlace() {
		return true
	}
	subs, known := changing()[c.program]
	return known && (len(subs) == 0 || slices.Contains(subs, c.sub)) && !c.looks()
}

// inPlace reports whether a flag makes a reading program write.
func (c command) inPlace() bool {
	flag := func(is func(string) bool) bool { return slices.ContainsFunc(c.words, is) }
	switch c.program {
	case "sed", "perl":
		return flag(func(w string) bool {
			return strings.HasPrefix(w, "-i") || strings.HasPrefix(w, "--in-place") || w == "-pi"
		})
	case "gofmt", "prettier", "black", "ruff", "eslint":
		return flag(func(w string) bool { return w == "-w" || w == "--write" || w == "--fix" }) || c.program == "black"
	case "curl", "wget":
		return flag(func(w string) bool {
			return slices.Contains([]string{"POST", "PUT", "DELETE", "PATCH", "-d", "--data", "-o", "-O", "-XPOST", "-XPUT", "-XDELETE", "-XPATCH"}, w)
		})
	}
	return false
}

// looks reports whether the words after a subcommand only show something.
func (c command) looks() bool {
	i := slices.Index(c.words, c.sub)
	if c.sub == "" || i < 0 {
		return false
	}
	rest := c.words[i+1:]
	next := ""
	if len(rest) > 0 {
		next = rest[0]
	}
	switch c.program + " " + c.sub {
	case "gh pr", "gh issue", "gh release":
		return slices.Contains([]string{"view", "list", "status", "diff", "checks", ""}, next)
	case "git stash":
		return next == "list" || next == "show"
	case "git tag":
		return next == "" || next == "-l" || next == "--list"
	case "docker compose":
		return slices.Contains([]string{"ps", "logs", "config", ""}, next)
	case "go mod":
		return slices.Contains([]string{"graph", "why", "verify"}, next)
	case "uv pip":
		return slices.Contains([]string{"list", "show", "freeze"}, next)
	}
	return false
}

// tests reports whether the program runs tests.
func (c command) tests() bool {
	switch c.name() {
	case "pytest", "unittest", "jest", "vitest", "mocha", "rspec", "phpunit", "tox", "ctest", "nosetests", "gotestsum",
		"go test", "npm test", "yarn test", "pnpm test", "bun test", "cargo test", "make test", "make check", "just test", "mvn test", "gradle test", "dotnet test", "bazel test", "rails test":
		return true
	case "npm run", "yarn run", "pnpm run":
		i := slices.Index(c.words, "run")
		return i+1 < len(c.words) && strings.HasPrefix(c.words[i+1], "test")
	case "npx jest", "npx vitest", "npx mocha", "npx playwright", "uv run", "poetry run":
		return c.sub != "run" || slices.Contains(c.words, "pytest")
	}
	return c.program == "gradlew" && strings.HasPrefix(c.sub, "test")
}

// commits reports whether the program makes a commit.
func (c command) commits() bool { return c.program == "git" && c.sub == "commit" }
