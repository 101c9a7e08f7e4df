package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/packages"
)

// target is what a program is built for.
type target struct{ system, machine string }

func targets() []target {
	return []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}
}

// release writes what is given to people into an empty folder: an archive of the program and its list of
// parts for each target, the packages, and the checksums. A commit gives the same bytes again.
func release(ctx context.Context, out string, log io.Writer) error {
	when, err := commitTime()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return fmt.Errorf("make a folder to build in: %w", err)
	}
	defer os.RemoveAll(work)
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755)); err != nil {
		return fmt.Errorf("make the folder of the release: %w", err)
	}
	for _, t := range targets() {
		fmt.Fprintf(log, "release: the program for %s on %s\n", t.system, t.machine)
		if err := t.release(ctx, work, out, when); err != nil {
			return err
		}
	}
	fmt.Fprintln(log, "release: the packages for Python and TypeScript")
	if err := packed(ctx, work, out, when); err != nil {
		return err
	}
	return checksums(out, log)
}

// commitTime is the time of the commit that is released. What is not committed could not be built again.
func commitTime() (time.Time, error) {
	status, err := exec.Command("git", "status", "--porcelain").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("ask git what is committed: %w", err)
	}
	if len(status) > 0 {
		return time.Time{}, fmt.Errorf("a release is made of a commit; these files are changed:\n%s", status)
	}
	text, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("ask git for the time of the commit: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the time of the commit: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// release builds the programs and writes their archive and the lists of their parts.
func (t target) release(ctx context.Context, work, out string, when time.Time) error {
	folder := filepath.Join(work, t.system+"-"+t.machine)
	binary, model := filepath.Join(folder, "causeway"), filepath.Join(folder, "causeway-model")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", folder+"/", ".", "./cmd/causeway-model")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.machine)
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the program for %s on %s: %w\n%s", t.system, t.machine, err, text)
	}
	version, err := versionOf(binary)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("causeway_%s_%s_%s", strings.TrimPrefix(version, "v"), t.system, t.machine)
	list, err := partsOf(ctx, binary, version, when)
	if err != nil {
		return err
	}
	modelList, err := modulesOf(ctx, model, version)
	if err == nil {
		modelList, err = joined(modelList, nil, when)
	}
	if err != nil {
		return err
	}
	for file, text := range map[string][]byte{name: list, strings.Replace(name, "causeway_", "causeway-model_", 1): modelList} {
		if err := os.WriteFile(filepath.Join(out, file+".cdx.json"), text, 0o644); err != nil {
			return fmt.Errorf("write the parts of %s: %w", file, err)
		}
	}
	return archiveFiles(filepath.Join(out, name+".tar.gz"), name, when, []string{binary, model}, "README.md", "CHANGELOG.md", "LICENSE", file)
}

// versionOf returns the version that Go wrote into a program: the tag of the commit, else one made from its time
// and hash. That of a tag has to be the packages' too.
func versionOf(binary string) (string, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "", fmt.Errorf("read the version of %s: %w", binary, err)
	}
	version := info.Main.Version
	untagged := regexp.MustCompile(`-\d{14}-[0-9a-f]{12}$`)
	wanted, err := packages.Version(".")
	switch {
	case err != nil:
		return "", err
	case version == "" || version == "(devel)":
		return "", errors.New("the program has no version: Go found no commit")
	case !untagged.MatchString(version) && version != "v"+wanted:
		return "", fmt.Errorf("the tag is %s and the version of the packages %s", version, wanted)
	}
	return version, nil
}

// packed builds the packages. They too are the same bytes again.
func packed(ctx context.Context, work, out string, when time.Time) error {
	if err := os.Setenv("SOURCE_DATE_EPOCH", strconv.FormatInt(when.Unix(), 10)); err != nil {
		return fmt.Errorf("set the time of the packages: %w", err)
	}
	out, err := filepath.Abs(out)
	if err != nil {
		return fmt.Errorf("find %s: %w", out, err)
	}
	tools, err := packages.Venv(ctx, filepath.Join(work, "tools"), packages.Hatchling)
	if err != nil {
		return err
	}
	return errors.Join(
		packages.Python(ctx, ".", tools, filepath.Join(work, "python"), out),
		packages.TypeScript(ctx, ".", filepath.Join(work, "typescript"), out),
	)
}

// checksums writes the SHA-256 of every file of a folder, as `sha256sum --check` reads them.
func checksums(folder string, log io.Writer) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list the release: %w", err)
	}
	var sums bytes.Buffer
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return fmt.Errorf("read what is released: %w", err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), e.Name())
	}
	if err := os.WriteFile(filepath.Join(folder, "SHA256SUMS"), sums.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the checksums: %w", err)
	}
	_, err = log.Write(sums.Bytes())
	return err
}
