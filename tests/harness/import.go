package harness

import (
	"os"
	"path/filepath"
	"testing"
)

// ImportMutation imports files and waits for the report.
const ImportMutation = `mutation($project: String!, $input: ImportEpisodesInput!) {
  importEpisodes(project: $project, input: $input) {
    job {
      state error { code message }
      report {
        dryRun complete files created revised unchanged restored refused notWritten repairs
        reports { name status episodeKey revision pendingLinks repairs { rule kind path detail } problems { path code message } }
      }
    }
  }
}`

// Imported is the report of an import.
type Imported struct {
	DryRun, Complete                                                           bool
	Files, Created, Revised, Unchanged, Restored, Refused, NotWritten, Repairs int
	Reports                                                                    []struct {
		Name, Status, EpisodeKey string
		Revision                 int
		PendingLinks             []string
		Repairs                  []struct{ Rule, Kind, Path, Detail string }
		Problems                 []struct{ Path, Code, Message string }
	}
}

// ImportFiles imports files; the job has to succeed, whatever the report says of the files.
func (p *Project) ImportFiles(input Vars) Imported {
	p.T.Helper()
	job := Get[struct {
		ImportEpisodes struct {
			Job struct {
				State  string
				Report Imported
			}
		}
	}](p, ImportMutation, Vars{"input": input}).ImportEpisodes.Job
	if job.State != "SUCCEEDED" {
		p.T.Fatalf("the import ended %s", job.State)
	}
	return job.Report
}

// AsInput returns files as the mutation takes them.
func AsInput(t testing.TB, paths []string) []Vars {
	t.Helper()
	var files []Vars
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, Vars{"name": filepath.Base(path), "content": string(text)})
	}
	return files
}

// TotalsOf leaves the files out.
func TotalsOf(r Imported) Imported {
	r.Reports = nil
	return r
}
