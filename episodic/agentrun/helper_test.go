package agentrun_test

import "encoding/json"

// quote writes a text as JSON.
func quote(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
