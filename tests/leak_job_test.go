package tests_test

// imported has a job of the project behind it; see [guarded.jobs].
func (g *guarded) imported(*project, string) string { return "Job:" + g.a.name + "/x" }
