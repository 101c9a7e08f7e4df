// 025_variable_name_unique: A variable by project and name.
// params: none
// returns: nothing
CREATE CONSTRAINT variable_name_unique IF NOT EXISTS
FOR (v:Variable) REQUIRE (v.project, v.name) IS UNIQUE
