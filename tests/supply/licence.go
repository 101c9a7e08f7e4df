package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// file holds the licences of what is shipped.
const file = "THIRD_PARTY_LICENSES"

// allowed are the licences under which something may be shipped with a program under
// Apache-2.0. A further one is a decision, not a formality.
func allowed() []string {
	return []string{"Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "0BSD", "Python-2.0", "Unlicense"}
}

// unshipped are licences of what a module has beside its code, by the module's name: nothing under
// them is shipped.
func unshipped() map[string]string {
	return map[string]string{"github.com/modelcontextprotocol/go-sdk": "CC-BY-4.0"} // its documentation
}

// part is something of others that is shipped.
type part struct {
	name, version string
	licences      []string
	// texts are the files with the licence, its notice included.
	texts []string
}

// licences compares the file with what is shipped: the modules in the program, Go's own
// library, and the packages in the explorer page.
func licences(write bool, out io.Writer) error {
	parts, err := modules()
	if err != nil {
		return err
	}
	packages, whole, err := inPages("internal/web")
	if err != nil {
		return err
	}
	models, err := models()
	if err != nil {
		return err
	}
	parts = slices.Concat(sorted(parts), sorted(packages), models)
	if problems := check(parts); len(problems) > 0 {
		return errors.New("licences:\n  " + strings.Join(problems, "\n  "))
	}
	if !whole {
		if write {
			return errors.New("the packages of the page are not installed; run `make web` first")
		}
		fmt.Fprintf(out, "licences: %d parts are under allowed licences; %s is NOT COMPARED: the packages of the page are not installed\n", len(parts), file)
		return nil
	}
	text := page(parts)
	if write {
		return os.WriteFile(file, []byte(text), 0o600)
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read %s, which `make licences` writes: %w", file, err)
	}
	if string(kept) != text {
		return fmt.Errorf("%s is not what is shipped: run `make licences` and commit it", file)
	}
	fmt.Fprintf(out, "licences: %d parts, all under allowed licences, as %s says\n", len(parts), file)
	return nil
}

// models returns what of trained models is shipped (internal/wordpiece/SOURCE.md). They come without a file of their license, which
// is causeway's own.
func models() ([]part, error) {
	text, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, fmt.Errorf("read the license of models: %w", err)
	}
	return []part{{name: "all-MiniLM-L6-v2 (vectors of word pieces)", licences: []string{"Apache-2.0"}, texts: []string{tidy(text)}}}, nil
}

// modules returns the modules that are compiled into the programs.
func modules() ([]part, error) {
	listed, err := exec.Command("go", "list", "-deps", "-json=Module", ".", "./cmd/causeway-model").Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("find Go: %w", err)
	}
	library, err := read("Go's standard library", "", strings.TrimSpace(string(root)))
	if err != nil {
		return nil, err
	}
	parts, seen := []part{library}, map[string]bool{}
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the list of modules: %w", err)
		}
		if p.Module == nil || p.Module.Main || seen[p.Module.Path] {
			continue
		}
		seen[p.Module.Path] = true
		module, err := read(p.Module.Path, p.Module.Version, p.Module.Dir)
		if err != nil {
			return nil, err
		}
		parts = append(parts, module)
	}
}

// read returns what a folder says about its licence.
func read(name, version, folder string) (part, error) {
	p := part{name: name, version: version}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return part{}, fmt.Errorf("look for the licence of %s: %w", name, err)
	}
	named := regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)(-[a-z-]+)?(\.(txt|md))?$`)
	for _, e := range entries {
		if !e.Type().IsRegular() || !named.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return part{}, fmt.Errorf("read the licence of %s: %w", name, err)
		}
		p.texts = append(p.texts, tidy(text))
		for _, m := range licensecheck.Scan(text).Match {
			if !slices.Contains(p.licences, m.ID) {
				p.licences = append(p.licences, m.ID)
			}
		}
	}
	slices.Sort(p.licences)
	return p, nil
}

// tidy makes texts comparable that differ in nothing but spaces at the ends of lines.
func tidy(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}

// inPages returns the npm packages behind the page, and whether all are installed, so that
// their texts are there too. The lock file tells their licences.
func inPages(folder string) (parts []part, whole bool, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return nil, false, fmt.Errorf("list the packages of the page: %w", err)
	}
	var lock struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, false, fmt.Errorf("read the packages of the page: %w", err)
	}
	whole = true
	for path, p := range lock.Packages {
		if path == "" {
			continue
		}
		one, err := read(path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):], p.Version, filepath.Join(folder, path))
		if errors.Is(err, os.ErrNotExist) {
			whole, one = false, part{name: path, version: p.Version}
		} else if err != nil {
			return nil, false, err
		}
		one.licences = []string{p.License}
		parts = append(parts, one)
	}
	return parts, whole, nil
}

func sorted(parts []part) []part {
	slices.SortFunc(parts, func(a, b part) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.version, b.version))
	})
	return parts
}

// check returns the parts that may not be shipped.
func check(parts []part) []string {
	var problems []string
	for _, p := range parts {
		if len(p.licences) == 0 || p.licences[0] == "" {
			problems = append(problems, fmt.Sprintf("%s %s has no licence that is known", p.name, p.version))
		}
		for _, l := range p.licences {
			if l != "" && l != unshipped()[p.name] && !slices.Contains(allowed(), l) {
				problems = append(problems, fmt.Sprintf("%s %s is under %s, which is not in the list of allowed licences", p.name, p.version, l))
			}
		}
	}
	return problems
}

// page writes the table of the parts, then each text once with the parts that it belongs to.
func page(parts []part) string {
	var b strings.Builder
	b.WriteString("Software of others in causeway, with its licences. Written by `make licences`.\n\n")
	owners := map[string][]string{}
	var texts []string
	for _, p := range parts {
		name := strings.TrimSpace(p.name + " " + p.version)
		fmt.Fprintf(&b, "%-90s %s\n", name, strings.Join(p.licences, ", "))
		for _, text := range p.texts {
			if owners[text] == nil {
				texts = append(texts, text)
			}
			owners[text] = append(owners[text], p.name)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s", strings.Repeat("-", 100), strings.Join(slices.Compact(owners[text]), "\n"), text)
	}
	return b.String()
}
