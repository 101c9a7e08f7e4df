package write

import (
	"context"
	"errors"
	"fmt"
)

// errSupposed takes back what was only supposed.
var errSupposed = errors.New("this was only supposed")

// Suppose runs work on the layer of a project and takes all of it back. Whoever writes to the project waits for it, as
// for a write. Work may run more than once, each time from the start.
func Suppose(ctx context.Context, s Store, project string, work func(Layer) error) error {
	err := changeLayer(ctx, s, project, Begin{}, func(l Layer) error {
		if err := work(l); err != nil {
			return err
		}
		return errSupposed
	})
	if errors.Is(err, errSupposed) {
		return nil
	}
	return fmt.Errorf("suppose a change of project %q: %w", project, err)
}
