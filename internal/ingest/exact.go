package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// exactKey is the member of an episode file that has the episode as causeway holds it.
const exactKey = "causeway"

// exact is what the member says. Shown is the hash of the rest of the file: if somebody edited that, it
// counts, and the member does not.
type exact struct {
	Shown   string          `json:"shown"`
	Episode json.RawMessage `json:"episode"`
}

// WithExact adds to an episode file, an object, the episode as causeway holds it. It is for what the form
// of the file cannot say.
func WithExact(file []byte, p episodic.Prepared) ([]byte, error) {
	head, is := bytes.CutSuffix(bytes.TrimSpace(file), []byte("}"))
	if !is {
		return nil, errors.New("the file is no object")
	}
	shown, err := shownHash(file)
	if err != nil {
		return nil, err
	}
	out := fmt.Appendf(bytes.TrimRight(bytes.Clone(head), " \n"), ",\n  %q: {\"shown\": %q, \"episode\": ", exactKey, shown)
	return append(append(out, p.Content...), "}\n}\n"...), nil
}

// shownHash is the hash of the members of a file but for the exact one, however they are laid out.
func shownHash(file []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(file, &members); err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	delete(members, exactKey)
	raw, err := json.Marshal(members)
	if err != nil {
		return "", fmt.Errorf("hash the file: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// readExact returns the episode of the exact member; ok is false if there is none or the rest was edited.
func (r *reading) readExact(n *node) (p episodic.Prepared, ok bool) {
	member := n.members[exactKey]
	if n.kind != kindObject || member == nil || member.kind != kindObject {
		return p, false
	}
	var in exact
	var e episodic.Episode
	shown, err := shownHash(n.raw)
	if err != nil || json.Unmarshal(member.raw, &in) != nil || json.Unmarshal(in.Episode, &e) != nil {
		return p, false
	}
	if shown != in.Shown {
		r.say(RuleNoteRemark, exactKey, "the file was edited; its own fields were read, and not what %s held", exactKey)
		delete(n.members, exactKey)
		n.keys = slices.DeleteFunc(n.keys, func(key string) bool { return key == exactKey })
		return p, false
	}
	p, err = intake.Prepare(e)
	return p, err == nil
}
