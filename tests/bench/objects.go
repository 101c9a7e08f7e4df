package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/go-openapi/strfmt"
	"github.com/google/uuid"
	"github.com/weaviate/weaviate/entities/models"
)

// The form of the index: its collection, and how many objects go into one request.
const (
	collection   = "Chunk"
	objectsBatch = 500
)

// readObjects reads the objects that the memory indexed of some episodes and gives them to
// the tenant of the twin.
func (in *importing) readObjects(ctx context.Context, ids []string) ([]*models.Object, error) {
	class, err := in.weaviate.Schema().ClassGetter().WithClassName(collection).Do(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range class.Properties {
		names = append(names, p.Name)
	}
	wanted, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	tenant, err := in.tenant(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := in.searchBare(ctx, fmt.Sprintf(
		`{Get{%s(tenant:%q,limit:10000,where:{operator:ContainsAny,path:["episode"],valueText:%s}){%s}}}`,
		collection, tenant, wanted, strings.Join(names, " ")))
	if err != nil {
		return nil, err
	}
	var out []*models.Object
	for _, item := range listOf(mapOf(answer["Get"])[collection]) {
		values := mapOf(item)
		for name, value := range values {
			if value == nil {
				delete(values, name)
			}
		}
		out = append(out, &models.Object{
			Class: collection, Tenant: in.twin(), ID: strfmt.UUID(uuid.NewString()), Properties: values,
		})
	}
	if len(out) < len(ids) {
		return nil, fmt.Errorf("%d episodes have only %d objects", len(ids), len(out))
	}
	return out, nil
}

// tenantPattern finds the tenant in a query.
var tenantPattern = regexp.MustCompile(`tenant:"([^"]+)"`)

// tenant returns the tenant of the project, as a query of causeway names it.
func (in *importing) tenant(ctx context.Context) (string, error) {
	if in.tenantName == "" {
		query, err := in.spiedRecall(ctx, properties{"project": in.project, "text": "error"})
		if err != nil {
			return "", err
		}
		found := tenantPattern.FindStringSubmatch(query)
		if found == nil {
			return "", fmt.Errorf("the query %s names no tenant", query)
		}
		in.tenantName = found[1]
	}
	return in.tenantName, nil
}

func (in *importing) writeObjects(ctx context.Context, objects []*models.Object) error {
	for from := 0; from < len(objects); from += objectsBatch {
		answers, err := in.weaviate.Batch().ObjectsBatcher().WithObjects(objects[from:min(from+objectsBatch, len(objects))]...).Do(ctx)
		if err != nil {
			return err
		}
		for _, a := range answers {
			if a.Result != nil && a.Result.Errors != nil {
				return fmt.Errorf("weaviate refuses an object: %v", a.Result.Errors.Error[0])
			}
		}
	}
	return nil
}

// searchBare sends a query by the bare client and returns its data.
func (m *engines) searchBare(ctx context.Context, query string) (map[string]any, error) {
	answer, err := m.weaviate.GraphQL().Raw().WithQuery(query).Do(ctx)
	if err != nil {
		return nil, err
	}
	if len(answer.Errors) > 0 {
		return nil, fmt.Errorf("weaviate: %s", answer.Errors[0].Message)
	}
	data := make(map[string]any, len(answer.Data))
	for name, value := range answer.Data {
		data[name] = value
	}
	return data, nil
}
