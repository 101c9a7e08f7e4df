package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/sentence/install"
)

// providers are those whose vectors are measured: words alone, and all that need no server.
func providers() []string {
	return []string{embedding.ProviderNone, embedding.ProviderLearned, embedding.ProviderStatic, embedding.ProviderLocal}
}

// embeddingOptions returns the options of a provider. The sentence model has to be installed; its program is built into the folder, and so is the
// file that caches its vectors, unless another folder keeps that from run to run.
func embeddingOptions(ctx context.Context, provider, folder, kept string) (embedding.Options, error) {
	o := embedding.Options{Provider: provider}
	if provider != embedding.ProviderLocal {
		return o, nil
	}
	models, err := install.Folder()
	if err != nil {
		return o, err
	}
	found, err := install.Find(models)
	if err != nil {
		return o, fmt.Errorf("the sentence model is measured too, and `causeway model install` installs it: %w", err)
	}
	program := filepath.Join(folder, "causeway-model")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/causeway-model")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return o, fmt.Errorf("build causeway-model: %w\n%s", err, text)
	}
	o.Local = embedding.Local{Model: install.ModelName, Folder: found.Model, Library: found.Library, Program: program}
	o.CachePath = filepath.Join(cmp.Or(kept, folder), "vectors.db")
	return o, nil
}
