// 001_project_name_unique: One node per project, found by its name.
// params: none
// returns: nothing
CREATE CONSTRAINT project_name_unique IF NOT EXISTS
FOR (p:Project) REQUIRE p.name IS UNIQUE
