package httpapi

import (
	"log/slog"

	"github.com/99designs/gqlgen/graphql"
)

// Spell lets the tests of package httpapi_test see spell.
func Spell(path string) string { return spell(path) }

// Presenter lets the tests of package httpapi_test see a presenter.
func Presenter(log *slog.Logger) graphql.ErrorPresenterFunc { return presenter{log: log}.present }
