package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
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

// readObjects reads the objects that a tenant has of some episodes, and gives them to another.
func (m *engines) readObjects(ctx context.Context, from, to string, ids []string) ([]*models.Object, error) {
	class, err := m.weaviate.Schema().ClassGetter().WithClassName(collection).Do(ctx)
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
	names = append(names, "_additional{vectors{"+strings.Join(slices.Sorted(maps.Keys(class.VectorConfig)), " ")+"}}")
	answer, err := m.searchBare(ctx, fmt.Sprintf(
		`{Get{%s(tenant:%q,limit:10000,where:{operator:ContainsAny,path:["episode"],valueText:%s}){%s}}}`,
		collection, from, wanted, strings.Join(names, " ")))
	if err != nil {
		return nil, err
	}
	var out []*models.Object
	for _, item := range listOf(mapOf(answer["Get"])[collection]) {
		values := mapOf(item)
		vectors := vectorsOf(mapOf(mapOf(values["_additional"])["vectors"]))
		delete(values, "_additional")
		for name, value := range values {
			if value == nil {
				delete(values, name)
			}
		}
		out = append(out, &models.Object{
			Class: collection, Tenant: to, ID: strfmt.UUID(uuid.NewString()), Properties: values, Vectors: vectors,
		})
	}
	if len(out) < len(ids) {
		return nil, fmt.Errorf("%d episodes have only %d objects", len(ids), len(out))
	}
	return out, nil
}

// vectorsOf returns the vectors that an answer has, by name.
func vectorsOf(answered map[string]any) models.Vectors {
	vectors := models.Vectors{}
	for name, value := range answered {
		numbers := listOf(value)
		v := make([]float32, len(numbers))
		for i, number := range numbers {
			n, _ := number.(float64)
			v[i] = float32(n)
		}
		if len(v) > 0 {
			vectors[name] = v
		}
	}
	return vectors
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
		if in.tenantName, err = tenantOf(query); err != nil {
			return "", err
		}
	}
	return in.tenantName, nil
}

// tenantOf returns the tenant that a query names.
func tenantOf(query string) (string, error) {
	found := tenantPattern.FindStringSubmatch(query)
	if found == nil {
		return "", fmt.Errorf("the query %s names no tenant", query)
	}
	return found[1], nil
}

func (m *engines) writeObjects(ctx context.Context, objects []*models.Object) error {
	for from := 0; from < len(objects); from += objectsBatch {
		answers, err := m.weaviate.Batch().ObjectsBatcher().WithObjects(objects[from:min(from+objectsBatch, len(objects))]...).Do(ctx)
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
