package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Documents are the operations that the operator trusts, by id: the names of their files and the
// SHA-256 of their texts. The zero value has none.
type Documents struct {
	byID map[string]string
	// Only rejects every other operation.
	Only bool
}

// LoadDocuments reads trusted documents: every *.graphql file of a folder, or a JSON file that
// maps ids to texts, as code generators write it. Each must fit the schema. An empty path means
// none.
func LoadDocuments(path string, only bool) (Documents, error) {
	d := Documents{byID: map[string]string{}, Only: only}
	if path == "" {
		return d, nil
	}
	offered := schema()
	texts, err := readDocuments(path)
	if err != nil {
		return d, fmt.Errorf("read graphql.documents: %w", err)
	}
	for id, text := range texts {
		if _, err := gqlparser.LoadQueryWithRules(offered, text, nil); err != nil {
			return d, fmt.Errorf("read graphql.documents: the document %s does not fit the schema: %w", id, err)
		}
		d.byID[id], d.byID[digest(text)] = text, text
	}
	return d, nil
}

// readDocuments returns the texts by id.
func readDocuments(path string) (map[string]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("look at the path: %w", err)
	}
	texts := map[string]string{}
	if !info.IsDir() {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		if err := json.Unmarshal(b, &texts); err != nil {
			return nil, fmt.Errorf("%s is not a JSON object of ids and texts: %w", path, err)
		}
		return texts, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.graphql"))
	if err != nil {
		return nil, fmt.Errorf("list the folder: %w", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".graphql")] = string(b)
	}
	return texts, nil
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// documentID returns the id of the document that a request names, as the parameter documentId or
// as the hash that Apollo's clients send.
func documentID(params *graphql.RawParams) string {
	if id, ok := params.Extensions["documentId"].(string); ok {
		return strings.TrimPrefix(id, "sha256:")
	}
	persisted, _ := params.Extensions["persistedQuery"].(map[string]any)
	hash, _ := persisted["sha256Hash"].(string)
	return hash
}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationParameterMutator
} = Documents{}

// ExtensionName implements [graphql.HandlerExtension].
func (Documents) ExtensionName() string { return "Documents" }

// Validate implements [graphql.HandlerExtension].
func (Documents) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters implements [graphql.OperationParameterMutator]: it inserts the text
// of a trusted document. If the request has both a text and an unknown hash, the text counts, so
// that clients that send both also work without stored documents. The documents of causeway's own tools are
// trusted.
func (d Documents) MutateOperationParameters(ctx context.Context, request *graphql.RawParams) *gqlerror.Error {
	id := documentID(request)
	switch text, known := d.byID[id]; {
	case request.Query == "" && known:
		request.Query = text
	case request.Query == "" && id != "":
		return refuse(codeDocumentNotFound, "PersistedQueryNotFound")
	case d.Only && !own(ctx) && d.byID[digest(request.Query)] == "":
		return refuse(codeDocumentRequired, "only trusted documents are executed, and this text is not one")
	}
	return nil
}
