package packages

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Hatchling is what builds the Python package.
const Hatchling = "hatchling==1.33.0"

// Venv makes a fresh virtual environment, installs what is required and returns its Python.
func Venv(ctx context.Context, dir string, requirements ...string) (string, error) {
	if err := run(ctx, "", "python3", "-m", "venv", "--without-pip", dir); err != nil {
		return "", err
	}
	python := filepath.Join(dir, "bin", "python")
	install := []string{"-m", "pip", "--python", python, "install", "--quiet", "--no-compile", "--disable-pip-version-check"}
	return python, run(ctx, "", "python3", append(install, requirements...)...)
}

// Python builds the wheel and the source archive into out; python has [Hatchling]. work is an empty folder.
func Python(ctx context.Context, root, python, work, out string) error {
	if err := sources(root, "python", work); err != nil {
		return err
	}
	return run(ctx, work, python, "-m", "hatchling", "build", "--directory", out)
}

// TypeScript compiles the package in the empty folder work, where its compiler stays, and packs it into out.
func TypeScript(ctx context.Context, root, work, out string) error {
	if err := sources(root, "typescript", work); err != nil {
		return err
	}
	if err := run(ctx, work, "npm", "ci", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--silent"); err != nil {
		return err
	}
	if err := run(ctx, work, "npm", "run", "--silent", "build"); err != nil {
		return err
	}
	return run(ctx, work, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", out)
}

// sources copies what a package is built from, with the license of the whole.
func sources(root, language, work string) error {
	from := filepath.Join(root, "examples", "clients", language)
	err := filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"node_modules", "dist", "out", "__pycache__"}, entry.Name()):
			return filepath.SkipDir
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(work, relative), 0o755)
		}
		return copied(name, filepath.Join(work, relative))
	})
	if err != nil {
		return fmt.Errorf("copy the sources of the package: %w", err)
	}
	return copied(filepath.Join(root, "LICENSE"), filepath.Join(work, "LICENSE"))
}

func copied(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read what is packed: %w", err)
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		return fmt.Errorf("copy what is packed: %w", err)
	}
	return nil
}

// run runs a command that has to succeed.
func run(ctx context.Context, dir, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}

// Version is the version of the packages.
func Version(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "examples", "clients", "typescript", "package.json"))
	if err != nil {
		return "", fmt.Errorf("read the version of the packages: %w", err)
	}
	var about struct{ Version string }
	if err := json.Unmarshal(text, &about); err != nil {
		return "", fmt.Errorf("read the version of the packages: %w", err)
	}
	return about.Version, nil
}
