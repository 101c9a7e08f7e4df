// count_present: The number of present episodes of some projects.
// params: projects
// returns: project, episodes
UNWIND $projects AS project
CALL (project) {
  MATCH (e:Episode) WHERE e.project = project AND e.sortKey > ''
  RETURN count(e) AS episodes
}
RETURN project, episodes
