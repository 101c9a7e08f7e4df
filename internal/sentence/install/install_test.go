package install_test

import (
	"bytes"
	"testing"

	"github.com/causeway-memory/causeway/internal/sentence/install"
)

func TestTryFolder(t *testing.T) {
	var out bytes.Buffer
	err := install.Install(t.Context(), install.Options{Folder: "/root/.cache/causeway/models", From: "/tmp/mini", Progress: &out})
	t.Log(out.String(), err)
	t.Log(install.Find("/root/.cache/causeway/models"))
	t.Log(install.Status("/root/.cache/causeway/models"))
}
