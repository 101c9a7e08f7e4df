package privacy

import "strings"

// passwordNames and keyNames list how names of passwords and keys end, in lower case, without -, _ and dots.
func passwordNames() []string {
	return []string{"password", "passwd", "passphrase", "passcode", "passwort", "secret"}
}

func keyNames() []string {
	return []string{
		"token", "apikey", "accesskey", "secretkey", "secretkeybase", "authkey", "privatekey", "encryptionkey", "signingkey", "accountkey", "sharedkey",
		"masterkey", "credential", "credentials", "signature", "authorization",
	}
}

// shortNames are names that are only a part of a word elsewhere: they have to stand alone behind -, _ or a dot.
func shortNames() []string { return []string{"pass", "pwd", "pw", "sig", "creds", "cookie"} }

// secrecy is how a name says that its value is secret.
type secrecy int

const (
	public secrecy = iota
	// secretKey is the name of a key, whose value is random; secretPassword that of a password, whose value may be any word.
	secretKey
	secretPassword
	// secretHeader is the name of the header Authorization, secretCookie that of cookies: their values have several parts.
	secretHeader
	secretCookie
)

func (s secrecy) kind() Kind {
	if s == secretPassword {
		return KindPassword
	}
	return KindKey
}

const (
	// longestName is the maximum length of a name that is looked at, longestValue that of a value.
	longestName, longestValue = 64, 512
	// longestGap is how many quotes, brackets and spaces may stand between a name and its value.
	longestGap = 6
)

// secrecyOf says what a name says of its value.
func secrecyOf(name string) secrecy {
	if len(name) > longestName {
		name = name[len(name)-longestName:]
	}
	lowered := strings.ToLower(name)
	last := lowered[strings.LastIndexAny(lowered, "-_.")+1:]
	for _, short := range shortNames() {
		switch {
		case last != short:
		case short == "cookie":
			return secretCookie
		case short == "sig":
			return secretKey
		default:
			return secretPassword
		}
	}
	plain := squeezed(lowered)
	if strings.HasSuffix(plain, "authorization") {
		return secretHeader
	}
	for _, n := range keyNames() {
		if strings.HasSuffix(plain, n) {
			return secretKey
		}
	}
	for _, n := range passwordNames() {
		if strings.HasSuffix(plain, n) {
			return secretPassword
		}
	}
	return public
}

// squeezed returns a name in lower case without the signs between its words.
func squeezed(lowered string) string {
	if !strings.ContainsAny(lowered, "-_. ") {
		return lowered
	}
	b := make([]byte, 0, len(lowered))
	for i := range len(lowered) {
		if c := lowered[i]; c != '-' && c != '_' && c != '.' && c != ' ' {
			b = append(b, c)
		}
	}
	return string(b)
}

// maybeSecret says by the last letter of a name whether it is worth a look.
func maybeSecret(name string) bool {
	if len(name) < 2 {
		return false
	}
	switch name[len(name)-1] | 0x20 {
	case 'd', 'e', 'g', 'l', 'n', 's', 't', 'w', 'y':
		return true
	}
	return false
}

// named reports whether the value of a name, as in a JSON object, is to be replaced as a whole.
func named(name, text string) (span, bool) {
	value := strings.TrimSpace(text)
	if name == "" || value == "" || markerAt(value, 0) == len(value) {
		return span{}, false
	}
	whole := span{0, len(text), KindPhone}
	if phoneName(name) {
		return whole, onlyPhone(value)
	}
	s := secrecyOf(name)
	whole.kind = s.kind()
	switch s {
	case public:
		return span{}, false
	case secretHeader, secretCookie:
		return whole, s.header(value)
	}
	return whole, s.holds(value, stated)
}

// manner is how a value is given.
type manner int

const (
	// stated is a value in quotes or right behind a sign of equality.
	stated manner = iota
	// bare is such a value without quotes, which can be code as well.
	bare
	// told is a value behind a colon and a space, which can be any prose.
	told
)

// holds reports whether a value is a secret and no placeholder, type, or name.
func (s secrecy) holds(value string, how manner) bool {
	switch {
	case markerAt(value, 0) > 0, placeholder(value), how != stated && member(value):
		return false
	case s == secretPassword:
		return isPassword(value, how)
	}
	return isKey(value, how)
}

// The least lengths of passwords and keys; what prose tells has to be longer.
const (
	leastPassword, leastToldPassword = 4, 6
	leastKey, leastToldKey           = 8, 12
	// leastWordKey is that of a key without a digit.
	leastWordKey = 20
)

func isPassword(value string, how manner) bool {
	all := mix(value)
	switch how {
	case stated:
		return len(value) >= leastPassword
	case bare:
		return len(value) >= leastPassword && (all&digit != 0 || all&(dot|under) == 0)
	}
	return len(value) >= leastToldPassword && (all&digit != 0 || inside(value) || strings.ContainsAny(value, "!#$%^&*+=?@"))
}

func isKey(value string, how manner) bool {
	least := leastKey
	if how == told {
		least = leastToldKey
	}
	if len(value) < least || strings.ContainsAny(value, " \n") || strings.Contains(value, "://") || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") {
		return false
	}
	all := mix(value)
	if all&digit != 0 {
		return all&letter != 0
	}
	return how != told && len(value) >= leastWordKey && all&upper != 0 && all&lower != 0 && all&(dot|under|dash) == 0
}

// inside reports whether a word has an upper case letter behind a lower case one.
func inside(word string) bool {
	for i := 1; i < len(word); i++ {
		if upper.has(word[i]) && lower.has(word[i-1]) {
			return true
		}
	}
	return false
}

// placeholder reports whether a value stands for one: a variable, a call, stars, a type or nothing.
func placeholder(value string) bool {
	if strings.ContainsAny(value[:1], "${<%*[(?") || strings.Contains(value, "${") || strings.Contains(value, "{{") {
		return true
	}
	if strings.Count(value, value[:1]) == len(value) {
		return true
	}
	switch strings.ToLower(strings.TrimRight(value, ".!?")) {
	case "none", "null", "nil", "true", "false", "undefined", "unset", "empty", "string", "str", "text", "bytes", "required", "optional", "hidden", "masked",
		"redacted", "removed", "missing", "invalid", "wrong", "incorrect", "expired", "password", "secret", "token", "secretstr", "boolean", "object", "number":
		return true
	}
	return false
}

// header reports whether the value of a header has a secret: a cookie, or what stands behind the name of a scheme.
func (s secrecy) header(value string) bool {
	if strings.Contains(value, "=") || s == secretCookie {
		return strings.Contains(value, "=")
	}
	last := value[strings.LastIndexByte(value, ' ')+1:]
	return len(last) >= 6 && !placeholder(last) && (mix(last)&digit != 0 || inside(last))
}

// member reports whether a value is the member of something in code, like config.Token.
func member(value string) bool {
	parts := strings.Split(value, ".")
	for _, part := range parts {
		if part == "" || !(letter | under).has(part[0]) || word.run(part, 0) < len(part) {
			return false
		}
	}
	return len(parts) > 1
}
