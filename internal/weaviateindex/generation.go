package weaviateindex

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// DropGeneration implements [episodic.Index].
func (x *Index) DropGeneration(ctx context.Context, at episodic.IndexGeneration) error {
	if err := x.EnsureSchema(ctx); err != nil {
		return err
	}
	return x.dropTenants(ctx, "drop-generation", tenantOf(at))
}

// DropProject implements [episodic.Index].
func (x *Index) DropProject(ctx context.Context, project string) error {
	generations, err := x.ListGenerations(ctx, project)
	if err != nil || len(generations) == 0 {
		return err
	}
	return x.dropTenants(ctx, "drop-project", mapped(generations, func(number int) string {
		return tenantOf(episodic.IndexGeneration{Project: project, Generation: number})
	})...)
}

// dropTenants removes tenants and ignores missing ones.
func (x *Index) dropTenants(ctx context.Context, name string, tenants ...string) error {
	err := x.write(ctx, name, func(ctx context.Context) error {
		return x.rest.deleteTenants(ctx, x.opts.Collection, tenants)
	})
	if errors.Is(err, errNoTenant) || errors.Is(err, errNoCollection) {
		x.forget(err)
		return nil
	}
	return err
}

// ListGenerations implements [episodic.Index]. The server lists the tenants of all projects.
func (x *Index) ListGenerations(ctx context.Context, project string) ([]int, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	var tenants []tenant
	err := x.write(ctx, "list-generations", func(ctx context.Context) (err error) {
		tenants, err = x.rest.getTenants(ctx, x.opts.Collection)
		return err
	})
	if err != nil {
		x.forget(err)
		return nil, err
	}
	var out []int
	for _, t := range tenants {
		number, found := strings.CutPrefix(t.Name, tenantsOf(project))
		if n, err := strconv.Atoi(number); found && err == nil {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}
