package api_test

// imported imports a file into a project that leaves its episodes as they are, and has the
// mark in its report. It returns the global id of the job.
func (g *guarded) imported(p *project, mark string) string {
	g.t.Helper()
	p.ImportFiles(vars{"dryRun": true, "files": []vars{{"name": mark + ".json", "content": `{"id": "ep-7", "task": "` + mark + `", "odd": 1}`}}})
	return p.latestJob()
}
