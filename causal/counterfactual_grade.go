package causal

import "context"

func (c *counterfactual) grade(ctx context.Context) error {
	return nil
}
