package app_test

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// TestServe_StaysClosed removes the tokens between the look before listening and the first request.
func TestServe_StaysClosed(t *testing.T) {
	for address, status := range map[string]int{"0.0.0.0:0": http.StatusUnauthorized, "127.0.0.1:0": http.StatusOK} {
		cfg := config.Default()
		cfg.Home, cfg.HTTP.Address = t.TempDir(), address
		file := app.Tokens(cfg)
		if _, _, err := file.Create(auth.Grant{Name: "me", All: true}, time.Now()); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		at, served := make(chan string, 1), make(chan error, 1)
		go func() {
			served <- app.Serve(ctx, cfg, engine.State{}, slog.New(slog.DiscardHandler), func(url string) {
				if err := os.Remove(string(file)); err != nil {
					t.Error(err)
				}
				at <- url
			})
		}()
		select {
		case url := <-at:
			url = strings.Replace(strings.Replace(url, "[::]", "127.0.0.1", 1), "0.0.0.0", "127.0.0.1", 1)
			response, err := http.Get(url + "/graphql?query={__typename}")
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != status {
				t.Errorf("at %s, without the file that was there: %d, want %d", address, response.StatusCode, status)
			}
		case err := <-served:
			t.Fatal(err)
		}
		end()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
}
