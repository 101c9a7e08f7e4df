package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"

	"github.com/causeway-memory/causeway/episodic"
)

// post is gqlgen's POST transport behind a check of the body, because by itself it repeats
// a body that it cannot read to the client, secrets included.
type post struct {
	transport.POST

	limit int64
}

var _ graphql.Transport = post{}

// Do implements [graphql.Transport].
func (p post) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, p.limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		message := fmt.Sprintf("the request is over %d bytes; send fewer files or episodes at once", p.limit)
		writeError(w, r, http.StatusRequestEntityTooLarge, episodic.CodeTooLarge, message)
	case err != nil:
		writeError(w, r, http.StatusBadRequest, codeBadRequest, "the request ended before its body was complete")
	case checkBody(body) != nil:
		writeError(w, r, http.StatusBadRequest, codeBadRequest, checkBody(body).Error())
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
		p.POST.Do(w, r, exec)
	}
}

// checkBody says what is wrong with a body, in words that hold nothing of it.
func checkBody(body []byte) error {
	var params struct {
		Query         string
		OperationName string
		Variables     map[string]json.RawMessage
		Extensions    map[string]json.RawMessage
	}
	err := json.Unmarshal(body, &params)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("the body is not JSON: it cannot be read at byte %d of %d", syntax.Offset, len(body))
	case err != nil:
		return errors.New("the body is not a request: query and operationName are strings, variables and extensions are objects")
	case params.Query == "":
		return errors.New("the body has no query")
	}
	return nil
}
