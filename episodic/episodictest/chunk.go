package episodictest

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// Day parses a timestamp.
func Day(t testing.TB, s string) episodic.Timestamp {
	t.Helper()
	at, err := episodic.ParseTimestamp(s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// SHA40 is a full SHA-1 of a commit.
const SHA40 = "3f2a91c0d4e5b6a7980112233445566778899aab"
