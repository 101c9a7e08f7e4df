package privacy

import "strings"

// homeForm is how a path to a home folder begins.
type homeForm struct {
	root string
	// windows says that the name may have spaces and that the letter of a drive stands before the root.
	windows bool
	// end is what the name does not reach beyond, if it is no sign of a path.
	end byte
}

const slash = "/"

func homeForms() []homeForm {
	return []homeForm{
		{root: "/home" + slash},
		{root: "/Users" + slash},
		{root: `:\Users\`, windows: true},
		{root: `:\\Users\\`, windows: true},
		{root: `:\users\`, windows: true},
		{root: `:\\users\\`, windows: true},
		{root: "/-home-", end: '-'},
		{root: "/-Users-", end: '-'},
	}
}

// appendHomes finds home folders with the name of a user. What is below them stays.
func appendHomes(all []span, text string) []span {
	for _, f := range homeForms() {
		for from := 0; ; {
			i := strings.Index(text[from:], f.root)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(f.root)
			start, is := f.start(text, at)
			end := f.name(text, from)
			if !is || end == from || shared(text[from:end]) {
				continue
			}
			if f.end != 0 {
				start++ // the slash is of the folder around it
			}
			all = append(all, span{start, end, KindHome})
		}
	}
	return all
}

// start returns where a path begins whose root is at a place; the root is one of a path only if nothing of it stands before.
func (f homeForm) start(text string, at int) (int, bool) {
	switch {
	case f.windows:
		return at - 1, at > 0 && letter.has(text[at-1]) && opens(text, at-1)
	case f.end != 0, at == 0, strings.HasSuffix(text[:at], "file://"):
		return at, true
	}
	for _, above := range []string{"/var", "/export", "/usr", "/System/Volumes/Data"} {
		if before, is := strings.CutSuffix(text[:at], above); is {
			return len(before), edge(text, len(before))
		}
	}
	if start, is := driveStart(text, at); is {
		return start, edge(text, start)
	}
	if at >= 2 && letter.has(text[at-1]) && text[at-2] == '-' { // an option of one letter
		return at, edge(text, at-2)
	}
	return at, edge(text, at)
}

// driveStart returns where the letter of a drive begins that stands before a place: C:, /c or /mnt/c.
func driveStart(text string, at int) (int, bool) {
	if at < 2 {
		return 0, false
	}
	before, drive := text[at-2], text[at-1]
	switch {
	case drive == ':' && letter.has(before):
		return at - 2, opens(text, at-2)
	case !letter.has(drive) || before != '/':
		return 0, false
	case strings.HasSuffix(text[:at-1], "/mnt/"):
		return at - len("/mnt/c"), true
	}
	return at - 2, true
}

// edge reports whether an absolute path may begin at a place.
func edge(text string, at int) bool {
	return opens(text, at) && (at == 0 || strings.IndexByte("./-_~)}]*", text[at-1]) < 0 && !high.has(text[at-1]))
}

// longestUser is the maximum length of the name of a user with spaces.
const longestUser = 40

// name returns the end of the name that begins at a place, or the place if there is none.
func (f homeForm) name(text string, start int) int {
	if f.end != 0 {
		return (alnum | under | dot | high).run(text, start)
	}
	end := trimDots(text, start, (word|dash|dot|high).run(text, start))
	if f.windows && end > start {
		rest := text[end:min(len(text), end+longestUser)]
		if i := (word | dash | dot | high | space).run(rest, 0); i > 0 && i < len(rest) && rest[i] == '\\' && !strings.Contains(rest[:i], "\n") {
			return end + i
		}
	}
	return end
}

// shared reports whether a home folder is nobody's.
func shared(name string) bool {
	return name == "Shared" || name == "Public" || name == "Default" || name == "linuxbrew"
}
